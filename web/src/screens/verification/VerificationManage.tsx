// The linked bank: shows it, replaces it or removes it.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getLinkedBank, removeLinkedBank } from '#contract/bank-link.ts';
import { pathOf } from '#contract/screens.ts';
import { ApiFailure } from '../../api/failures.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { useRedirectToState } from '../../journey/use-redirect-to-state.ts';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { depositText } from '../../wording/deposit.ts';
import { verificationText } from '../../wording/verification.ts';
import { bankReturn } from '../bank-link/bank-return.ts';
import { ConnectBank } from '../bank-link/ConnectBank.tsx';
import { forgetInstitution, institutionData } from '../bank-link/linked-institution.ts';
import { useBankLink } from '../bank-link/use-bank-link.ts';
import { InstitutionLogo } from '../deposit/InstitutionLogo.tsx';
import styles from './Manage.module.css';

const words = verificationText.manage;

export default function VerificationManage() {
  const { call } = useEnvironment();
  const queries = useQueryClient();
  const navigate = useNavigateTo();
  const redirect = useRedirectToState();
  const journey = useJourney();
  const { data: bank, error, refetch } = useServerQuery(getLinkedBank, journey?.links.linkedBank);
  const [asking, setAsking] = useState(false);
  const [removing, setRemoving] = useState(false);
  const [failed, setFailed] = useState(false);
  const link = useBankLink({
    linkTokenHref: bank?.replace?.href,
    onLinked: ({ accountsHref }) =>
      navigate(accountsHref ? 'fast-path-deposit' : 'verification-loading', { replace: true }),
    comesBack: false,
  });
  // A bank with its own login page returns the applicant here.
  const [returned] = useState(() => bankReturn() !== undefined);
  const [repaired, setRepaired] = useState(false);

  // The next visit reads the bank again, since this page may change it.
  useEffect(
    () => () => queries.removeQueries({ queryKey: [getLinkedBank.path], type: 'inactive' }),
    [queries],
  );

  const isGone = error instanceof ApiFailure && error.has('not-found');
  useEffect(() => {
    if (isGone) void redirect.toCurrentScreen();
  }, [isGone, redirect]);

  const remove = async () => {
    setRemoving(true);
    setFailed(false);
    try {
      await call(removeLinkedBank, bank?.remove?.href);
      forgetInstitution();
      await redirect.toCurrentScreen();
    } catch {
      setRemoving(false);
      setAsking(false);
      setFailed(true);
    }
  };

  const problem = bank?.problem;
  const repair = (problem || returned) && !repaired ? bank?.repair : undefined;
  const name = bank?.institution.name ?? institutionData().name ?? '';
  const rest = journey?.rest;
  const account = journey?.choices.depositAccount;
  return (
    <ScreenPage
      screen="verification-manage"
      heading={words.heading}
      lead={bank?.isNeeded === false ? words.leadKept : words.lead}
    >
      {failed && <Alert kind="error">{words.removeFailed}</Alert>}
      {error && !isGone ? (
        <Alert kind="error">{words.failed}</Alert>
      ) : (
        <Card>
          <div className={styles.bank} aria-busy={!bank || undefined}>
            <InstitutionLogo logo={bank?.institution.logo} />
            <div>
              <p className={styles.name}>{name || words.loading}</p>
              {bank?.accounts?.length ? (
                <ul className={styles.accounts} aria-label={words.shared}>
                  {bank.accounts.map((account) => (
                    <li key={`${account.name} ${account.mask}`}>
                      {account.mask ? depositText.name(account) : account.name}
                    </li>
                  ))}
                </ul>
              ) : (
                bank?.mask && <p className={styles.mask}>{words.ending(bank.mask)}</p>
              )}
            </div>
          </div>
        </Card>
      )}
      {problem && <Alert title={words.problem[problem].title}>{words.problem[problem].what}</Alert>}
      {repaired && !problem && (
        <Alert kind="success" live>
          {words.repaired}
        </Alert>
      )}
      {repair && (
        <LogInAgain
          href={repair.href}
          onRefused={() => void refetch()}
          onLoggedIn={(isCheckedAgain) => {
            setRepaired(true);
            if (isCheckedAgain) navigate('verification-loading', { replace: true });
            else void refetch();
          }}
        />
      )}
      {rest && rest !== 'verification-manage' && (
        <div>
          <ButtonLink href={pathOf(rest)} kind={repair ? 'secondary' : 'primary'}>
            {words.back}
          </ButtonLink>
        </div>
      )}
      {bank?.replace && (
        <>
          {bank.isNeeded && <p>{words.replaceWhat}</p>}
          <ConnectBank link={link} kind="secondary">
            {words.replace}
          </ConnectBank>
        </>
      )}
      {bank?.remove && (
        <div>
          <Button kind="secondary" onClick={() => setAsking(true)}>
            {words.remove}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        title={words.dialog.title}
        confirmWords={words.dialog.confirm}
        cancelWords={words.dialog.cancel}
        busy={removing}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      >
        {bank?.isNeeded ? words.dialog.what(name) : words.dialog.whatKept(name, account?.mask)}
      </ConfirmDialog>
    </ScreenPage>
  );
}

interface LogInAgainProps {
  readonly href: string;
  readonly onLoggedIn: (isCheckedAgain: boolean) => void;
  readonly onRefused: () => void;
}

/** Opens the widget for the bank that is already linked. */
function LogInAgain({ href, onLoggedIn, onRefused }: LogInAgainProps) {
  const link = useBankLink({
    linkTokenHref: href,
    onLinked: ({ href: verification }) => onLoggedIn(verification !== undefined),
    onRefused,
  });
  return <ConnectBank link={link}>{words.logIn}</ConnectBank>;
}
