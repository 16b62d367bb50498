import * as z from 'zod/mini';
import { chooseAccount, type DepositAccount } from '#contract/deposit.ts';
import { RadioGroup } from '../../forms/Controls.tsx';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import { useScreenForm } from '../../forms/use-screen-form.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { depositText as words } from '../../wording/deposit.ts';
import { accountAtFirst, accountOptions } from './AccountOptions.tsx';
import { accountChoice } from './account-choice.ts';

const schema = z.object({ accountId: accountChoice });

interface AccountFormProps {
  readonly accounts: readonly DepositAccount[];
  readonly onSaved: () => void;
  readonly nextSentence?: string | undefined;
}

export function AccountForm({ accounts, nextSentence = words.next, onSaved }: AccountFormProps) {
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
