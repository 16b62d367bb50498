// Where the money goes, named again on every page after the choice, with the way to correct it while there is one.
import { pathOf } from '#contract/screens.ts';
import { useJourney } from '../../journey/environment.ts';
import { PhoneSentence } from '../../shared/PhoneSentence.tsx';
import { depositText as words } from '../../wording/deposit.ts';

const choosing = ['deposit', 'fast-path-deposit'] as const;

/** Once the loan is signed, `isSigned`, the account stands. */
export function MoneyGoesTo({ isSigned }: { readonly isSigned?: boolean }) {
  const now = useJourney();
  const account = now?.choices.depositAccount;
  if (!account) return null;
  const back = choosing.find((screen) => now.allowed.includes(screen));
  return (
    <p>
      {words.goesTo(account)}{' '}
      {back ? (
        <a href={pathOf(back)}>{words.change}</a>
      ) : (
        !isSigned && <PhoneSentence sentence={words.wrongAccount} />
      )}
    </p>
  );
}
