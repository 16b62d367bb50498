// Who applies, sealed field by field on the way in and opened on the way out. Stages read a person only here.
import type { Insertable } from 'kysely';
import type { ResidentialStatus } from '#contract/fields.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import {
  type ApplicantTable,
  type ApplicationId,
  sealContext,
  type sealedColumns,
} from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';
import type { Person } from '../vendors/fraud.ts';

export interface Applicant extends Person {
  readonly residentialStatus: ResidentialStatus;
  /** Rent or mortgage a month, in whole dollars as declared; 0 where left empty. */
  readonly monthlyPayment: number;
  /** Dollars a year. */
  readonly mainIncome: number;
  readonly additionalIncome: number;
  readonly deviceSession: string | undefined;
}

/** Details that go stale or that a partner may not have; the applicant of a lead brings them up to date. */
export type Details = Pick<Applicant, 'phone' | 'residentialStatus' | 'monthlyPayment'>;
export type LeadApplicant = Omit<Applicant, keyof Details> & {
  readonly [D in keyof Details]: Details[D] | undefined;
};

type Column = (typeof sealedColumns)['applicant']['columns'][number];

const columnOf = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phone: 'phone',
  dob: 'dob',
  ssn: 'ssn',
  streetAddress: 'street_address',
  city: 'city',
  state: 'us_state',
  zipCode: 'zip_code',
  residentialStatus: 'residential_status',
  monthlyPayment: 'monthly_payment',
  mainIncome: 'main_income',
  additionalIncome: 'additional_income',
  deviceSession: 'device_session',
} as const satisfies Record<keyof Applicant, Column>;

export const lookups = {
  /** Nine digits. */
  ssn: (vault: Vault, ssn: string) => vault.lookup('ssn', ssn),
  email: (vault: Vault, email: string) => vault.lookup('email', email.trim().toLowerCase()),
  /** E.164. */
  phone: (vault: Vault, phone: string) => vault.lookup('phone', phone),
};

/**
 * Keeps the applicant, or what they changed when the form is sent again before its text code was accepted. A lead's may
 * lack details.
 */
export async function saveApplicant(
  tx: Tx,
  vault: Vault,
  id: ApplicationId,
  applicant: LeadApplicant,
): Promise<void> {
  const seal = (field: keyof Applicant) =>
    vault.seal(String(applicant[field]), sealContext('applicant', columnOf[field], id));
  const sealIfKnown = (field: keyof Applicant) => (applicant[field] === undefined ? null : seal(field));
  const sealed: Omit<Insertable<ApplicantTable>, 'application_id'> = {
    first_name: seal('firstName'),
    last_name: seal('lastName'),
    email: seal('email'),
    phone: sealIfKnown('phone'),
    dob: seal('dob'),
    ssn: seal('ssn'),
    street_address: seal('streetAddress'),
    city: seal('city'),
    us_state: seal('state'),
    zip_code: seal('zipCode'),
    residential_status: sealIfKnown('residentialStatus'),
    monthly_payment: sealIfKnown('monthlyPayment'),
    main_income: seal('mainIncome'),
    additional_income: seal('additionalIncome'),
    device_session: sealIfKnown('deviceSession'),
    ssn_lookup: lookups.ssn(vault, applicant.ssn),
    email_lookup: lookups.email(vault, applicant.email),
    phone_lookup: applicant.phone === undefined ? null : lookups.phone(vault, applicant.phone),
    email_verified_at: null,
  };
  await tx
    .insertInto('applicant')
    .values({ application_id: id, ...sealed })
    .onConflict((conflict) => conflict.column('application_id').doUpdateSet(sealed))
    .execute();
}

/** Brings a lead's details up to date. */
export async function saveDetails(tx: Tx, vault: Vault, id: ApplicationId, details: Details): Promise<void> {
  const seal = (field: keyof Details) =>
    vault.seal(String(details[field]), sealContext('applicant', columnOf[field], id));
  await tx
    .updateTable('applicant')
    .set({
      phone: seal('phone'),
      phone_lookup: lookups.phone(vault, details.phone),
      residential_status: seal('residentialStatus'),
      monthly_payment: seal('monthlyPayment'),
    })
    .where('application_id', '=', id)
    .execute();
}

export async function saveDeviceSession(tx: Tx, vault: Vault, id: ApplicationId, session: string) {
  await tx
    .updateTable('applicant')
    .set({ device_session: vault.seal(session, sealContext('applicant', 'device_session', id)) })
    .where('application_id', '=', id)
    .execute();
}

/** Whether nothing of a lead's details is missing. */
export async function hasAllDetails(db: Db, id: ApplicationId): Promise<boolean> {
  const row = await db
    .selectFrom('applicant')
    .select(['phone', 'residential_status', 'monthly_payment'])
    .where('application_id', '=', id)
    .executeTakeFirst();
  return row !== undefined && Object.values(row).every((field) => field !== null);
}

export async function readApplicant(db: Db, vault: Vault, id: ApplicationId): Promise<Applicant> {
  const row = await db
    .selectFrom('applicant')
    .selectAll()
    .where('application_id', '=', id)
    .executeTakeFirstOrThrow();
  const open = (field: keyof typeof columnOf) => {
    const sealed = row[columnOf[field]];
    if (sealed === null) throw new Error(`The applicant lacks ${columnOf[field]}, as only a lead may.`);
    return vault.open(sealed, sealContext('applicant', columnOf[field], id));
  };
  return {
    firstName: open('firstName'),
    lastName: open('lastName'),
    email: open('email'),
    phone: open('phone'),
    dob: open('dob'),
    ssn: open('ssn'),
    streetAddress: open('streetAddress'),
    city: open('city'),
    state: open('state'),
    zipCode: open('zipCode'),
    residentialStatus: open('residentialStatus') as ResidentialStatus,
    monthlyPayment: Number(open('monthlyPayment')),
    mainIncome: Number(open('mainIncome')),
    additionalIncome: Number(open('additionalIncome')),
    deviceSession: row.device_session === null ? undefined : open('deviceSession'),
  };
}

/** One field of the applicant, where a screen needs no more. */
export async function readApplicantField(
  db: Db,
  vault: Vault,
  id: ApplicationId,
  field: 'email' | 'phone' | 'firstName' | 'state' | 'ssn',
): Promise<string> {
  const column = columnOf[field];
  const row = await db
    .selectFrom('applicant')
    .select(column)
    .where('application_id', '=', id)
    .executeTakeFirstOrThrow();
  const sealed = row[column];
  if (sealed === null) throw new Error(`The applicant lacks ${column}, as only a lead may.`);
  return vault.open(sealed, sealContext('applicant', column, id));
}

/** The address that the applicant confirmed for the loan documents, and with them for all that follows. */
export async function readConfirmedEmail(
  db: Db,
  vault: Vault,
  id: ApplicationId,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('envelope')
    .select('mailed_to')
    .where('application_id', '=', id)
    .executeTakeFirst();
  return row && vault.open(row.mailed_to, sealContext('envelope', 'mailed_to', id));
}

/** Whom a mail greets, and where it goes: a lead may have no more than that. */
export async function readAddressee(
  db: Db,
  vault: Vault,
  id: ApplicationId,
): Promise<Pick<Applicant, 'firstName' | 'email'> & { readonly confirmedEmail: string | undefined }> {
  const [firstName, email, confirmedEmail] = await Promise.all([
    readApplicantField(db, vault, id, 'firstName'),
    readApplicantField(db, vault, id, 'email'),
    readConfirmedEmail(db, vault, id),
  ]);
  return { firstName, email, confirmedEmail };
}
