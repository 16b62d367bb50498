// Stores what fraud monitoring found before payments, for the lender's report.
import type { Selectable } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { insertOnce, rowsOf } from '../../platform/db/rows.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { Lookup } from '../../platform/encryption.ts';

/** False if found before, with the same account under any hash, and action: a person who released it has seen it. */
export async function saveFraudFinding(
  tx: Tx,
  clock: Clock,
  account: readonly Lookup[],
  finding: Omit<Selectable<Tables['fraud_finding']>, 'found_at'>,
): Promise<boolean> {
  const { application_id, rule, action } = finding;
  const earlier = { application_id, rule, action, account_lookup: [...account] };
  if (await rowsOf(tx, 'fraud_finding', earlier).exist()) return false;
  return insertOnce(tx, 'fraud_finding', ['application_id', 'rule', 'account_lookup', 'action'], {
    ...finding,
    found_at: clock.now(),
  });
}

/** Oldest first. */
export const fraudFindingsSince = (db: Db, since: Date) =>
  db
    .selectFrom('fraud_finding')
    .select(['application_id', 'rule', 'action', 'found', 'found_at'])
    .where('found_at', '>=', since)
    .orderBy('found_at')
    .execute();
