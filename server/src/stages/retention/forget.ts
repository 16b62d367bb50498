// Records of vendors' calls and of visits that are kept for a shorter time than the application they belong to.
import { sql } from 'kysely';
import { transact } from '../../platform/db/database.ts';
import { audit } from '../../records/audit.ts';
import type { Parts } from '../../services.ts';
import { untilNone } from './batches.ts';
import { overBefore } from './periods.ts';

/** Calls whose answers hold what banks told, or what opens a bank. That access was ended is kept. */
const bankWords = ['read-owners', 'read-income', 'exchange-public-token', 'create-link-token'];

const kinds = {
  sessions: (parts: Parts, batch: number) => sql`
    delete from session where id in (
      select id from session where touched_at < ${overBefore(parts, 'sessions')} limit ${batch})`,
  textCodes: (parts: Parts, batch: number) => sql`
    delete from outside_call where id in (
      select id from outside_call
      where vendor in ('twilio', 'recaptcha') and intended_at < ${overBefore(parts, 'textCodes')}
      limit ${batch})`,
  bankData: (parts: Parts, batch: number) => sql`
    delete from outside_call where id in (
      select id from outside_call
      where vendor = 'plaid' and operation = any(${bankWords}) and intended_at < ${overBefore(parts, 'bankData')}
      limit ${batch})`,
} as const;

export async function forgetRecords(
  parts: Parts,
  batch: number,
): Promise<Record<keyof typeof kinds, number>> {
  const forgotten = { sessions: 0, textCodes: 0, bankData: 0 };
  for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
    forgotten[kind] = await untilNone((_, most) => forget(parts, kind, most), parts, batch);
  }
  return forgotten;
}

function forget(parts: Parts, kind: keyof typeof kinds, batch: number): Promise<number> {
  return transact(parts.db, async (tx) => {
    const { numAffectedRows } = await kinds[kind](parts, batch).execute(tx);
    const rows = Number(numAffectedRows ?? 0);
    if (rows > 0) await audit(tx, parts.clock, {}, { type: 'records-purged', kind, rows });
    return rows;
  });
}
