// The form's answers, never with the SSN and after a reload without the date of birth.
import type { PrequalificationForm } from '#contract/prequalification.ts';

type Draft = Omit<PrequalificationForm, 'ssn' | 'agreeWithTermsOfUse'>;
interface Typed {
  readonly values: Partial<Omit<PrequalificationForm, 'ssn' | 'dob'>>;
  readonly loanAmount?: number;
}

let sent: { readonly values: Draft; readonly loanAmount: number | undefined } | undefined;

/** In memory only. The amount is in whole dollars. */
export function saveDraft(
  { ssn: _, agreeWithTermsOfUse: __, ...values }: PrequalificationForm,
  loanAmount?: number,
): void {
  sent = { values, loanAmount };
}

export const sentAmount = (): number | undefined => sent?.loanAmount;

export const draft = (): Draft | undefined => sent?.values;

export function forgetDraft(): void {
  sent = undefined;
}

/** How long unsent answers are stored after the last one was typed, in milliseconds. */
export const typedLifetime = 15 * 60_000;

/** In the history entry's state, which only this tab can read. `at` in milliseconds, whole dollars. */
export function saveTypedAnswers(values: Partial<PrequalificationForm>, at: number, loanAmount?: number) {
  const { ssn: _, dob: __, ...kept } = values;
  history.replaceState({ ...history.state, typed: { values: kept, at, loanAmount } }, '');
}

/** The unsent answers, unless they are too old, which erases them. A prerendered page has none. */
export function readTypedAnswers(now: number): Typed | undefined {
  const typed: (Typed & { readonly at: number }) | undefined = globalThis.history?.state?.typed;
  if (typed && now - typed.at < typedLifetime) return typed;
  if (typed) clearTypedAnswers();
  return undefined;
}

export function clearTypedAnswers(): void {
  const { typed: _, ...state } = history.state ?? {};
  history.replaceState(state, '');
}
