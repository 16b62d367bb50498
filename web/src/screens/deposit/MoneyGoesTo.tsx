// The account that receives the money, shown on every later screen, with a link to correct it while that is possible.
import { pathOf } from '#contract/screens.ts';
import { useJourney } from '../../journey/environment.ts';
import { PhoneSentence } from '../../shared/PhoneSentence.tsx';
import { useIsAccountConfirmed } from '../../shared/use-money-promise.ts';
import { depositText as words } from '../../wording/deposit.ts';
import { AccountWait } from './AccountWait.tsx';

const choosing = ['deposit', 'fast-path-deposit'] as const;

/** Where the account can still be changed: beside the task. */
export function ChangeAccount() {
  const now = useJourney();
  const back = choosing.find((screen) => now?.allowed.includes(screen));
  if (!back || !now?.choices.depositAccount || now.choices.depositAccount.validation === 'INVALID')
    return null;
  return <a href={pathOf(back)}>{words.change}</a>;
}

/** Why the account that receives the money is not confirmed, while it is not. */
export function AccountNotice() {
  const isSigned = useJourney()?.allowed.includes('other-account');
  return useIsAccountConfirmed() ? null : <AccountWait kind={isSigned ? 'primary' : 'link'} />;
}

/** After signing (`isSigned`) the account cannot be changed. */
export function MoneyGoesTo({ isSigned }: { readonly isSigned?: boolean }) {
  const now = useJourney();
  const account = now?.choices.depositAccount;
  if (!account) return null;
  const back = choosing.find((screen) => now.allowed.includes(screen));
  return (
    <>
      {account.validation !== 'INVALID' && (
        <p>
          <span>{words.goesTo(account)}</span>{' '}
          {!back && !isSigned && <PhoneSentence sentence={words.wrongAccount} />}
        </p>
      )}
      <AccountNotice />
    </>
  );
}
