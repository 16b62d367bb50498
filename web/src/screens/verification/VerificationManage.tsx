import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getLinkedBank, removeLinkedBank } from '#contract/bank-link.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { pathOf } from '#contract/screens.ts';
import { isRefusedAs } from '../../api/failures.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { useAction } from '../../journey/use-action.ts';
import { useRedirectToState } from '../../journey/use-redirect-to-state.ts';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { AmountBadge, Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { Stack } from '../../ui/Page.tsx';
import { depositText } from '../../wording/deposit.ts';
import { verificationText } from '../../wording/verification.ts';
import { bankReturn } from '../bank-link/bank-return.ts';
import { ConnectBank } from '../bank-link/ConnectBank.tsx';
import { linkedBank, useBankLink } from '../bank-link/use-bank-link.ts';
import { InstitutionLogo } from '../deposit/InstitutionLogo.tsx';
import styles from './Manage.module.css';

const words = verificationText.manage;

export default function VerificationManage() {
  const navigate = useNavigateTo();
  const journey = useJourney();
  const defaultScreen = journey?.defaultScreen;
  const { bank, failed, isFetching, refetch } = useLinkedBank();
  const link = useBankLink({
    linkTokenHref: bank?.replace?.href,
    onLinked: ({ accountsHref }) =>
      navigate(accountsHref ? 'fast-path-deposit' : 'verification-loading', { replace: true }),
    returnsHere: false,
  });
  // A bank with its own login page returns the applicant here.
  const [returned] = useState(() => bankReturn() !== undefined);
  const [repaired, setRepaired] = useState(false);

  const problem = bank?.problem;
  const repair = (problem || returned) && !repaired ? bank?.repair : undefined;
  const name = bank?.institution.name ?? linkedBank.name ?? '';
  return (
    <ScreenPage
      screen="verification-manage"
      heading={words.heading}
      lead={bank?.isNeeded === false ? words.leadOptional : words.lead}
    >
      <AmountBadge amount={journey?.prequalifiedAmount} />
      {failed ? (
        <LoadFailed busy={isFetching} onRetry={() => void refetch()}>
          {words.failed}
        </LoadFailed>
      ) : (
        <BankCard bank={bank} name={name} />
      )}
      {problem && <Alert title={words.problem[problem].title}>{words.problem[problem].what}</Alert>}
      {repaired && !problem && (
        <Alert kind="success" live>
          {words.repaired}
        </Alert>
      )}
      {repair && (
        <LogInAgain
          linkTokenHref={repair.href}
          onRefused={() => void refetch()}
          onLinked={({ href: verification }) => {
            setRepaired(true);
            if (verification !== undefined) navigate('verification-loading', { replace: true });
            else void refetch();
          }}
        />
      )}
      {defaultScreen && defaultScreen !== 'verification-manage' && (
        <ButtonLink href={pathOf(defaultScreen)} kind={repair ? 'secondary' : 'primary'}>
          {words.back}
        </ButtonLink>
      )}
      {bank?.replace && bank.isNeeded && <p>{words.replaceWhat}</p>}
      {bank && (
        <Stack tight>
          {bank.replace && (
            <ConnectBank link={link} kind="secondary">
              {words.replace}
            </ConnectBank>
          )}
          <RemoveBank bank={bank} name={name} />
        </Stack>
      )}
    </ScreenPage>
  );
}

/** The linked bank. Without one, the applicant goes to the application's current screen. */
function useLinkedBank() {
  const queries = useQueryClient();
  const redirect = useRedirectToState();
  const href = useJourney()?.links.linkedBank;
  const { data: bank, error, errorUpdateCount, isFetching, refetch } = useServerQuery(getLinkedBank, href);

  // The next visit reads the bank again, since this page may change it.
  useEffect(
    () => () => queries.removeQueries({ queryKey: [getLinkedBank.path], type: 'inactive' }),
    [queries],
  );
  const isGone = isRefusedAs(error, 'not-found');
  useEffect(() => {
    if (isGone) void redirect.toCurrentScreen();
  }, [isGone, redirect]);
  return { bank, failed: !bank && errorUpdateCount > 0 && !isGone, isFetching, refetch };
}

interface BankCardProps {
  readonly bank: ResponseOf<typeof getLinkedBank> | undefined;
  readonly name: string;
}

function BankCard({ bank, name }: BankCardProps) {
  return (
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
  );
}

function RemoveBank({ bank, name }: BankCardProps) {
  const { call } = useEnvironment();
  const account = useJourney()?.choices.depositAccount;
  const [isOpen, setOpen] = useState(false);
  const remove = useAction(async () => {
    await call(removeLinkedBank, bank?.remove?.href);
    linkedBank.name = undefined;
    return 'moved';
  }, words.removeFailed);
  return (
    <>
      {bank?.remove && (
        <Button kind="secondary" onClick={() => setOpen(true)}>
          {words.remove}
        </Button>
      )}
      <ConfirmDialog
        open={isOpen}
        title={words.dialog.title}
        confirmWords={words.dialog.confirm}
        cancelWords={words.dialog.cancel}
        confirm={remove}
        onCancel={() => setOpen(false)}
      >
        {bank?.isNeeded ? words.dialog.what(name) : words.dialog.whatOptional(name, account?.mask)}
      </ConfirmDialog>
    </>
  );
}

/** Opens the widget for the bank that is already linked. */
function LogInAgain(options: Parameters<typeof useBankLink>[0]) {
  const link = useBankLink(options);
  return <ConnectBank link={link}>{words.logIn}</ConnectBank>;
}
