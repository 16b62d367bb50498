// Legal holds (12 CFR 1002.12(b)(4)), which prevent every deletion: the database's `on_legal_hold` answers for it.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/database.ts';
import { insertRow, rowsOf } from '../platform/db/rows.ts';
import { type ApplicationId, encryptionContext } from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';
import { operatorName } from '../platform/operator.ts';
import { lookups } from '../records/applicant-fields.ts';
import { readApplicantField } from '../records/applicants.ts';
import type { With } from '../services.ts';

/** `isOfPerson`: it is of all applications of the person, also later ones, rather than this one alone. */
export async function placeLegalHold(
  tx: Tx,
  { vault, clock }: With<'vault' | 'clock'>,
  applicationId: ApplicationId,
  { isOfPerson, reason }: { readonly isOfPerson: boolean; readonly reason: string },
): Promise<string> {
  const id = randomUUID();
  const ssn = isOfPerson ? await readApplicantField(tx, vault, applicationId, 'ssn') : undefined;
  await insertRow(tx, 'legal_hold', {
    id,
    application_id: applicationId,
    ssn_lookup: ssn === undefined ? null : lookups.ssn(vault, ssn),
    reason: vault.encrypt(reason, encryptionContext('legal_hold', 'reason', id)),
    placed_at: clock.now(),
  });
  return id;
}

/** Returns the application of the hold; null if no such hold is in force. The database writes the audit event. */
export async function liftLegalHold(
  tx: Tx,
  { vault, clock }: With<'vault' | 'clock'>,
  id: string,
  reason: string,
) {
  const why = vault.encrypt(reason, encryptionContext('legal_hold', 'lift_reason', id));
  const { rows } = await sql<{ applicationId: ApplicationId | null }>`
    select lift_legal_hold(${id}, ${why}, ${operatorName() ?? null}, ${clock.now()}) as "applicationId"`.execute(
    tx,
  );
  return rows[0]?.applicationId;
}

export async function legalHolds(db: Db, vault: Vault) {
  const rows = await rowsOf(db, 'legal_hold', { lifted_at: null }, ['placed_at']).all();
  return rows.map((row) => ({
    id: row.id,
    applicationId: row.application_id,
    isOfPerson: row.ssn_lookup !== null,
    reason: vault.decrypt(row.reason, encryptionContext('legal_hold', 'reason', row.id)),
    placedAt: row.placed_at,
  }));
}

export async function isOnLegalHold(db: Db, id: ApplicationId): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select on_legal_hold(${id}) as held`.execute(db);
  return rows[0]?.held === true;
}
