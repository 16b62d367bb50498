// Keys for repeated submissions, and the screen that follows the server's response.
import { isoFromTyped } from '#contract/fields.ts';
import type { PrequalificationRequest, PrequalificationResponse } from '#contract/prequalification.ts';
import type { ScreenName } from '#contract/screens.ts';
import { ageInYears, isoDate } from '#finance/dates.ts';

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
