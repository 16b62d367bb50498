// Choosing one of the linked accounts.
import * as z from 'zod/mini';
import { chooseAccount, type DepositAccount } from '#contract/deposit.ts';
import { useEnvironment, useJourney } from '../../app/environment.tsx';
import { useElsewhere } from '../../app/useElsewhere.ts';
import { RadioGroup } from '../../forms/controls.tsx';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import { useScreenForm } from '../../forms/useScreenForm.ts';
import { depositWords as words } from '../../wording/deposit.ts';
import { accountChoice } from './accountChoice.ts';
import { accountAtFirst, accountOptions } from './accountOptions.tsx';

const schema = z.object({ accountId: accountChoice });

interface AccountFormProps {
  readonly accounts: readonly DepositAccount[];
  readonly onKept: () => void;
}

export function AccountForm({ accounts, onKept }: AccountFormProps) {
  const { call, journey } = useEnvironment();
  const elsewhere = useElsewhere();
  const href = useJourney()?.links.accounts;
  const first = accountAtFirst(accounts);
  const form = useScreenForm({
    schema,
    ...(first && { defaults: { accountId: first } }),
    send: async ({ accountId }) => {
      try {
        const { docusignHref } = await call(chooseAccount, href, {
          body: { accountId, accountPurpose: 'deposit' },
        });
        journey.learn({ documents: docusignHref });
        onKept();
        return undefined;
      } catch (failure) {
        if (await elsewhere.after(failure)) return undefined;
        throw failure;
      }
    },
  });
  return (
    <Form form={form}>
      <RadioGroup field={form.field('accountId')} label={words.accounts} options={accountOptions(accounts)} />
      <SubmitButton form={form} busyWords={words.submitting}>
        {words.button}
      </SubmitButton>
      <p>{words.next}</p>
    </Form>
  );
}
