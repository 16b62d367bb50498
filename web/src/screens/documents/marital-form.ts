// The form that sends the loan documents: the email address, and where state law requires a notice to a spouse, the spouse.
import * as z from 'zod/mini';
import { documentEmailForm } from '#contract/documents.ts';
import * as fields from '#contract/fields.ts';
import { type MaritalStatus, maritalStatuses, spouseName } from '#contract/marital-status.ts';
import { documentsText } from '../../wording/documents.ts';

const words = documentsText.confirm;

/** What decides which fields are shown. */
export interface Shown {
  readonly hasQuestion: boolean;
  readonly maritalStatus?: MaritalStatus['status'] | undefined;
  readonly spouseElsewhere?: boolean | undefined;
}

const hidden = z.optional(z.string());
const shownIf = <R>(isShown: boolean, rule: R): R | typeof hidden => (isShown ? rule : hidden);

/** The rules of the fields that are shown; the others may hold anything. */
export function documentsForm({ hasQuestion, maritalStatus, spouseElsewhere = false }: Shown) {
  const isMarried = hasQuestion && maritalStatus === 'married';
  const isElsewhere = isMarried && spouseElsewhere;
  const status = z.enum(maritalStatuses, { error: words.marital.missing });
  return z.object({
    ...documentEmailForm.shape,
    esign: z.literal(true, { error: words.esignMissing }),
    maritalStatus: hasQuestion ? status : z.optional(status),
    spouseName: shownIf(isMarried, spouseName),
    spouseElsewhere: z.optional(z.boolean()),
    spouseStreet: shownIf(isElsewhere, fields.streetAddress),
    spouseCity: shownIf(isElsewhere, fields.city),
    spouseState: shownIf(isElsewhere, fields.state),
    spouseZip: shownIf(isElsewhere, fields.zipCode),
  });
}
type DocumentsForm = z.output<ReturnType<typeof documentsForm>>;

/** The answer that is sent; undefined where there is no question. */
export function maritalAnswer(hasQuestion: boolean, form: DocumentsForm): MaritalStatus | undefined {
  const { maritalStatus: status, spouseElsewhere } = form;
  if (!hasQuestion || status === undefined) return undefined;
  if (status !== 'married') return { status };
  const { spouseName = '', spouseStreet = '', spouseCity = '', spouseState = '', spouseZip = '' } = form;
  const address = {
    streetAddress: spouseStreet.trim(),
    city: spouseCity.trim(),
    state: spouseState,
    zipCode: spouseZip,
  };
  return { status, spouse: { name: spouseName.trim(), ...(spouseElsewhere && { address }) } };
}

export function maritalDefaults(answer: MaritalStatus | undefined) {
  const spouse = answer?.status === 'married' ? answer.spouse : undefined;
  return {
    ...(answer && { maritalStatus: answer.status }),
    spouseName: spouse?.name ?? '',
    spouseElsewhere: spouse?.address !== undefined,
    spouseStreet: spouse?.address?.streetAddress ?? '',
    spouseCity: spouse?.address?.city ?? '',
    spouseState: spouse?.address?.state ?? '',
    spouseZip: spouse?.address?.zipCode ?? '',
  };
}
