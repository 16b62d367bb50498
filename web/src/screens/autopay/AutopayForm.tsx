import { useEffect, useId, useRef } from 'react';
import { type Autopay, setAutopay } from '#contract/autopay.ts';
import { ApiFailure } from '../../api/failures.ts';
import { Checkbox, RadioGroup, SelectField } from '../../forms/Controls.tsx';
import type { FieldWiring } from '../../forms/Field.tsx';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import { type ScreenForm, useScreenForm } from '../../forms/use-screen-form.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useToday } from '../../shared/use-today.ts';
import { Actions } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { autopayText as words } from '../../wording/autopay.ts';
import { brand } from '../../wording/lender.ts';
import { accountAtFirst, accountOptions } from '../deposit/AccountOptions.tsx';
import { authorizationOf, autopayForm, dayOf, inParts } from './authorization.ts';
import styles from './FirstPayment.module.css';
import { FirstPayment } from './FirstPayment.tsx';
import { dayAfterPayday, nextTwoWeeks, type PayRhythm, payRhythms } from './payday.ts';
import { SkipButton } from './SkipButton.tsx';

interface AutopayFormProps {
  readonly plan: Autopay;
  readonly onAuthorized: (plan: Autopay) => void;
  readonly onSkipped: (plan: Autopay) => void;
  /** The plan changed since it was loaded, so it must be loaded again. */
  readonly onChanged: () => Promise<unknown>;
  readonly canSkip: boolean;
}

export function AutopayForm({ plan, onAuthorized, onSkipped, onChanged, canSkip }: AutopayFormProps) {
  const { call } = useEnvironment();
  const href = useJourney()?.links.autopay;
  const first = accountAtFirst(plan.accounts);
  const [earliest] = plan.days;
  const form = useScreenForm({
    schema: autopayForm,
    defaults: {
      ...(earliest && { daysBeforeDue: String(earliest.daysBeforeDue) }),
      ...(first && { accountId: first }),
    },
    names: { acceptAuthorization: words.authorizationTitle },
    failure: words.failed,
    send: async ({ accountId, daysBeforeDue }) => {
      try {
        const chosen = dayOf(plan, daysBeforeDue);
        if (chosen === undefined) return { errors: [{ field: 'daysBeforeDue', message: words.chooseDay }] };
        const { firstDebit } = chosen;
        const body = {
          choice: 'authorize',
          accountId,
          daysBeforeDue: chosen.daysBeforeDue,
          firstDebit,
          acceptAuthorization: true,
        } as const;
        onAuthorized(await call(setAutopay, href, { body }));
        return undefined;
      } catch (failure) {
        if (failure instanceof ApiFailure && failure.has('plan-changed')) await onChanged();
        throw failure;
      }
    },
  });
  const sentences = authorizationOf(
    plan,
    { accountId: form.value('accountId'), daysBeforeDue: form.value('daysBeforeDue') },
    brand.legalName,
  );
  useRenewedAgreement(form, sentences?.join(' '));
  const chosen = dayOf(plan, form.value('daysBeforeDue'));
  return (
    <Form form={form}>
      <PaydayFields form={form} plan={plan} />
      <RadioGroup
        field={form.field('accountId')}
        label={words.accounts}
        options={accountOptions(plan.accounts)}
      />
      <RadioGroup
        field={form.field('daysBeforeDue')}
        label={words.day}
        {...(plan.loan && { hint: words.dayHint(dayOfMonth(plan.loan.firstDue)) })}
        options={plan.days.map(({ daysBeforeDue, firstDebit }) => ({
          value: String(daysBeforeDue),
          label: words.dayOption(daysBeforeDue),
          hint: words.firstOn(firstDebit),
        }))}
      />
      {chosen && plan.ifSetUp && (
        <FirstPayment plan={plan} begins={{ ...plan.ifSetUp, firstDebit: chosen.firstDebit }} live />
      )}
      <Card title={words.authorizationTitle}>
        {sentences ? (
          <Authorization field={form.field('acceptAuthorization')} sentences={sentences} />
        ) : (
          <p>{words.authorizationWaits}</p>
        )}
        <p>{words.copy}</p>
      </Card>
      <Actions>
        <SubmitButton form={form} words={words.button} busyWords={words.submitting} />
        {canSkip && <SkipButton onSkipped={onSkipped} />}
      </Actions>
      {canSkip && plan.loan && <p>{words.first.without}</p>}
    </Form>
  );
}

interface AuthorizationProps {
  readonly field: FieldWiring;
  readonly sentences: readonly string[];
}

/** The checkbox agrees to all of its sentences. The day and the right to stop are in view, and a screen reader gets the others too. */
function Authorization({ field, sentences }: AuthorizationProps) {
  const id = useId();
  const { agreed, inView, folded } = inParts(sentences);
  return (
    <>
      <Checkbox
        field={field}
        label={`${agreed} ${words.authorizationAll}`}
        describedBy={`${id}view ${id}rest`}
      />
      <div id={`${id}view`}>
        <Sentences of={inView} />
      </div>
      <details>
        <summary>{words.authorizationRest}</summary>
        <div id={`${id}rest`}>
          <Sentences of={folded} />
        </div>
      </details>
    </>
  );
}

const Sentences = ({ of }: { readonly of: readonly string[] }) =>
  of.map((sentence) => (
    <p key={sentence} className={styles.sentence}>
      {sentence}
    </p>
  ));

/** A changed sentence needs a new agreement, so the box is cleared. */
function useRenewedAgreement(form: ScreenForm<typeof autopayForm>, authorization: string | undefined): void {
  const agreedTo = useRef(authorization);
  useEffect(() => {
    if (agreedTo.current === authorization) return;
    agreedTo.current = authorization;
    if (form.value('acceptAuthorization') !== true) return;
    form.reset('acceptAuthorization');
    form.setError('acceptAuthorization', words.changed);
  });
}

const dayOfMonth = (date: string) => Number(date.slice(-2));

interface PaydayFieldsProps {
  readonly form: ScreenForm<typeof autopayForm>;
  readonly plan: Autopay;
}

/** When the applicant is paid, which suggests the day of the debit. */
function PaydayFields({ form, plan }: PaydayFieldsProps) {
  const today = useToday();
  const rhythm = payRhythms.find((one) => one === form.value('payRhythm'));
  return (
    <>
      <SelectField
        field={form.field('payRhythm')}
        label={words.payday}
        hint={words.paydayHint}
        size="medium"
        options={payRhythms.map((value) => ({ value, label: words.payRhythms[value] }))}
        onValue={() => form.set('payday', '')}
      />
      {rhythm && (
        <SelectField
          key={rhythm}
          field={form.field('payday')}
          label={words.paydays[rhythm]}
          hint={rhythm === 'month' ? words.paydayOfMonthHint : undefined}
          size="medium"
          options={paydaysOf(rhythm, today)}
          onValue={(payday) => {
            const days = payday === '' ? undefined : dayAfterPayday(plan, rhythm, payday);
            if (days !== undefined) form.set('daysBeforeDue', String(days));
          }}
        />
      )}
    </>
  );
}

function paydaysOf(rhythm: PayRhythm, today: string) {
  if (rhythm === 'month')
    return Array.from({ length: 31 }, (_, at) => ({ value: String(at + 1), label: words.paidOn(at + 1) }));
  if (rhythm === 'week')
    return Array.from({ length: 7 }, (_, day) => ({ value: String(day), label: words.weekday(day) }));
  return nextTwoWeeks(today).map((value) => ({ value, label: words.paidOnDate(value) }));
}
