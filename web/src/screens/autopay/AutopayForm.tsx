// Chooses an account and a day, and authorizes autopay.
import { useEffect, useRef } from 'react';
import { type Autopay, setAutopay } from '#contract/autopay.ts';
import { ApiFailure } from '../../api/failures.ts';
import { Checkbox, RadioGroup, SelectField } from '../../forms/Controls.tsx';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import { useScreenForm } from '../../forms/use-screen-form.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useRedirectToState } from '../../journey/use-redirect-to-state.ts';
import { pause } from '../../lib/timers.ts';
import { Actions } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { autopayText as words } from '../../wording/autopay.ts';
import { brand } from '../../wording/lender.ts';
import { accountAtFirst, accountOptions } from '../deposit/AccountOptions.tsx';
import { authorizationOf, autopayForm, dayAtFirst, isBeforeDue } from './authorization.ts';
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
  const { call, timers } = useEnvironment();
  const redirect = useRedirectToState();
  const href = useJourney()?.links.autopay;
  const first = accountAtFirst(plan.accounts);
  const form = useScreenForm({
    schema: autopayForm,
    defaults: { day: dayAtFirst(plan), ...(first && { accountId: first }) },
    failure: words.failed,
    send: async ({ accountId, day }) => {
      try {
        const chosen = plan.days.find((one) => String(one.day) === day);
        if (chosen === undefined) return { errors: [{ field: 'day', message: words.chooseDay }] };
        const { firstDebit } = chosen;
        const body = {
          choice: 'authorize',
          accountId,
          day: chosen.day,
          firstDebit,
          acceptAuthorization: true,
        } as const;
        onAuthorized(await call(setAutopay, href, { body }));
        return undefined;
      } catch (failure) {
        if (failure instanceof ApiFailure && failure.has('plan-changed')) await onChanged();
        if (await redirect.afterRefusal(failure)) return undefined;
        throw failure;
      }
    },
  });
  const authorization = authorizationOf(
    plan,
    { accountId: form.value('accountId'), day: form.value('day') },
    brand.legalName,
  );
  // A changed sentence needs a new agreement, so the box is cleared.
  const agreedTo = useRef(authorization);
  useEffect(() => {
    if (agreedTo.current === authorization) return;
    agreedTo.current = authorization;
    if (form.value('acceptAuthorization') !== true) return;
    form.set('acceptAuthorization', false as never);
    // Clearing the box validates it. The reason is set after that.
    void pause(timers, 0).then(() => form.setError('acceptAuthorization', words.changed));
  });
  return (
    <Form form={form}>
      <p>{words.payment(plan.paymentAmount)}</p>
      <RadioGroup
        field={form.field('accountId')}
        label={words.accounts}
        options={accountOptions(plan.accounts)}
      />
      <SelectField
        field={form.field('day')}
        label={words.day}
        {...(plan.loan && { hint: words.dayHint(plan.loan.firstDue, isBeforeDue(plan, form.value('day'))) })}
        options={plan.days.map(({ day, firstDebit }) => ({
          value: String(day),
          label: words.dayOption(day, firstDebit),
        }))}
      />
      <Card title={words.authorizationTitle}>
        {authorization ? (
          <Checkbox field={form.field('acceptAuthorization')} label={authorization} />
        ) : (
          <p>{words.authorizationWaits}</p>
        )}
        <p>{words.copy}</p>
      </Card>
      <Actions>
        <SubmitButton form={form} busyWords={words.submitting}>
          {words.button}
        </SubmitButton>
        {canSkip && <SkipButton onSkipped={onSkipped} />}
      </Actions>
    </Form>
  );
}
