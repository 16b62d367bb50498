// Another account for the money: the bank sent it back, or the first account could not be confirmed.

import { useJourney } from '../../journey/environment.ts';
import { useRedirectToState } from '../../journey/use-redirect-to-state.ts';
import { LinkTo } from '../../shared/LinkTo.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { accountValidationText } from '../../wording/account-validation.ts';
import { AccountPage } from './Deposit.tsx';

const words = accountValidationText.other;

export default function OtherAccount() {
  const now = useJourney();
  const { toCurrentScreen } = useRedirectToState();
  const isReturned = now?.defaultScreen === 'other-account';
  const heading = isReturned ? words.returnedHeading : words.refusedHeading;
  if (now && now.links.directEntry === undefined) {
    return (
      <ScreenPage screen="other-account" heading={accountValidationText.confirm.VALID.heading}>
        <p>{words.nothing}</p>
        {now.defaultScreen && (
          <LinkTo screen={now.defaultScreen}>{accountValidationText.confirm.back}</LinkTo>
        )}
      </ScreenPage>
    );
  }
  return (
    <AccountPage
      screen="other-account"
      intro={{ heading, lead: isReturned ? words.returnedLead : words.refusedLead }}
      nextSentence={words.next}
      onSaved={() => void toCurrentScreen()}
    />
  );
}
