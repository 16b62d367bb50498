// Stores applicants. Every field is encrypted when written and decrypted when read; stages read personal data only through this file.
import { sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../platform/db/database.ts';
import { rowsOf, saveRow } from '../platform/db/rows.ts';
import {
  type ApplicationId,
  encryptedColumns,
  encryptionContext,
  type Tables,
} from '../platform/db/tables.ts';
import type { Lookup, Vault } from '../platform/encryption.ts';
import type { Identity } from '../vendors/fraud.ts';
import {
  type Applicant,
  type Column,
  type Details,
  detailNames,
  type FieldName,
  fieldNames,
  fields,
  hasLookup,
  type LeadApplicant,
  lookups,
  type NullableColumn,
  valuesOf,
} from './applicant-fields.ts';

/** A last name as it is compared: case, accents, spaces and punctuation do not count. */
const lastNameKey = (name: string) => name.normalize('NFD').replace(/\P{L}/gu, '').toLowerCase();

export const isSamePerson = (a: Identity, b: Identity): boolean =>
  a.ssn === b.ssn && a.dob.trim() === b.dob.trim() && lastNameKey(a.lastName) === lastNameKey(b.lastName);

/** A keyed hash of the person, for limits. */
export const personLookup = (vault: Vault, { lastName, dob, ssn }: Identity): Lookup =>
  vault.lookup('person', `${ssn}\0${lastNameKey(lastName)}\0${dob}`);

/** The encrypted columns for these fields, plus their lookup hashes. Unknown values are null. */
function encryptFields(
  vault: Vault,
  id: ApplicationId,
  names: readonly FieldName[],
  values: Partial<LeadApplicant>,
): Updateable<Tables['applicant']> {
  const row: Record<string, string | null> = {};
  for (const name of names) {
    const { column } = fields[name];
    const value = values[name];
    const text = value === undefined ? null : String(value);
    row[column] = text === null ? null : vault.encrypt(text, encryptionContext('applicant', column, id));
    if (hasLookup(name)) row[`${name}_lookup`] = text === null ? null : lookups[name](vault, text);
  }
  return row as Updateable<Tables['applicant']>;
}

/** Saves the applicant, or changes resubmitted before the text code was accepted. A lead's may lack details. */
export async function saveApplicant(tx: Tx, vault: Vault, id: ApplicationId, applicant: LeadApplicant) {
  const encrypted = {
    ...(encryptFields(vault, id, fieldNames, applicant) as Omit<Tables['applicant'], 'application_id'>),
    email_verified_at: null,
  };
  await saveRow(tx, 'applicant', { application_id: id }, encrypted);
}

export const saveDetails = (tx: Tx, vault: Vault, id: ApplicationId, details: Details) =>
  updateApplicant(tx, id, encryptFields(vault, id, detailNames, details));

/** Replaces these fields; undefined drops one. */
export const saveFields = (tx: Tx, vault: Vault, id: ApplicationId, changes: Partial<LeadApplicant>) =>
  updateApplicant(tx, id, encryptFields(vault, id, Object.keys(changes) as FieldName[], changes));

export const saveEmailVerified = (tx: Tx, id: ApplicationId, at: Date) =>
  updateApplicant(tx, id, { email_verified_at: at });

/** What an operator may correct at a person's request. */
export const correctable = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'streetAddress',
  'city',
  'state',
  'zipCode',
] as const satisfies readonly FieldName[];
export type Correctable = (typeof correctable)[number];

/** A corrected phone takes the place of another one that waits for its code, too. */
export const saveCorrection = (tx: Tx, vault: Vault, id: ApplicationId, field: Correctable, value: string) =>
  updateApplicant(tx, id, {
    ...encryptFields(vault, id, [field], { [field]: value }),
    ...(field === 'email' ? { email_verified_at: null } : {}),
    ...(field === 'phone' ? { new_phone: null } : {}),
  });

export async function findPerson(db: Db, vault: Vault, id: ApplicationId): Promise<Identity | undefined> {
  const row = await rowsOf(db, 'applicant', { application_id: id }).first(['last_name', 'dob', 'ssn']);
  if (row === undefined) return undefined;
  const decrypt = (column: 'last_name' | 'dob' | 'ssn') =>
    vault.decrypt(row[column], encryptionContext('applicant', column, id));
  return { lastName: decrypt('last_name'), dob: decrypt('dob'), ssn: decrypt('ssn') };
}

export async function isPerson(db: Db, vault: Vault, id: ApplicationId, person: Identity): Promise<boolean> {
  const onFile = await findPerson(db, vault, id);
  return onFile !== undefined && isSamePerson(onFile, person);
}

async function updateApplicant(tx: Tx, id: ApplicationId, changes: Updateable<Tables['applicant']>) {
  await rowsOf(tx, 'applicant', { application_id: id }).update(changes);
}

const detailColumns = detailNames.map((name) => fields[name].column);

/** The details we know. Only a lead's applicant may lack some. */
export async function readDetails(db: Db, vault: Vault, id: ApplicationId): Promise<Partial<Details>> {
  const row = await rowsOf(db, 'applicant', { application_id: id }).one(detailColumns);
  return Object.fromEntries(
    detailNames.flatMap((name) => {
      const { column, parse } = fields[name];
      const encrypted = row[column];
      return encrypted === null
        ? []
        : [[name, parse(vault.decrypt(encrypted, encryptionContext('applicant', column, id)))]];
    }),
  );
}

export async function hasAllDetails(db: Db, id: ApplicationId): Promise<boolean> {
  const row = await rowsOf(db, 'applicant', { application_id: id }).first(detailColumns);
  return row !== undefined && Object.values(row).every((field) => field !== null);
}

export async function readApplicant(db: Db, vault: Vault, id: ApplicationId): Promise<Applicant> {
  const row = await rowsOf(db, 'applicant', { application_id: id }).one(encryptedColumns.applicant.columns);
  return valuesOf((name) => {
    const { column, parse, presence } = fields[name];
    const encrypted = row[column];
    if (encrypted === null && presence === 'optional') return undefined;
    if (encrypted === null) throw new Error(`The applicant lacks ${column}, as only a lead may.`);
    return parse(vault.decrypt(encrypted, encryptionContext('applicant', column, id)));
  }) as Applicant;
}

export async function readApplicantField(
  db: Db,
  vault: Vault,
  id: ApplicationId,
  field: 'email' | 'phone' | 'firstName' | 'state' | 'ssn' | 'city' | 'zipCode',
): Promise<string> {
  const { column } = fields[field];
  const row = await rowsOf(db, 'applicant', { application_id: id }).one([column]);
  const encrypted = row[column];
  if (encrypted === null) throw new Error(`The applicant lacks ${column}, as only a lead may.`);
  return vault.decrypt(encrypted, encryptionContext('applicant', column, id));
}

export async function readNames(db: Db, vault: Vault, ids: readonly ApplicationId[]) {
  const all = await readFields(db, vault, ids, ['first_name', 'last_name']);
  return new Map([...all].map(([id, of]) => [id, `${of.first_name} ${of.last_name}`]));
}

/** Some fields of these applicants that every applicant has. */
export async function readFields<C extends Exclude<Column, NullableColumn>>(
  db: Db,
  vault: Vault,
  ids: readonly ApplicationId[],
  columns: readonly C[],
): Promise<ReadonlyMap<ApplicationId, Readonly<Record<C, string>>>> {
  if (ids.length === 0) return new Map();
  const rows = await rowsOf(db, 'applicant', { application_id: ids }).all();
  return new Map(
    rows.map((row) => {
      const id = row.application_id;
      const decrypt = (column: C) => vault.decrypt(row[column], encryptionContext('applicant', column, id));
      return [
        id,
        Object.fromEntries(columns.map((column) => [column, decrypt(column)])) as Record<C, string>,
      ];
    }),
  );
}

/** One value under each lookup key. */
type Keyed = readonly Lookup[];

export const findApplicantLookups = (db: Db, id: ApplicationId) =>
  rowsOf(db, 'applicant', { application_id: id }).first([
    'ssn_lookup as ssn',
    'email_lookup as email',
    'email_verified_at as emailVerifiedAt',
  ]);

export async function readApplicantLookups(db: Db, id: ApplicationId) {
  const found = await findApplicantLookups(db, id);
  if (found === undefined) throw new Error('The application has no applicant.');
  return found;
}

/** How many people applied with these applications, by their SSN. */
export async function countPeople(db: Db, vault: Vault, ids: readonly ApplicationId[]): Promise<number> {
  const rows = await rowsOf(db, 'applicant', { application_id: ids }).all(['application_id', 'ssn']);
  // While the lookup key is changed, two lookups of one SSN may differ.
  const decrypt = (row: (typeof rows)[number]) =>
    vault.decrypt(row.ssn, encryptionContext('applicant', 'ssn', row.application_id));
  return new Set(rows.map(decrypt)).size;
}

export const applicationsOfEmail = (db: Db, email: Keyed) => applicationsBy(db, 'email_lookup', email);

/** Those of these applications in which the owner of the email address has confirmed it: anyone can type it into a form. */
export async function confirmedByEmailAmong(db: Db, ids: readonly ApplicationId[]) {
  const confirmed = rowsOf(db, 'applicant', { application_id: ids, email_verified_at: { '<>': null } });
  return new Set(await confirmed.values('application_id'));
}

/** Until the transaction ends, others that call this with the same SSN wait, also while the lookup key is changed. */
export async function lockSsn(tx: Tx, ssn: Keyed): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${ssn.at(-1)}, 0))`.execute(tx);
}

/** All applications of the people who have these. */
export const applicationsOfPeople = async (db: Db, ids: readonly ApplicationId[]) => {
  const ssns = await rowsOf(db, 'applicant', { application_id: ids }).values('ssn_lookup');
  return applicationsOfSsn(
    db,
    ssns.filter((ssn) => ssn !== null),
  );
};

export const applicationsOfSsn = (db: Db, ssn: Keyed) => applicationsBy(db, 'ssn_lookup', ssn);

export const applicationsOfPhone = (db: Db, phone: Keyed) => applicationsBy(db, 'phone_lookup', phone);

const applicationsBy = (db: Db, column: 'email_lookup' | 'ssn_lookup' | 'phone_lookup', values: Keyed) =>
  rowsOf(db, 'applicant', { [column]: values }).values('application_id');

/** For each key that an SSN is encrypted under, one of them, to find out whether keys are those of the database. */
export async function sampleOfEachKey(db: Db) {
  // Jumps from key to key in the index; "distinct" would read every applicant.
  const first = sql`select split_part(ssn, '.', 1) as key_id, application_id, ssn, ssn_lookup from applicant`;
  const { rows } = await sql<
    Pick<Tables['applicant'], 'application_id' | 'ssn' | 'ssn_lookup'> & { key_id: string }
  >`
    with recursive one as (
      (${first} order by 1 limit 1)
      union all
      select next.* from one cross join lateral (
        ${first} where split_part(ssn, '.', 1) > one.key_id order by 1 limit 1) next)
    select * from one`.execute(db);
  return rows.map(({ key_id: keyId, application_id: id, ssn: encrypted, ssn_lookup: lookup }) => ({
    keyId,
    decrypt: (vault: Vault) => {
      try {
        const ssn = vault.decrypt(encrypted, encryptionContext('applicant', 'ssn', id));
        return vault.isLookupOf(lookup, 'ssn', ssn) ? 'decrypted' : 'looked-up-otherwise';
      } catch {
        return 'encrypted-otherwise';
      }
    },
  }));
}
