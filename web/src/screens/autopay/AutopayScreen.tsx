import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { type Autopay, getAutopay, setAutopay } from '#contract/autopay.ts';
import { isRefusedAs } from '../../api/failures.ts';
import { Checkbox, RadioGroup, SelectField } from '../../forms/Controls.tsx';
import type { FieldWiring } from '../../forms/Field.tsx';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import { type ScreenForm, useScreenForm } from '../../forms/use-screen-form.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { useSaveAnswer, useServerQuery } from '../../journey/queries.ts';
import { useAction } from '../../journey/use-action.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { LinkTo } from '../../shared/LinkTo.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { useToday } from '../../shared/use-day-text.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Actions, Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { autopayText as words } from '../../wording/autopay.ts';
import { brand } from '../../wording/lender.ts';
import { accountAtFirst, accountOptions } from '../deposit/AccountOptions.tsx';
import { authorizationOf, autopayForm, dayOf, inParts } from './authorization.ts';
import styles from './FirstPayment.module.css';
import { FirstPayment } from './FirstPayment.tsx';
import { dayAfterPayday, nextTwoWeeks, type PayRhythm, payRhythms } from './payday.ts';

/** Fetched only after an earlier decision, since most applicants have yet to decide. */
const ActiveAutopay = lazyPart(() => import('./ActiveAutopay.tsx'), <Waiting messages={[words.loading]} />);

export default function AutopayScreen() {
  const navigate = useNavigateTo();
  const now = useJourney();
  const plan = useServerQuery(getAutopay, now?.links.autopay);
  const save = useSavePlan(now?.links.autopay);
  // After a decision this page stays unchanged until the next one is there.
  const [deciding, setDeciding] = useState(false);
  const [canceled, setCanceled] = useState(false);
  const { data } = plan;
  const summary = now?.allowed.includes('success') && <LinkTo screen="success">{words.back}</LinkTo>;

  if (data?.status === 'ACTIVE' && data.chosen && !deciding) {
    return (
      <ScreenPage screen="autopay" heading={words.activeHeading} lead={words.activeLead}>
        <ActiveAutopay
          plan={data}
          chosen={data.chosen}
          onCanceled={(answer) => {
            save(answer);
            setCanceled(true);
          }}
        />
        {summary}
      </ScreenPage>
    );
  }
  if (data?.paidOn) {
    return (
      <ScreenPage screen="autopay" heading={words.paidHeading} lead={words.paid(data.paidOn)}>
        {summary}
      </ScreenPage>
    );
  }
  return (
    <ScreenPage screen="autopay" heading={words.heading} lead={words.lead}>
      {data?.stopped && !deciding && <Alert>{words.stopped[data.stopped]}</Alert>}
      {canceled && (
        <Alert kind="success" live>
          {words.canceled}
        </Alert>
      )}
      <Decision
        plan={plan}
        canSkip={!summary}
        onDecided={(answer) => {
          setDeciding(true);
          save(answer);
          navigate('success');
        }}
      />
      {summary}
    </ScreenPage>
  );
}

/** Saves the plan of a response, after which other screens' cached responses are outdated. */
function useSavePlan(href: string | undefined): (answer: Autopay) => void {
  const queries = useQueryClient();
  const save = useSaveAnswer(getAutopay, href);
  return (answer) => {
    save(answer);
    // The authorization is one of the loan documents, and what was read of them is no longer all.
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== getAutopay.path });
  };
}

interface DecisionProps {
  readonly plan: ReturnType<typeof useServerQuery<typeof getAutopay>>;
  readonly canSkip: boolean;
  readonly onDecided: (answer: Autopay) => void;
}

/** Sets autopay up or skips it. Without a plan or an account, it can only be skipped. */
function Decision({ plan, canSkip, onDecided }: DecisionProps) {
  const { data } = plan;
  if (data && data.accounts.length > 0)
    return <AutopayForm plan={data} reload={plan.refetch} canSkip={canSkip} onDecided={onDecided} />;
  if (!data && plan.errorUpdateCount === 0) return <Waiting messages={[words.loading]} />;
  return (
    <>
      {data ? (
        <p>{words.noAccounts}</p>
      ) : (
        <LoadFailed busy={plan.isFetching} onRetry={() => void plan.refetch()}>
          {words.notLoaded}
        </LoadFailed>
      )}
      <SkipButton onSkipped={onDecided} />
    </>
  );
}

/** Skipping autopay takes one press, just like accepting it. */
function SkipButton({ onSkipped }: { readonly onSkipped: DecisionProps['onDecided'] }) {
  const { call } = useEnvironment();
  const href = useJourney()?.links.autopay;
  const skip = useAction(
    async () => onSkipped(await call(setAutopay, href, { body: { choice: 'skip' } })),
    () => words.failed,
  );
  return (
    <Button {...skip} kind="secondary" busyWords={words.skipping}>
      {words.skip}
    </Button>
  );
}

interface AutopayFormProps extends Omit<DecisionProps, 'plan'> {
  readonly plan: Autopay;
  readonly reload: () => Promise<unknown>;
}

function AutopayForm({ plan, reload, canSkip, onDecided }: AutopayFormProps) {
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
        const body = {
          choice: 'authorize',
          accountId,
          daysBeforeDue: chosen.daysBeforeDue,
          firstDebit: chosen.firstDebit,
          acceptAuthorization: true,
        } as const;
        onDecided(await call(setAutopay, href, { body }));
        return undefined;
      } catch (failure) {
        if (isRefusedAs(failure, 'plan-changed')) await reload();
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
        {...(plan.loan && { hint: words.dayHint(Number(plan.loan.firstDue.slice(-2))) })}
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
        {canSkip && <SkipButton onSkipped={onDecided} />}
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

type PlanForm = ScreenForm<typeof autopayForm>;

/** A changed sentence needs a new agreement, so the box is cleared. */
function useRenewedAgreement(form: PlanForm, authorization: string | undefined): void {
  const agreedTo = useRef(authorization);
  useEffect(() => {
    if (agreedTo.current === authorization) return;
    agreedTo.current = authorization;
    if (form.value('acceptAuthorization') !== true) return;
    form.reset('acceptAuthorization');
    form.setError('acceptAuthorization', words.changed);
  });
}

/** When the applicant is paid, which suggests the day of the debit. */
function PaydayFields({ form, plan }: { readonly form: PlanForm; readonly plan: Autopay }) {
  const today = useToday();
  const rhythm = payRhythms.find((name) => name === form.value('payRhythm'));
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
