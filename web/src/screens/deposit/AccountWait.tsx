// Why no money moves to an account that is not confirmed yet, and where the applicant can help.
import { useEffect } from 'react';
import { pathOf } from '#contract/screens.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { Alert } from '../../ui/Alert.tsx';
import { accountValidationText as words } from '../../wording/account-validation.ts';
import { replacingScreen, useAccountValidation } from './use-account-validation.ts';

export function AccountWait() {
  const { journey } = useEnvironment();
  const now = useJourney();
  const { data } = useAccountValidation();
  const isValid = data?.status === 'VALID';
  // The sentences around this one read the journey.
  useEffect(() => {
    if (isValid) journey.refresh().catch(() => {});
  }, [isValid, journey]);
  const status = data?.status ?? now?.choices.depositAccount?.validation;
  if (status === undefined || status === 'VALID') return null;
  const allowed = now?.allowed ?? [];
  const replacing = replacingScreen(allowed);
  return (
    <Alert live>
      <p>
        <span>{words.waits[status]}</span>{' '}
        {status === 'MICRO_ENTRIES' && allowed.includes('confirm-account') && (
          <a href={pathOf('confirm-account')}>{words.enterAmounts}</a>
        )}
        {status === 'INVALID' &&
          (replacing ? (
            <a href={pathOf(replacing)}>{words.giveAnother}</a>
          ) : (
            <span>{words.giveAnotherLater}</span>
          ))}
      </p>
    </Alert>
  );
}
