// OFAC searches and decisions, for ten years (31 CFR 501.601): longer than applications, so they name the person.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { deleteSome, insertOnce, rowsOf } from '../../platform/db/rows.ts';
import { type ApplicationId, encryptionContext, type Tables } from '../../platform/db/tables.ts';
import { readApplicant } from '../../records/applicants.ts';
import type { With } from '../../services.ts';

interface NewScreening {
  /** Identifies the search or the decision: the same one is stored once. */
  readonly key: string;
  readonly occasion: Tables['ofac_screening']['occasion'];
  readonly result: Tables['ofac_screening']['result'];
  /** The day of the list that was searched, as an ISO date; null if the bureau gives none. */
  readonly listDate: string | null;
  readonly evidence: object;
}

export async function saveOfacScreening(
  tx: Tx,
  { vault, clock }: With<'vault' | 'clock'>,
  applicationId: ApplicationId,
  { key, occasion, result, listDate, evidence }: NewScreening,
): Promise<void> {
  const id = randomUUID();
  const { firstName, lastName, dob } = await readApplicant(tx, vault, applicationId);
  const found = { ...evidence, person: { firstName, lastName, dob } };
  await insertOnce(tx, 'ofac_screening', ['key'], {
    id,
    application_id: applicationId,
    key,
    occasion,
    result,
    list_date: listDate,
    evidence: vault.encryptJson(found, encryptionContext('ofac_screening', 'evidence', id)),
    screened_at: clock.now(),
  });
}

/** Oldest first, without the evidence. */
export const ofacScreeningsOf = (db: Db, id: ApplicationId) =>
  rowsOf(db, 'ofac_screening', { application_id: id }, ['screened_at']).all([
    'key',
    'occasion',
    'result',
    'list_date as listDate',
    'screened_at as screenedAt',
  ]);

/** Deletes records past their time, except of applications on legal hold. Returns how many. */
export const deleteOfacScreenings = (tx: Tx, before: Date, most: number) =>
  deleteSome(tx, 'ofac_screening', sql`screened_at < ${before} and not on_legal_hold(application_id)`, most);
