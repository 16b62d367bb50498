import { useEffect, useRef, useState } from 'react';
import { calendarDay } from '#contract/calendar-day.ts';
import type { Experience } from '#contract/experiences.ts';
import { isoFromTyped } from '#contract/fields.ts';
import {
  type PrequalificationRequest,
  type PrequalificationResponse,
  requestOf,
  submissionKeyHeader,
  submitPrequalification,
  type PrequalificationForm as Values,
} from '#contract/prequalification.ts';
import type { ScreenName } from '#contract/screens.ts';
import { ageInYears, isoDate } from '#finance/dates.ts';
import { ApiFailure, isRefusedAs } from '../../api/failures.ts';
import type { Sent } from '../../forms/use-form-submission.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { marketingNow } from '../../journey/experience.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import type { FraudSignals } from '../../journey/third-party-scripts.ts';
import { randomKey } from '../../lib/random-key.ts';
import { formText } from '../../wording/prequalification-form.ts';
import { saveDraft } from './draft.ts';
import { unserved } from './form-schema.ts';
import { requestedAmount } from './use-requested-amount.ts';

interface SendOptions {
  readonly experience: Experience;
  /** The server does not serve this state, although it is in the page's list. */
  readonly onUnserved: (state: string) => void;
  readonly onLeave: () => void;
}

export function useSendForm({ experience, onUnserved, onLeave }: SendOptions) {
  const { call, now } = useEnvironment();
  const navigate = useNavigateTo();
  const leaveFor = (screen: ScreenName, search = '') => {
    onLeave();
    navigate(screen, { search });
  };
  const [submissionKeyOf] = useState(() => submissionKeys(randomKey));
  const { captchaPlace, collect } = useFraudSignals();

  const submit = async (values: Values) => {
    const request = requestOf(values, experience, marketingNow(), requestedAmount());
    const signals = await collect();
    if (signals === 'stopped') return undefined;
    const { recaptcha, ...device } = signals ?? {};
    return call(submitPrequalification, undefined, {
      body: { ...request, tracking: { ...request.tracking, ...device }, ...(recaptcha && { recaptcha }) },
      headers: { [submissionKeyHeader]: submissionKeyOf(request) },
    });
  };

  const send = async (values: Values): Promise<Sent> => {
    // Without its session, the application would be lost with the next request.
    if (!navigator.cookieEnabled) return { errors: [{ message: formText.needsCookies }] };
    saveDraft(values, requestedAmount());
    const age = ageOn(calendarDay(now()), values.dob);
    // Nothing about a child is sent. An older applicant who is not of age is refused by the server, which records it.
    if (age !== undefined && age < 13) {
      leaveFor('too-young');
      return 'again';
    }
    try {
      const response = await submit(values);
      if (!response) return 'again';
      if (response.errors && response.errors.length > 0) return { errors: response.errors };
      leaveFor(afterSubmit(response));
      return undefined;
    } catch (failure) {
      if (isRefusedAs(failure, 'out-of-state')) {
        onUnserved(values.state);
        return { errors: [{ field: 'state', message: unserved(values.state) }] };
      }
      if (!(failure instanceof ApiFailure) || !failure.has('too-young')) throw failure;
      leaveFor('too-young', failure.errors?.[0]?.isNotified && '?notice=sent');
      return 'again';
    }
  };
  return { send, captchaPlace };
}

/** Their code is fetched after the form's. */
function useFraudSignals() {
  const { timers, settings } = useEnvironment();
  const captchaPlace = useRef<HTMLDivElement>(null);
  const signals = useRef<Promise<FraudSignals | undefined>>(undefined);
  useEffect(() => {
    const place = captchaPlace.current;
    if (!place) return;
    const started = import('../../journey/third-party-scripts.ts').then(
      ({ startFraudSignals }) => startFraudSignals(place, settings, timers),
      // Without it, the form is sent without them.
      () => undefined,
    );
    signals.current = started;
    return () => void started.then((mounted) => mounted?.remove());
  }, [settings, timers]);

  return { captchaPlace, collect: async () => (await signals.current)?.collect() };
}

/** One key per set of values, so that the same values repeat a submission. In memory only. */
export function submissionKeys(newKey: () => string): (request: PrequalificationRequest) => string {
  let last: { readonly values: string; readonly key: string } | undefined;
  return (request) => {
    const values = JSON.stringify(request);
    if (last?.values !== values) last = { values, key: newKey() };
    return last.key;
  };
}

export function afterSubmit(response: PrequalificationResponse): ScreenName {
  if (response.isCaptureOnlyMode) return response.isOffline ? 'offline-error' : 'capture-only';
  if (response.duplicateLead) return 'duplicate';
  if (response.borrowerStatus === 'PB') return 'customer-login';
  return response.verifyOtp && !response.verifyOtp.success ? 'phone-check' : 'loading';
}

/** Whole years between a birth date as typed and an ISO day; undefined while the date is not one. */
export function ageOn(today: string, dob: string): number | undefined {
  const born = isoFromTyped(dob);
  if (!born) return undefined;
  return ageInYears(isoDate(born), isoDate(today));
}
