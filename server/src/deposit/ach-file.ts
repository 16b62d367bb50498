// The day's ACH file: every disbursement of the day, written whole or not at all, the same numbers however often it is written.
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { isoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { type AchEntry, writeNachaFile } from '#finance/nacha.ts';
import type { Parts } from '../parts.ts';
import { transact } from '../platform/database.ts';
import { placeOf } from '../platform/tables.ts';

/** Any number that no other lock of ours uses. */
const fileLock = 4_201_337;

/** `day` is the file's ISO date. Answers the path it was written to. */
export async function writeAchFile(parts: Parts, day: string): Promise<string> {
  const { config, vault, lender, clock } = parts;
  const directory = config.ACH_DIR ?? join(config.dataDirectory, 'ach');
  const path = join(directory, `credits-${day}.ach`);
  return transact(parts.db, async (tx) => {
    // Two processes that write the same day one after the other leave the file that holds all.
    await sql`select pg_advisory_xact_lock(${fileLock})`.execute(tx);
    const rows = await tx
      .selectFrom('disbursement')
      .innerJoin('deposit_account', 'deposit_account.application_id', 'disbursement.application_id')
      .innerJoin('applicant', 'applicant.application_id', 'disbursement.application_id')
      .select([
        'disbursement.application_id',
        'disbursement.sequence',
        'disbursement.amount',
        'disbursement.loan_id',
        'disbursement.effective_on',
        'deposit_account.routing_number',
        'deposit_account.account_number',
        'deposit_account.account_type',
        'applicant.first_name',
        'applicant.last_name',
      ])
      .where('disbursement.file_day', '=', day)
      .orderBy('disbursement.sequence')
      .execute();
    const entries = rows.map((row): AchEntry & { effectiveOn: string } => {
      const id = row.application_id;
      const name = (column: 'first_name' | 'last_name') =>
        vault.open(row[column], placeOf('applicant', column, id));
      return {
        sequence: row.sequence,
        routingNumber: vault.open(row.routing_number, placeOf('deposit_account', 'routing_number', id)),
        accountNumber: vault.open(row.account_number, placeOf('deposit_account', 'account_number', id)),
        accountType: row.account_type,
        amount: cents(row.amount),
        individualId: row.loan_id.slice(-15),
        individualName: `${name('first_name')} ${name('last_name')}`,
        effectiveOn: row.effective_on,
      };
    });
    const { funding } = lender;
    const days = [...new Set(entries.map((entry) => entry.effectiveOn))].sort();
    const text = writeNachaFile({
      destination: funding.destination,
      origin: funding.origin,
      createdOn: isoDate(day),
      createdAt: funding.cutoff.replace(':', ''),
      idModifier: 'A',
      batches: days.map((effectiveOn) => ({
        kind: 'PPD' as const,
        companyName: funding.companyName,
        companyId: funding.companyId,
        entryDescription: funding.entryDescription,
        effectiveOn: isoDate(effectiveOn),
        originatingBank: funding.originatingBank,
        entries: entries.filter((entry) => entry.effectiveOn === effectiveOn),
      })),
    });
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const unfinished = `${path}.unfinished`;
    const file = await open(unfinished, 'w', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
    await tx
      .updateTable('disbursement')
      .set({ written_at: clock.now() })
      .where('file_day', '=', day)
      .where('written_at', 'is', null)
      .execute();
    return path;
  });
}
