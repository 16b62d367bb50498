// The tables of running the product: its keys, its partners' keys and the database itself.
import type { Generated } from 'kysely';
import type { Instant, MaybeInstant } from './column-types.ts';

/** A key that data of this database is sealed or looked up with. */
export interface KeyFingerprintTable {
  kind: 'encryption' | 'lookup';
  /** The encryption key's id. */
  key_id: string;
  /** A keyed hash of a constant: it tells two keys apart, and nothing of either. */
  fingerprint: string;
  first_seen_at: Instant;
}

/** An API key that an operator made for a partner. */
export interface PartnerKeyTable {
  id: string;
  partner_id: string;
  /** SHA-256 of the key, in hexadecimal. */
  hash: string;
  created_at: Instant;
  revoked_at: MaybeInstant;
}

/** Tells the database from a copy that was restored from a dump. */
export interface DatabaseIdentityTable {
  only_row: Generated<boolean>;
  table_number: number;
  noted_at: Instant;
}
