// Why no money moves to an account that is not confirmed yet, and where the applicant can help.
import { useEffect } from 'react';
import { pathOf } from '#contract/screens.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { Alert } from '../../ui/Alert.tsx';
import { type ButtonKind, ButtonLink } from '../../ui/Button.tsx';
import { accountValidationText as words } from '../../wording/account-validation.ts';
import { useAccountValidation } from './use-account-validation.ts';

export function AccountWait({ kind = 'link' }: { readonly kind?: ButtonKind }) {
  const { journey } = useEnvironment();
  const now = useJourney();
  const { data } = useAccountValidation();
  const known = now?.choices.depositAccount?.validation;
  const status = data?.status ?? known;
  // What is around this notice reads the journey.
  useEffect(() => {
    if (status !== known) journey.refresh().catch(() => {});
  }, [status, known, journey]);
  if (status === undefined || status === 'VALID') return null;
  return (
    <Alert live>
      <p>
        <span>{words.waits[status]}</span>{' '}
        {status === 'MICRO_ENTRIES' && now?.allowed.includes('confirm-account') && (
          <a href={pathOf('confirm-account')}>{words.enterAmounts}</a>
        )}
      </p>
      {status === 'INVALID' && <AnotherAccount kind={kind} />}
    </Alert>
  );
}

const replacingScreens = ['other-account', 'deposit', 'fast-path-deposit'] as const;

/** Leads to where a refused account is replaced: the screen that chose it, or another one after signing. */
export function AnotherAccount({ kind = 'primary' }: { readonly kind?: ButtonKind }) {
  const now = useJourney();
  const screen = replacingScreens.find((name) => now?.allowed.includes(name));
  if (!screen) return <p>{words.giveAnotherLater}</p>;
  return (
    <ButtonLink href={pathOf(screen)} kind={kind}>
      {words.giveAnother}
    </ButtonLink>
  );
}
