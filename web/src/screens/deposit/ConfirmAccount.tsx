// Confirms the account that receives the money: the amounts of two micro-entries, or what else it waits for.
import { useEffect, useRef } from 'react';
import {
  type AccountValidation,
  amountsForm,
  confirmAmounts,
  getAccountValidation,
} from '#contract/account-validation.ts';
import { pathOf } from '#contract/screens.ts';
import { ApiFailure } from '../../api/failures.ts';
import { TextField } from '../../forms/Controls.tsx';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import { useScreenForm } from '../../forms/use-screen-form.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useSaveAnswer, useServerQuery } from '../../journey/queries.ts';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { WaitForRead } from '../../shared/WaitForRead.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { accountValidationText } from '../../wording/account-validation.ts';
import { dateText } from '../../wording/format.ts';
import { AnotherAccount } from './AccountWait.tsx';
import { useAccountValidation } from './use-account-validation.ts';

const words = accountValidationText.confirm;

export default function ConfirmAccount() {
  const now = useJourney();
  const validation = useServerQuery(getAccountValidation, now?.links.accountValidation);
  const { data, refetch } = validation;
  const hadForm = useRef(false);
  useEffect(() => {
    // The form that had the focus is gone.
    if (hadForm.current && data?.deposits === undefined) document.querySelector('h1')?.focus();
    hadForm.current = data?.deposits !== undefined;
  }, [data]);
  if (!data) {
    return (
      <ScreenPage screen="confirm-account" heading={words.MICRO_ENTRIES.heading}>
        <WaitForRead read={validation} loading={words.loading} />
      </ScreenPage>
    );
  }
  const { heading, lead } = words[data.status];
  return (
    <ScreenPage
      screen="confirm-account"
      heading={heading}
      lead={data.status === 'CHECKING' ? undefined : lead}
      beside={
        now?.defaultScreen &&
        now.defaultScreen !== 'other-account' && <a href={pathOf(now.defaultScreen)}>{words.back}</a>
      }
    >
      {data.status === 'CHECKING' && <Checking lead={lead} />}
      {data.deposits && <Amounts deposits={data.deposits} onRefused={() => void refetch()} />}
      {data.status === 'INVALID' && <AnotherAccount />}
    </ScreenPage>
  );
}

function Checking({ lead }: { readonly lead: string }) {
  useAccountValidation();
  return <Waiting messages={[words.checking]} note={lead} />;
}

interface AmountsProps {
  readonly deposits: NonNullable<AccountValidation['deposits']>;
  readonly onRefused: () => void;
}

function Amounts({ deposits: { arriveOn, triesLeft }, onRefused }: AmountsProps) {
  const { call } = useEnvironment();
  const href = useJourney()?.links.accountValidation;
  const save = useSaveAnswer(getAccountValidation, href);
  const form = useScreenForm({
    schema: amountsForm,
    defaults: { first: '', second: '' },
    send: async ({ first, second }) => {
      try {
        save(await call(confirmAmounts, href, { body: { amounts: [centsOf(first), centsOf(second)] } }));
        return undefined;
      } catch (failure) {
        if (!(failure instanceof ApiFailure) || !failure.has('invalid')) throw failure;
        onRefused();
        return { errors: failure.errors?.map((error) => ({ ...error, field: 'first' })) ?? [] };
      }
    },
  });
  return (
    <Form form={form}>
      <p>{words.arrive(dateText(arriveOn))}</p>
      {(['first', 'second'] as const).map((name) => (
        <TextField
          key={name}
          field={form.field(name)}
          label={words[name]}
          hint={words.amountHint}
          inputMode="decimal"
          autoComplete="off"
        />
      ))}
      <p>{words.tries(triesLeft)}</p>
      <SubmitButton form={form} words={words.button} busyWords={words.submitting} />
      <p>{words.notYet}</p>
    </Form>
  );
}

/** "0.12", ".12" or "$0.12" in cents. */
export const centsOf = (typed: string): number => Number(typed.replace(/\D/g, ''));
