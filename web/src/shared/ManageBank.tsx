import { useJourney } from '../journey/environment.ts';
import { manageBankText } from '../wording/bank-link.ts';
import { LinkTo } from './LinkTo.tsx';

/** The link to the linked bank, which can be removed until the documents are signed. */
export function ManageBank() {
  const journey = useJourney();
  if (!journey?.choices.linkedBank || !journey.allowed.includes('verification-manage')) return null;
  return <LinkTo screen="verification-manage">{manageBankText}</LinkTo>;
}
