// What was typed into the form, for who comes back to correct it. In this document's memory only, and without the Social
// Security number.
import type { PrequalificationForm } from '#contract/prequalification.ts';

type Draft = Omit<PrequalificationForm, 'ssn' | 'agreeWithTermsOfUse'>;

let kept: Draft | undefined;

export function saveDraft({ ssn: _, agreeWithTermsOfUse: __, ...values }: PrequalificationForm): void {
  kept = values;
}

export function draft(): Draft | undefined {
  return kept;
}
