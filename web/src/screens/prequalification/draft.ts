// The form's answers, for an applicant who returns to correct them. Held in memory only, without the Social Security number.
import type { PrequalificationForm } from '#contract/prequalification.ts';

type Draft = Omit<PrequalificationForm, 'ssn' | 'agreeWithTermsOfUse'>;

let kept: Draft | undefined;

export function saveDraft({ ssn: _, agreeWithTermsOfUse: __, ...values }: PrequalificationForm): void {
  kept = values;
}

export function draft(): Draft | undefined {
  return kept;
}
