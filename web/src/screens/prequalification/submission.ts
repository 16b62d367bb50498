// Turns the form's answers into the request, and the server's answer into the next screen.
import type { Experience } from '#contract/experiences.ts';
import { isoFromTyped, plainNumber } from '#contract/fields.ts';
import type {
  PrequalificationForm,
  PrequalificationRequest,
  PrequalificationResponse,
} from '#contract/prequalification.ts';
import type { ScreenName } from '#contract/screens.ts';
import { ageInYears, isoDate } from '#finance/dates.ts';
import type { marketingOf } from '../../journey/experience.ts';

/** The amount as a whole number; null for an empty optional amount. */
function whole(typed: string): number | null {
  const plain = plainNumber(typed);
  return plain === '' ? null : Number(plain);
}

/** The request without third-party signals: the same values give the same request. */
export function requestOf(
  form: PrequalificationForm,
  experience: Experience,
  marketing: ReturnType<typeof marketingOf>,
): PrequalificationRequest {
  return {
    firstName: form.firstName.trim(),
    lastName: form.lastName.trim(),
    email: form.email.trim(),
    phone: `+1${form.phone.replace(/\D/g, '')}`,
    dob: form.dob,
    ssn: form.ssn,
    address: {
      streetAddress: form.streetAddress.trim(),
      city: form.city.trim(),
      state: form.state,
      zipCode: form.zipCode,
      residentialStatus: form.residentialStatus,
      monthlyPayment: whole(form.monthlyPayment),
    },
    income: { mainIncome: whole(form.mainIncome) ?? 0, additionalIncome: whole(form.additionalIncome) },
    tracking: { experience: experience === 'ppc' ? 'ppc' : 'single_page', ...marketing },
    acceptLegal: form.agreeWithTermsOfUse,
    ...(marketing.subId && { additional_information: { sub_id: marketing.subId } }),
  };
}

/**
 * One key per set of values: sending the same values again repeats the submission, and a changed answer makes a new one. Held
 * in memory only.
 */
export function submissionKeys(newKey: () => string): (request: PrequalificationRequest) => string {
  let last: { readonly values: string; readonly key: string } | undefined;
  return (request) => {
    const values = JSON.stringify(request);
    if (last?.values !== values) last = { values, key: newKey() };
    return last.key;
  };
}

/** The screen after the form was accepted. */
export function afterSubmit(answer: PrequalificationResponse): ScreenName {
  if (answer.isCaptureOnlyMode) return 'capture-only';
  if (answer.duplicateLead) return 'duplicate';
  if (answer.borrowerStatus === 'PB') return 'customer-login';
  return answer.verifyOtp && !answer.verifyOtp.success ? 'phone-check' : 'loading';
}

/** Whole years between a birth date as typed and an ISO day; undefined while the date is not one. */
export function ageOn(today: string, dob: string): number | undefined {
  const born = isoFromTyped(dob);
  if (!born) return undefined;
  return ageInYears(isoDate(born), isoDate(today));
}
