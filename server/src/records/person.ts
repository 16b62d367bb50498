// What together identifies a person. An SSN alone does not: others may know it.
import type { Lookup, Vault } from '../platform/encryption.ts';
import type { Identity } from '../vendors/fraud.ts';

/** A last name as it is compared: case, accents, spaces and punctuation do not count. */
const lastNameKey = (name: string) => name.normalize('NFD').replace(/\P{L}/gu, '').toLowerCase();

export const isSamePerson = (a: Identity, b: Identity): boolean =>
  a.ssn === b.ssn && a.dob.trim() === b.dob.trim() && lastNameKey(a.lastName) === lastNameKey(b.lastName);

/** A keyed hash of the person, for limits. */
export const personLookup = (vault: Vault, { lastName, dob, ssn }: Identity): Lookup =>
  vault.lookup('person', `${ssn}\0${lastNameKey(lastName)}\0${dob}`);
