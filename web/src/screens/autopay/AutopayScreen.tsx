import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { type Autopay, getAutopay, setAutopay } from '#contract/autopay.ts';
import { isRefusedAs } from '../../api/failures.ts';
import { Checkbox, RadioGroup } from '../../forms/Controls.tsx';
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
import { Alert } from '../../ui/Alert.tsx';
import { Actions, Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { autopayText as words } from '../../wording/autopay.ts';
import { brand } from '../../wording/lender.ts';
import { accountAtFirst, accountOptions } from '../deposit/AccountOptions.tsx';
import { authorizationOf, autopayForm, dayOf, inParts } from './authorization.ts';
import { DebitCalendar } from './DebitCalendar.tsx';
import styles from './FirstPayment.module.css';
import { FirstPayment } from './FirstPayment.tsx';

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
      <ScreenPage screen="autopay" heading={words.activeHeading} lead={words.activeLead} beside={summary}>
        <ActiveAutopay
          plan={data}
          chosen={data.chosen}
          onCanceled={(answer) => {
            save(answer);
            setCanceled(true);
          }}
        />
      </ScreenPage>
    );
  }
  if (data?.paidOn) {
    return (
      <ScreenPage
        screen="autopay"
        heading={words.paidHeading}
        lead={words.paid(data.paidOn)}
        beside={summary}
      />
    );
  }
  return (
    <ScreenPage screen="autopay" heading={words.heading} lead={words.lead} beside={summary}>
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

/** Sets autopay up or skips it. Without a plan, an account or a payment that is left to make, it can only be skipped. */
function Decision({ plan, canSkip, onDecided }: DecisionProps) {
  const { data } = plan;
  if (data && data.accounts.length > 0 && data.days.length > 0)
    return <AutopayForm plan={data} reload={plan.refetch} canSkip={canSkip} onDecided={onDecided} />;
  if (!data && plan.errorUpdateCount === 0) return <Waiting messages={[words.loading]} />;
  return (
    <>
      {data ? (
        <p>{data.accounts.length > 0 ? words.noDays : words.noAccounts}</p>
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
    async () => void onSkipped(await call(setAutopay, href, { body: { choice: 'skip' } })),
    words.failed,
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
  const account = form.field('accountId');
  const accounts = accountOptions(plan.accounts);
  const paying = accounts.find(({ value }) => value === form.value('accountId'));
  const mustChoose = !paying || Boolean(account.error);
  const list = useRef<HTMLDetailsElement>(null);
  // It stays open then: the focus may be on an account in it.
  useEffect(() => {
    if (mustChoose && list.current) list.current.open = true;
  }, [mustChoose]);
  return (
    <Form form={form}>
      <DebitCalendar field={form.field('daysBeforeDue')} plan={plan} chosen={form.value('daysBeforeDue')} />
      {chosen && plan.ifSetUp && (
        <FirstPayment plan={plan} begins={{ ...plan.ifSetUp, firstDebit: chosen.firstDebit }} live />
      )}
      {(plan.accounts.length > 1 || mustChoose) && (
        <details ref={list} open={!first}>
          <summary>
            {words.payFrom} {paying?.label}
          </summary>
          <RadioGroup field={account} label={words.accounts} options={accounts} />
        </details>
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
