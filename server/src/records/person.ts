// What together identifies a person. An SSN alone does not: others may know it.
import type { Lookup, Vault } from '../platform/encryption.ts';

export interface Person {
  readonly lastName: string;
  /** ISO date. */
  readonly dob: string;
  /** Nine digits. */
  readonly ssn: string;
}

/** A last name as it is compared: case, accents, spaces and punctuation do not count. */
const lastNameKey = (name: string) => name.normalize('NFD').replace(/\P{L}/gu, '').toLowerCase();

export const isSamePerson = (one: Person, other: Person): boolean =>
  one.ssn === other.ssn &&
  one.dob.trim() === other.dob.trim() &&
  lastNameKey(one.lastName) === lastNameKey(other.lastName);

/** A keyed hash of the person, for limits. */
export const personLookup = (vault: Vault, { lastName, dob, ssn }: Person): Lookup =>
  vault.lookup('person', `${ssn}\0${lastNameKey(lastName)}\0${dob}`);
