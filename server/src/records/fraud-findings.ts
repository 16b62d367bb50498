// Stores what fraud monitoring found before payments, for the lender's report.
import type { Selectable } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { insertOnce } from '../platform/db/rows.ts';
import type { Tables } from '../platform/db/tables.ts';

type Row = Selectable<Tables['fraud_finding']>;

/** False if it was found before, with the same account and action: a person who released it has seen it. */
export async function saveFraudFinding(
  tx: Tx,
  clock: Clock,
  finding: Omit<Row, 'found_at'>,
): Promise<boolean> {
  return insertOnce(tx, 'fraud_finding', ['application_id', 'rule', 'account_lookup', 'action'], {
    ...finding,
    found_at: clock.now(),
  });
}

/** Oldest first. */
export async function fraudFindingsSince(
  db: Db,
  since: Date,
): Promise<readonly Pick<Row, 'application_id' | 'rule' | 'action' | 'found' | 'found_at'>[]> {
  return db
    .selectFrom('fraud_finding')
    .select(['application_id', 'rule', 'action', 'found', 'found_at'])
    .where('found_at', '>=', since)
    .orderBy('found_at')
    .execute();
}
