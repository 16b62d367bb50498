import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { calendarDay } from '#contract/calendar-day.ts';
import { formConsents } from '#contract/form-consents.ts';
import { getAllowedSteps } from '#contract/journey.ts';
import { Checkbox } from '../../forms/Controls.tsx';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import { useScreenForm } from '../../forms/use-screen-form.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { useReadOnce } from '../../journey/use-read-once.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useBrowserValue, useIsHydrated } from '../../lib/use-browser-value.ts';
import { ConsentSentence } from '../../shared/ConsentSentence.tsx';
import { TextConsent } from '../../shared/TextConsent.tsx';
import { landingText } from '../../wording/landing.ts';
import { formText as words } from '../../wording/prequalification-form.ts';
import type { FillAddress } from './AddressField.tsx';
import { draft, readTypedAnswers } from './draft.ts';
import { AboutHome, AboutIncome, AboutYou, SocialSecurityNumber } from './FormSections.tsx';
import { emptyValues, formSchema } from './form-schema.ts';
import styles from './Landing.module.css';
import type { LandingFormProps } from './Landing.tsx';
import { useIncomeCheck } from './use-income-check.ts';
import { usePartProgress } from './use-part-progress.ts';
import { useRequestedAmount } from './use-requested-amount.ts';
import { useSendForm } from './use-send-form.ts';
import { useServedStates, useStateCheck } from './use-served-states.ts';
import { useTypedAnswers } from './use-typed-answers.ts';

const addressParts = ['city', 'state', 'zipCode'] as const;
const AnswerDialogs = lazyPart(() => import('./AnswerDialogs.tsx'));
const ZipQuestion = lazyPart(() => import('./ZipQuestion.tsx'));
const StoppedDeviceCheck = lazyPart(() => import('../../shared/StoppedDeviceCheck.tsx'));

export default function PrequalificationForm({ id, experience, onSession }: LandingFormProps) {
  const { now, settings } = useEnvironment();
  const served = useServedStates();
  const schema = useMemo(
    () => formSchema(() => calendarDay(now()), served, settings.isProduction),
    [now, served, settings],
  );
  const { isReturning, isRefilled, defaults } = useEarlierAnswers(schema);
  const state = useStateCheck(served, defaults.state);
  const income = useIncomeCheck();
  const typed = useTypedAnswers();
  const progress = usePartProgress(schema);
  const { send, captchaPlace } = useSendForm({ experience, onUnserved: state.refuse, onLeave: typed.erase });
  useReadOnce((call, signal) => call(getAllowedSteps, undefined, { signal }), onSession);
  const form = useScreenForm({
    schema,
    // Enter sends the form from the income field itself, before the field is left.
    send: (values) => (income.check(values.mainIncome) ? 'again' : send(values)),
    defaults,
    onChange: (values) => {
      typed.keep(values);
      progress.update(values);
    },
    failure: words.networkFailure,
    onRefused: (names) => {
      if (names.includes('state')) state.check(form.value('state'));
    },
  });
  const earlier = { form, isRefilled, isReturning };
  const amount = useRequestedAmount();
  const [branch, setBranch] = useState<string>();
  const isHydrated = useIsHydrated();
  const incomeId = form.field('mainIncome').id;

  // Answers from before hydration get the same checks as answers given now.
  const checkEarlyAnswers = useEffectEvent(() => {
    progress.update(form.values());
    const [code, amount] = [form.value('state'), form.value('mainIncome')];
    if (code !== defaults.state) state.check(code);
    if (amount !== defaults.mainIncome && document.activeElement?.id !== incomeId) income.check(amount);
  });
  useEffect(() => checkEarlyAnswers(), []);
  const keepAmount = useEffectEvent((chosen: number) => {
    if (!typed.hasKept(chosen)) typed.keep(form.values());
  });
  useEffect(() => {
    if (amount) keepAmount(amount);
  }, [amount]);

  const fillAddress: FillAddress = async (street, reading) => {
    form.set('streetAddress', street);
    const typed = () => String(addressParts.map((part) => form.values()[part]));
    const streetTyped = () => form.values().streetAddress ?? '';
    const [before, streetBefore] = [typed(), streetTyped()];
    const address = await reading.catch(() => undefined);
    // What was typed meanwhile stays, such as an apartment after the street.
    if (typed() !== before || !streetTyped().startsWith(streetBefore)) return '';
    if (!address) {
      form.setError('city', words.suggestions.unread);
      return words.suggestions.unread;
    }
    if (streetTyped() === streetBefore) form.set('streetAddress', address.streetAddress);
    for (const part of addressParts) form.set(part, address[part]);
    state.check(address.state);
    return words.suggestions.filled;
  };

  return (
    <Form form={form} id={id} label={landingText.submit}>
      <AboutYou {...earlier} progress={progress.of('you')} />
      <AboutHome
        form={form}
        progress={progress.of('home')}
        onAddress={fillAddress}
        onState={state.check}
        branch={branch}
      >
        {state.notices.map((notice) => (
          <p key={notice}>{notice}</p>
        ))}
        {isHydrated && form.value('zipCode').length === 5 && <ZipQuestion form={form} onBranch={setBranch} />}
      </AboutHome>
      <AboutIncome form={form} progress={progress.of('income')} onIncome={income.check} />
      <div className={styles.send}>
        <SocialSecurityNumber {...earlier} />
        {amount !== undefined && <p>{words.requested(amount)}</p>}
        <Checkbox
          field={form.field('agreeWithTermsOfUse')}
          label={<ConsentSentence consent={formConsents.terms} />}
        />
        <TextConsent field={form.field('acceptTexts')} />
        <p className={styles.small}>
          <ConsentSentence consent={formConsents.contact} />
        </p>
        <div ref={captchaPlace} className={styles.captcha} />
        <SubmitButton form={form} words={landingText.submit} busyWords={words.submitting} />
        {isHydrated && <StoppedDeviceCheck />}
      </div>
      {(state.unserved !== undefined || income.unusual !== undefined) && (
        <AnswerDialogs {...{ served, state, income, incomeId }} />
      )}
    </Form>
  );
}

/** The initial answers: those of an applicant who returns to correct them, and unsent ones after a reload. */
function useEarlierAnswers(schema: ReturnType<typeof formSchema>) {
  const { now } = useEnvironment();
  const [answers] = useState(() => {
    const sent = draft();
    const unsent = readTypedAnswers(now().getTime())?.values;
    return {
      isReturning: sent !== undefined,
      hasUnsent: Object.values(unsent ?? {}).some(Boolean),
      defaults: { ...emptyValues(schema), ...sent, ...unsent },
    };
  });
  const { isReturning, hasUnsent, defaults } = answers;
  const isRefilled = useBrowserValue(() => isReturning || hasUnsent, isReturning);
  return { isReturning, isRefilled, defaults };
}
