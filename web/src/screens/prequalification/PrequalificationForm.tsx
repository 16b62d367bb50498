// The prequalification form.
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { getAllowedSteps } from '#contract/journey.ts';
import { Checkbox } from '../../forms/Controls.tsx';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import { useScreenForm } from '../../forms/use-screen-form.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { localDay } from '../../lib/days.ts';
import { ConsentSentence } from '../../shared/ConsentSentence.tsx';
import { landingText } from '../../wording/landing.ts';
import { formText as words } from '../../wording/prequalification-form.ts';
import type { Address } from './AddressField.tsx';
import { draft, typedBefore } from './draft.ts';
import { AboutHome, AboutIncome, AboutYou } from './FormSections.tsx';
import { emptyValues, formSchema } from './form-schema.ts';
import styles from './Landing.module.css';
import type { LandingFormProps } from './Landing.tsx';
import { useIncomeCheck } from './use-income-check.ts';
import { usePartProgress } from './use-part-progress.ts';
import { useSendForm } from './use-send-form.ts';
import { useServedStates } from './use-served-states.ts';
import { useTypedAnswers } from './use-typed-answers.ts';

const AnswerDialogs = lazy(() => import('./AnswerDialogs.tsx'));

export default function PrequalificationForm({ id, experience, onSession }: LandingFormProps) {
  const { call, now } = useEnvironment();
  const served = useServedStates();
  const schema = useMemo(() => formSchema(() => localDay(now()), served), [now, served]);
  const [unservedState, setUnservedState] = useState<string>();
  const income = useIncomeCheck();
  const typed = useTypedAnswers();
  const progress = usePartProgress(schema);
  const { send, captchaPlace } = useSendForm({
    experience,
    served,
    onUnserved: setUnservedState,
    onLeave: typed.erase,
  });

  useEffect(() => {
    const stop = new AbortController();
    call(getAllowedSteps, undefined, { signal: stop.signal })
      .then(onSession)
      .catch(() => {});
    return () => stop.abort();
  }, [call, onSession]);

  const [home, setHome] = useState<string>();
  const checkState = (code: string) => {
    setHome(code);
    if (code && !served.some((one) => one.code === code)) setUnservedState(code);
  };
  const [isReturning] = useState(() => draft() !== undefined);
  const [unsent] = useState(() => typedBefore(now().getTime()));
  const [defaults] = useState(() => ({ ...emptyValues(schema), ...draft(), ...unsent }));
  // A prerendered form shows it only once it is hydrated.
  const [isRefilled, setRefilled] = useState(isReturning);
  useEffect(() => setRefilled(isReturning || unsent !== undefined), [isReturning, unsent]);
  const form = useScreenForm({
    schema,
    // Enter sends the form from the income field itself, before the field is left.
    send: (values) => (income.check(values.mainIncome) ? 'again' : send(values)),
    defaults,
    onChange: (values) => {
      typed.keep(values);
      progress.hear(values);
    },
    failure: words.networkFailure,
    onRefused: (names) => {
      if (names.includes('state')) checkState(form.value('state'));
    },
  });
  const incomeId = form.field('mainIncome').id;

  // Answers from before hydration get the same checks as answers given now.
  const checkEarlyAnswers = useRef(() => {
    progress.hear(form.values());
    const [state, typed] = [form.value('state'), form.value('mainIncome')];
    if (state !== defaults.state) checkState(state);
    if (typed !== defaults.mainIncome && document.activeElement?.id !== incomeId) income.check(typed);
  });
  useEffect(() => checkEarlyAnswers.current(), []);

  const fillAddress = (address: Address) => {
    form.set('streetAddress', address.streetAddress);
    form.set('city', address.city);
    form.set('state', address.state);
    form.set('zipCode', address.zipCode);
    checkState(address.state);
  };

  return (
    <Form form={form} id={id} label={landingText.submit}>
      <AboutYou form={form} progress={progress.of('you')} isRefilled={isRefilled} isReturning={isReturning} />
      <AboutHome form={form} progress={progress.of('home')} onAddress={fillAddress} onState={checkState}>
        {served
          .find((one) => one.code === (home ?? defaults.state))
          ?.notices?.map((notice) => (
            <p key={notice}>{notice}</p>
          ))}
      </AboutHome>
      <AboutIncome form={form} progress={progress.of('income')} onIncome={income.check} />
      <div className={styles.send}>
        <Checkbox field={form.field('agreeWithTermsOfUse')} label={<ConsentSentence name="terms" />} />
        <p className={styles.contact}>
          <ConsentSentence name="contact" />
        </p>
        <div ref={captchaPlace} />
        <SubmitButton form={form} busyWords={words.submitting}>
          {landingText.submit}
        </SubmitButton>
        <p className={styles.afterwards}>{words.afterwards}</p>
      </div>
      {(unservedState !== undefined || income.unusual !== undefined) && (
        <Suspense fallback={null}>
          <AnswerDialogs
            unserved={unservedState}
            served={served}
            onClose={() => setUnservedState(undefined)}
            income={income}
            incomeId={incomeId}
          />
        </Suspense>
      )}
    </Form>
  );
}
