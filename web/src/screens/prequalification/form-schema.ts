// The form's rules on this screen: the contract's, and that the lender lends in the applicant's state.
import * as z from 'zod/mini';
import * as fields from '#contract/fields.ts';
import { prequalificationForm } from '#contract/prequalification.ts';
import { landingText } from '../../wording/prequalification.ts';
import { usStates } from './us-states.ts';

export interface ServedState {
  readonly code: string;
  readonly name: string;
  readonly minimumAge: number;
}

export function formSchema(today: () => string, served: readonly Pick<ServedState, 'code'>[]) {
  return z.extend(prequalificationForm(today), {
    state: fields.state.check(
      z.superRefine((code, context) => {
        if (code && !served.some((one) => one.code === code)) context.addIssue(unserved(code));
      }),
    ),
  });
}

/** What the field says of a state where the lender does not lend. */
export function unserved(code: string): string {
  return landingText.outOfState.field(stateName(code));
}

export function stateName(code: string): string {
  return usStates.find(({ value }) => value === code)?.label ?? code;
}
