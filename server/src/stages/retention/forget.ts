// Records of vendors' calls and of visits that are kept for a shorter time than the application they belong to.
import { sql } from 'kysely';
import { transact } from '../../platform/db/database.ts';
import { audit } from '../../records/audit.ts';
import type { Services } from '../../services.ts';
import { runInBatches } from './batches.ts';
import { overBefore } from './periods.ts';

/** Calls whose answers hold what banks told, or what opens a bank. That access was ended is kept. */
const bankWords = ['read-owners', 'read-income', 'exchange-public-token', 'create-link-token'];

const kinds = {
  sessions: (services: Services, batch: number) => sql`
    delete from session where id in (
      select id from session where touched_at < ${overBefore(services, 'sessions')} limit ${batch})`,
  textCodes: (services: Services, batch: number) => sql`
    delete from outside_call where id in (
      select id from outside_call
      where vendor in ('twilio', 'recaptcha') and intended_at < ${overBefore(services, 'textCodes')}
      limit ${batch})`,
  bankData: (services: Services, batch: number) => sql`
    delete from outside_call where id in (
      select id from outside_call
      where vendor = 'plaid' and operation = any(${bankWords}) and intended_at < ${overBefore(services, 'bankData')}
      limit ${batch})`,
} as const;

export async function forgetRecords(
  services: Services,
  batch: number,
): Promise<Record<keyof typeof kinds, number>> {
  const forgotten = { sessions: 0, textCodes: 0, bankData: 0 };
  for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
    forgotten[kind] = await runInBatches((_, most) => forget(services, kind, most), services, batch);
  }
  return forgotten;
}

function forget(services: Services, kind: keyof typeof kinds, batch: number): Promise<number> {
  return transact(services.db, async (tx) => {
    const { numAffectedRows } = await kinds[kind](services, batch).execute(tx);
    const rows = Number(numAffectedRows ?? 0);
    if (rows > 0) await audit(tx, services.clock, {}, { type: 'records-purged', kind, rows });
    return rows;
  });
}
