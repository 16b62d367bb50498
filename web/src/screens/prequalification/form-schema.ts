// The form's rules on this screen: the contract's rules, and that the lender serves the applicant's state.
import * as z from 'zod/mini';
import * as fields from '#contract/fields.ts';
import { prequalificationForm, type ServedState } from '#contract/prequalification.ts';
import { usStates } from '#contract/us-states.ts';
import { formText } from '../../wording/prequalification-form.ts';

export function formSchema(
  today: () => string,
  served: readonly Pick<ServedState, 'code'>[],
  isProduction?: boolean,
) {
  return z.extend(prequalificationForm(today), {
    ssn: fields.ssn.check(z.refine((ssn) => !isProduction || !fields.isTestSsn(ssn), fields.ssnUnissued)),
    state: fields.state.check(
      z.superRefine((code, context) => {
        if (code && !served.some((state) => state.code === code)) context.addIssue(unserved(code));
      }),
    ),
  });
}

type FormSchema = ReturnType<typeof formSchema>;
type TextName = Exclude<
  keyof FormSchema['shape'],
  'residentialStatus' | 'agreeWithTermsOfUse' | 'acceptTexts' | 'stateConfirmed'
>;

/** An empty answer to every question that is answered with text. */
export function emptyValues({ shape }: FormSchema): Readonly<Record<TextName, string>> {
  const texts = Object.entries(shape).filter(([, rule]) => rule.def.type === 'string');
  return Object.fromEntries(texts.map(([name]) => [name, ''])) as Record<TextName, string>;
}

/** The field's message for a state that the lender does not serve. */
export function unserved(code: string): string {
  return formText.unserved(stateName(code));
}

export function stateName(code: string): string {
  return usStates.find(({ value }) => value === code)?.label ?? code;
}
