import { getBranch } from '#contract/branches.ts';
import { phoneText } from '#lender/public/phone-text.ts';
import { useJourney } from '../journey/environment.ts';
import { useServerQuery } from '../journey/queries.ts';
import { helpPhone } from '../wording/lender.ts';

/** The branch's, or the lender's where there is none. */
export function useBranchPhone(): string {
  const { data: branch } = useServerQuery(getBranch, useJourney()?.links.branch);
  return branch ? phoneText(branch.phone) : helpPhone;
}
