// The prequalification form.
import { useEffect, useMemo, useRef, useState } from 'react';
import { limits, plainNumber, residentialStatuses, residentialStatusLabels } from '#contract/fields.ts';
import { getAllowedSteps } from '#contract/journey.ts';
import {
  submissionKeyHeader,
  submitPrequalification,
  type PrequalificationForm as Values,
} from '#contract/prequalification.ts';
import application from '#lender/public/application.json';
import { ApiFailure } from '../../api/failures.ts';
import {
  Checkbox,
  CurrencyField,
  DateField,
  MaskedField,
  RadioGroup,
  SelectField,
  SsnField,
  TextField,
} from '../../forms/Controls.tsx';
import { FieldRow, FieldSection, Form, SubmitButton } from '../../forms/Form.tsx';
import { phoneMask, zipMask } from '../../forms/masks.ts';
import { presses } from '../../forms/presses.ts';
import { type Sent, useScreenForm } from '../../forms/use-screen-form.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { marketingNow } from '../../journey/marketing.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { type Captcha, mountCaptcha, startDeviceSession } from '../../journey/third-party-scripts.ts';
import { localDay } from '../../lib/days.ts';
import { randomKey } from '../../lib/random-key.ts';
import { ConsentSentence } from '../../shared/ConsentSentence.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { landingText as words } from '../../wording/prequalification.ts';
import { type Address, AddressField } from './AddressField.tsx';
import { draft, saveDraft } from './draft.ts';
import { formSchema, unserved } from './form-schema.ts';
import styles from './Landing.module.css';
import type { LandingFormProps } from './Landing.tsx';
import { OutOfState, useServedStates } from './OutOfState.tsx';
import { afterSubmit, ageOn, requestOf, submissionKeys } from './submission.ts';
import { usStates } from './us-states.ts';

const { belowDollars, aboveDollars } = application.annualIncomeToConfirm;
const residenceOptions = residentialStatuses.map((value) => ({
  value,
  label: residentialStatusLabels[value],
}));

const empty = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  dob: '',
  ssn: '',
  streetAddress: '',
  city: '',
  state: '',
  zipCode: '',
  monthlyPayment: '',
  mainIncome: '',
  additionalIncome: '',
};

export default function PrequalificationForm({ id, experience, onApplication }: LandingFormProps) {
  const { call, now, timers, settings } = useEnvironment();
  const navigate = useNavigateTo();
  const today = useMemo(() => () => localDay(now()), [now]);
  const [termKey] = useState(() => submissionKeys(randomKey));
  const [refusedState, setRefusedState] = useState<string>();
  const [doubtful, setDoubtful] = useState<number>();
  const confirmedIncome = useRef<number>(undefined);
  const served = useServedStates();
  const schema = useMemo(() => formSchema(today, served), [today, served]);

  const captchaPlace = useRef<HTMLDivElement>(null);
  const captcha = useRef<Captcha>(undefined);
  const deviceSession = useRef<() => Promise<string | undefined>>(undefined);
  useEffect(() => {
    if (!captchaPlace.current) return;
    const mounted = mountCaptcha(captchaPlace.current, settings.recaptcha, timers);
    captcha.current = mounted;
    deviceSession.current ??= startDeviceSession(settings.socure, timers);
    return () => mounted.remove();
  }, [settings, timers]);

  useEffect(() => {
    const stop = new AbortController();
    call(getAllowedSteps, undefined, { signal: stop.signal })
      .then(({ rest }) => onApplication(rest))
      .catch(() => {});
    return () => stop.abort();
  }, [call, onApplication]);

  const send = async (values: Values): Promise<Sent> => {
    // Sent by a key from the field itself, which was never left.
    if (doubtIncome(values.mainIncome)) return 'again';
    saveDraft(values);
    const age = ageOn(today(), values.dob);
    const state = served.find(({ code }) => code === values.state);
    if (state && age !== undefined && age < state.minimumAge) {
      navigate('too-young');
      return 'again';
    }
    const request = requestOf(values, experience, marketingNow());
    const [recaptcha, socureDeviceSessionId] = await Promise.all([
      captcha.current?.token(),
      deviceSession.current?.(),
    ]);
    try {
      const answer = await call(submitPrequalification, undefined, {
        body: {
          ...request,
          tracking: { ...request.tracking, ...(socureDeviceSessionId && { socureDeviceSessionId }) },
          ...(recaptcha && { recaptcha }),
        },
        headers: { [submissionKeyHeader]: termKey(request) },
      });
      if (answer.errors && answer.errors.length > 0) return { errors: answer.errors };
      navigate(afterSubmit(answer));
      return undefined;
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      if (failure.has('offline')) navigate('offline-error');
      else if (failure.has('too-young')) navigate('too-young');
      else if (failure.has('out-of-state')) {
        setRefusedState(values.state);
        return { errors: [{ field: 'state', message: unserved(values.state) }] };
      } else throw failure;
      return 'again';
    }
  };

  const [defaults] = useState(() => ({ ...empty, ...draft() }));
  const form = useScreenForm({
    schema,
    send,
    defaults,
    failure: words.networkFailure,
    onRefused: (names) => {
      if (names.includes('state')) missState(form.value('state'));
    },
  });
  const income = form.field('mainIncome');
  const dob = form.field('dob');

  const missState = (code: string) => {
    if (code && !served.some((one) => one.code === code)) setRefusedState(code);
  };
  function doubtIncome(typed: string): boolean {
    const amount = Number(plainNumber(typed) || Number.NaN);
    if (!Number.isInteger(amount) || amount > limits.income || amount === confirmedIncome.current)
      return false;
    const isDoubtful = amount < belowDollars || amount > aboveDollars;
    if (isDoubtful) setDoubtful(amount);
    return isDoubtful;
  }
  // What was answered before the page came alive is looked at as if it were answered now.
  const lookAtEarly = useRef(() => {
    const [state, typed] = [form.value('state'), form.value('mainIncome')];
    if (state !== defaults.state) missState(state);
    if (typed !== defaults.mainIncome && document.activeElement?.id !== income.id) doubtIncome(typed);
  });
  useEffect(() => lookAtEarly.current(), []);
  const takeAddress = (address: Address) => {
    form.set('streetAddress', address.streetAddress);
    form.set('city', address.city);
    form.set('state', address.state);
    form.set('zipCode', address.zipCode);
    missState(address.state);
  };

  return (
    <Form form={form} id={id} label={words.formLabel}>
      <FieldSection title={words.aboutYou}>
        <FieldRow>
          <TextField
            field={form.field('firstName')}
            label={words.firstName}
            autoComplete="given-name"
            autoCapitalize="words"
            maxLength={limits.name}
          />
          <TextField
            field={form.field('lastName')}
            label={words.lastName}
            autoComplete="family-name"
            autoCapitalize="words"
            maxLength={limits.name}
          />
        </FieldRow>
        <TextField
          field={form.field('email')}
          label={words.email}
          hint={words.emailHint}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.email + 1}
        />
        <MaskedField
          field={form.field('phone')}
          label={words.phone}
          hint={words.phoneHint}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          size="medium"
          mask={phoneMask}
        />
        <DateField
          field={{
            ...dob,
            onBlur: (event) => {
              dob.onBlur(event);
              if ((event.target as HTMLInputElement).value !== '' && form.value('state') !== '')
                presses().after(() => form.check('state'));
            },
          }}
          label={words.dob}
          hint={words.dobHint}
          autoComplete="bday"
          maxLength={limits.date}
          now={now}
          // How old an applicant has to be is the state's rule: what was said of the state is open until both are answered.
          onValue={() => form.clearError('state')}
        />
        <SsnField field={form.field('ssn')} label={words.ssn} hint={words.ssnHint} maxLength={limits.ssn} />
      </FieldSection>

      <FieldSection title={words.aboutHome}>
        <AddressField
          field={form.field('streetAddress')}
          maxLength={limits.streetAddress + 1}
          onAddress={takeAddress}
        />
        <TextField
          field={form.field('city')}
          label={words.city}
          autoComplete="address-level2"
          autoCapitalize="words"
          maxLength={limits.city}
        />
        <FieldRow>
          <SelectField
            field={form.field('state')}
            label={words.state}
            options={usStates}
            autoComplete="address-level1"
            onValue={missState}
          />
          <MaskedField
            field={form.field('zipCode')}
            label={words.zipCode}
            autoComplete="postal-code"
            size="short"
            mask={zipMask}
          />
        </FieldRow>
        <RadioGroup
          field={form.field('residentialStatus')}
          label={words.residentialStatus}
          options={residenceOptions}
        />
        <CurrencyField
          field={form.field('monthlyPayment')}
          label={words.monthlyPayment}
          hint={words.monthlyPaymentHint}
        />
      </FieldSection>

      <FieldSection title={words.aboutIncome}>
        <CurrencyField
          field={{
            ...income,
            onBlur: (event) => {
              income.onBlur(event);
              const { value } = event.target as HTMLInputElement;
              presses().after(() => doubtIncome(value));
            },
          }}
          label={words.mainIncome}
          hint={words.mainIncomeHint}
        />
        <CurrencyField
          field={form.field('additionalIncome')}
          label={words.additionalIncome}
          hint={words.additionalIncomeHint}
        />
      </FieldSection>

      <div className={styles.send}>
        <Checkbox field={form.field('agreeWithTermsOfUse')} label={<ConsentSentence name="terms" />} />
        <p className={styles.contact}>
          <ConsentSentence name="contact" />
        </p>
        <div ref={captchaPlace} />
        <SubmitButton form={form} busyWords={words.submitting}>
          {words.submit}
        </SubmitButton>
        <p className={styles.afterwards}>{words.afterwards}</p>
      </div>

      <OutOfState state={refusedState} served={served} onClose={() => setRefusedState(undefined)} />
      <ConfirmDialog
        open={doubtful !== undefined && refusedState === undefined}
        title={words.incomeDialog.title}
        confirmWords={words.incomeDialog.keep}
        cancelWords={words.incomeDialog.change}
        onConfirm={() => {
          confirmedIncome.current = doubtful;
          setDoubtful(undefined);
        }}
        onCancel={() => {
          setDoubtful(undefined);
          // After the dialog has given the focus back.
          requestAnimationFrame(() => document.getElementById(income.id)?.focus());
        }}
      >
        {words.incomeDialog.amount(doubtful ?? 0)}
      </ConfirmDialog>
    </Form>
  );
}
