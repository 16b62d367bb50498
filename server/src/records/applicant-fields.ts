// The applicant's fields. One table describes every field: its column, its source in a form or a lead, and how to read it back.
import { isoFromTyped, type ResidentialStatus } from '#contract/fields.ts';
import type { LeadRequest } from '#contract/leads.ts';
import type { PrequalificationRequest } from '#contract/prequalification.ts';
import type { encryptedColumns, Tables } from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';
import { fail } from '../platform/failure.ts';
import { errorMessages } from '../wording/error-messages.ts';

export type Column = (typeof encryptedColumns)['applicant']['columns'][number];
export type NullableColumn = { [C in Column]: null extends Tables['applicant'][C] ? C : never }[Column];

/** The fields that both the form and a partner's lead provide; a lead may omit more of them. */
type Declared = Pick<
  LeadRequest,
  'firstName' | 'lastName' | 'email' | 'phone' | 'dob' | 'ssn' | 'address' | 'income'
> & { readonly tracking?: { readonly socureDeviceSessionId?: string | undefined } | undefined };

/** `always`: known for everyone. `detail`: goes stale or is lacking in a lead, so it is updated. `optional`: may be missing. */
type Presence = 'always' | 'detail' | 'optional';

const asText = (text: string) => text;
/** One spelling of an accented letter, however the browser composed it. */
const typed = (text: string) => text.trim().normalize('NFC');

const field = <
  P extends Presence,
  C extends P extends 'always' ? Exclude<Column, NullableColumn> : NullableColumn,
  T,
>(
  presence: P,
  column: C,
  declared: (body: Declared) => T | null | undefined,
  parse: (text: string) => T,
  /** The value an empty form field stands for. */
  whenEmpty?: T,
) => ({ presence, column, declared, parse, whenEmpty });

/** Every applicant field. To add one, update this list, the table, the contract and the form. */
export const fields = {
  firstName: field('always', 'first_name', (body) => typed(body.firstName), asText),
  lastName: field('always', 'last_name', (body) => typed(body.lastName), asText),
  email: field('always', 'email', (body) => typed(body.email), asText),
  /** E.164. */
  phone: field('detail', 'phone', (body) => body.phone, asText),
  /** ISO date. */
  dob: field(
    'always',
    'dob',
    ({ dob }) => isoFromTyped(dob) ?? fail('invalid', errorMessages.invalid.dateOfBirth, 'dob'),
    asText,
  ),
  /** Nine digits. */
  ssn: field('always', 'ssn', (body) => body.ssn.replaceAll('-', ''), asText),
  streetAddress: field('always', 'street_address', ({ address }) => typed(address.streetAddress), asText),
  city: field('always', 'city', ({ address }) => typed(address.city), asText),
  state: field('always', 'us_state', ({ address }) => address.state, asText),
  zipCode: field('always', 'zip_code', ({ address }) => address.zipCode, asText),
  /** E.164. A phone that replaces the other once its text code is accepted. */
  newPhone: field('optional', 'new_phone', () => undefined, asText),
  residentialStatus: field(
    'detail',
    'residential_status',
    ({ address }) => address.residentialStatus,
    (text) => text as ResidentialStatus,
  ),
  /** Monthly rent or mortgage payment, in whole dollars as declared. */
  monthlyPayment: field('detail', 'monthly_payment', ({ address }) => address.monthlyPayment, Number, 0),
  /** Dollars per year. */
  mainIncome: field('always', 'main_income', ({ income }) => income.mainIncome, Number),
  additionalIncome: field('always', 'additional_income', (body) => body.income.additionalIncome ?? 0, Number),
  deviceSession: field('optional', 'device_session', (body) => body.tracking?.socureDeviceSessionId, asText),
};

type Fields = typeof fields;
/** Every encrypted column of the table has a field. */
void (true satisfies Exclude<Column, Fields[keyof Fields]['column']> extends never ? true : never);
export type FieldName = keyof Fields;
type NamesOf<P extends Presence> = {
  [F in FieldName]: Fields[F]['presence'] extends P ? F : never;
}[FieldName];
type Value<F extends FieldName> = ReturnType<Fields[F]['parse']>;

export type Applicant = {
  readonly [F in FieldName]: F extends NamesOf<'optional'> ? Value<F> | undefined : Value<F>;
};
/** Details that go stale or that a partner may not have; a lead's applicant updates them. */
export type Details = Pick<Applicant, NamesOf<'detail'>>;
export type LeadApplicant = {
  readonly [F in FieldName]: F extends NamesOf<'always'> ? Value<F> : Value<F> | undefined;
};

export const fieldNames = Object.keys(fields) as FieldName[];
export const detailNames = fieldNames.filter(
  (name) => fields[name].presence === 'detail',
) as NamesOf<'detail'>[];
/** Keyed hashes for finding a person, or the applications of a state. Each has a column beside its field, named after it. */
export const lookups = lookupsBy((vault, kind, value) => vault.lookup(kind, value));
/** The same under each lookup key, for finding what was written before the key was changed. */
export const knownLookups = lookupsBy((vault, kind, value) => vault.lookups(kind, value));

function lookupsBy<T>(of: (vault: Vault, kind: string, value: string) => T) {
  return {
    ssn: (vault: Vault, ssn: string) => of(vault, 'ssn', ssn),
    email: (vault: Vault, email: string) => of(vault, 'email', typed(email).toLowerCase()),
    phone: (vault: Vault, phone: string) => of(vault, 'phone', phone),
    state: (vault: Vault, state: string) => of(vault, 'state', state),
  } satisfies { readonly [F in FieldName]?: (vault: Vault, value: string) => T };
}

export const hasLookup = (name: FieldName): name is keyof typeof lookups => name in lookups;

/** Reads the applicant from the form; an empty field gets its `whenEmpty` value. */
export function applicantOfForm(body: PrequalificationRequest): Applicant {
  return valuesOf((name) => {
    const { declared, whenEmpty, presence } = fields[name];
    const value = declared(body) ?? whenEmpty;
    if (value === undefined && presence !== 'optional') throw new Error(`The form lacks ${name}.`);
    return value;
  }) as Applicant;
}

/** Reads the applicant from a partner's lead; the form requests missing details later. */
export const applicantOfLead = (body: LeadRequest): LeadApplicant =>
  valuesOf((name) => fields[name].declared({ ...body, tracking: undefined }) ?? undefined) as LeadApplicant;

export const valuesOf = (read: (name: FieldName) => unknown) =>
  Object.fromEntries(fieldNames.map((name) => [name, read(name)]));

/** Whether the form was resubmitted unchanged. The browser's device session and an unconfirmed phone are no answers. */
export const isSameApplicant = (a: Applicant, b: Applicant): boolean =>
  fieldNames.every((name) => name === 'deviceSession' || name === 'newPhone' || a[name] === b[name]);

export const isSameDetails = (a: Details, b: Details) => detailNames.every((name) => a[name] === b[name]);
