import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { chooseAccount, type DepositAccount, getAccounts, typedAccountId } from '#contract/deposit.ts';
import { pathOf, type ScreenName } from '#contract/screens.ts';
import { RadioGroup } from '../../forms/Controls.tsx';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import { useScreenForm } from '../../forms/use-screen-form.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { depositText as words } from '../../wording/deposit.ts';
import { accountAtFirst, accountChoice, accountOptions } from './AccountOptions.tsx';
import ManualEntry from './ManualEntry.tsx';

/** In the address, so that Back returns to the list of accounts. */
const byHand = '?by=hand';

const around = {
  deposit: { next: 'confirm-email' },
  'fast-path-deposit': { next: 'fast-path-confirm-email', back: 'fast-path-select-payment' },
} as const;

export default function Deposit({ screen }: { readonly screen: keyof typeof around }) {
  const navigate = useNavigateTo();
  const { next, ...back } = around[screen];
  return <AccountPage screen={screen} onSaved={() => navigate(next)} {...back} />;
}

interface AccountPageProps {
  readonly screen: 'deposit' | 'fast-path-deposit' | 'other-account';
  readonly onSaved: () => void;
  /** The previous screen, where another account can be linked. */
  readonly back?: ScreenName;
  /** In place of the usual heading and lead. */
  readonly intro?: { readonly heading: string; readonly lead: string };
  /** Content below the button, in place of the usual sentence. */
  readonly nextSentence?: string | undefined;
}

export function AccountPage({ screen, onSaved, back, intro, nextSentence }: AccountPageProps) {
  const links = useJourney()?.links;
  const accounts = useServerQuery(getAccounts, links?.accounts);
  // The next visit starts with the account chosen here.
  const queries = useQueryClient();
  useEffect(() => () => queries.removeQueries({ queryKey: [getAccounts.path], type: 'inactive' }), [queries]);
  const [search] = useSearchParams();
  // What is typed by hand stays, even where the accounts are read meanwhile, until the applicant asks for them.
  const [isHeld, setHeld] = useState(false);
  if (accounts.isLoadingError && !isHeld) setHeld(true);
  const readAgain = async () => setHeld(!(await accounts.refetch()).isSuccess);
  const view = depositView({
    hasLink: links?.accounts !== undefined,
    failed: isHeld,
    count: isHeld ? undefined : accounts.data?.length,
    asksByHand: search.has('by'),
  });
  const isManual = view !== 'loading' && view !== 'accounts';
  const isTyped = accounts.data?.some(({ accountId }) => accountId === typedAccountId);
  return (
    <ScreenPage
      screen={screen}
      heading={intro?.heading ?? (isManual || isTyped ? words.manualHeading : words.connectedHeading)}
      lead={intro?.lead ?? (isManual ? words.manualLead : words.connectedLead)}
      beside={
        <>
          {view === 'accounts' && <a href={pathOf(screen) + byHand}>{words.otherWay}</a>}
          {view === 'by-hand' && <a href={pathOf(screen)}>{words.backToAccounts}</a>}
          {view !== 'loading' && back && <a href={pathOf(back)}>{words.otherAccount}</a>}
        </>
      }
    >
      {view === 'loading' && <Waiting messages={[words.loading]} />}
      {view === 'accounts' && (
        <AccountForm accounts={accounts.data ?? []} nextSentence={nextSentence} onSaved={onSaved} />
      )}
      {view === 'none' && <p>{words.noAccounts}</p>}
      {view === 'failed' && (
        <Alert live>
          <p>{words.accountsFailed}</p>
          <Button kind="secondary" compact busy={accounts.isFetching} onClick={() => void readAgain()}>
            {words.tryAgain}
          </Button>
        </Alert>
      )}
      {isManual && <ManualEntry nextSentence={nextSentence} onSaved={onSaved} />}
    </ScreenPage>
  );
}

interface AccountsRead {
  /** Whether the journey links to the accounts. */
  readonly hasLink: boolean;
  readonly failed: boolean;
  /** The number of accounts; undefined before the response. */
  readonly count: number | undefined;
  readonly asksByHand: boolean;
}

/** What the screen shows. Without accounts, the applicant enters one manually. */
export function depositView({ hasLink, failed, count, asksByHand }: AccountsRead) {
  if (!hasLink || count === 0) return 'none';
  if (count === undefined) return failed ? 'failed' : 'loading';
  return asksByHand ? 'by-hand' : 'accounts';
}

const schema = z.object({ accountId: accountChoice });

interface AccountFormProps extends Pick<AccountPageProps, 'onSaved' | 'nextSentence'> {
  readonly accounts: readonly DepositAccount[];
}

function AccountForm({ accounts, nextSentence = words.next, onSaved }: AccountFormProps) {
  const { call, journey } = useEnvironment();
  const href = useJourney()?.links.accounts;
  const first = accountAtFirst(accounts);
  const form = useScreenForm({
    schema,
    ...(first && { defaults: { accountId: first } }),
    send: async ({ accountId }) => {
      const body = { accountId, accountPurpose: 'deposit' } as const;
      const { docusignHref } = await call(chooseAccount, href, { body });
      journey.merge({ links: { documents: docusignHref } });
      onSaved();
      return undefined;
    },
  });
  return (
    <Form form={form}>
      <RadioGroup field={form.field('accountId')} label={words.accounts} options={accountOptions(accounts)} />
      <SubmitButton form={form} words={words.button} busyWords={words.submitting} />
      <p>{nextSentence}</p>
    </Form>
  );
}
