// One search of the military database, apart from a credit pull. The result is stored like those of the pulls.

import { randomUUID } from 'node:crypto';
import type { Db, Tx } from '../../platform/db/database.ts';
import { insertOnce, rowsOf } from '../../platform/db/rows.ts';
import { type ApplicationId, encryptionContext } from '../../platform/db/tables.ts';
import type { Vault } from '../../platform/encryption.ts';
import { readApplicant } from '../../records/applicants.ts';
import type { With } from '../../services.ts';
import type { MilitaryResult } from '../../vendors/bureau/screening.ts';

type Source = 'soft-pull' | 'hard-pull' | 'search' | 'operator';

/** `key` identifies the search: the same one is stored once. */
export async function saveMilitaryCheck(
  tx: Tx,
  { vault, clock }: With<'vault' | 'clock'>,
  applicationId: ApplicationId,
  check: { readonly key: string; readonly source: Source; readonly answer: MilitaryResult },
): Promise<void> {
  const id = randomUUID();
  await insertOnce(tx, 'military_check', ['key'], {
    id,
    application_id: applicationId,
    key: check.key,
    result: check.answer.answer,
    source: check.source,
    evidence: vault.encryptJson(check.answer, encryptionContext('military_check', 'evidence', id)),
    checked_at: clock.now(),
  });
}

export async function militaryChecksOf(db: Db, vault: Vault, id: ApplicationId) {
  const rows = await rowsOf(db, 'military_check', { application_id: id }, ['checked_at desc']).all();
  return rows.map(({ id: row, source, evidence, checked_at: checkedAt }) => ({
    ...vault.decryptJson<MilitaryResult>(evidence, encryptionContext('military_check', 'evidence', row)),
    source: source as Source,
    checkedAt,
  }));
}

export const readMilitaryResult = async (db: Db, vault: Vault, id: ApplicationId) =>
  (await militaryChecksOf(db, vault, id)).find(({ answer }) => answer !== 'unknown');

/** Sends at most one search a minute. `saveMilitaryCheck` stores it. */
export async function searchMilitary(
  services: With<'clock' | 'db' | 'vault' | 'vendorCalls' | 'vendors'>,
  id: ApplicationId,
) {
  const applicant = await readApplicant(services.db, services.vault, id);
  const key = `military-search:${id}:${services.clock.now().toISOString().slice(0, 16)}`;
  const answer = await services.vendorCalls.call({
    vendor: 'bureau',
    operation: 'military-search',
    key,
    applicationId: id,
    timeoutSeconds: 15,
    // A search leaves no trace on the credit file.
    onUnknownOutcome: { rule: 'repeat' },
    perform: (signal) => services.vendors.bureau.militarySearch(applicant, signal),
  });
  return { key, source: 'search', answer } as const;
}
