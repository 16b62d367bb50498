// Brings the database to the newest shape. Forward only; processes that start together wait for one another.
import { type Kysely, Migrator } from 'kysely';
import { SetupError } from '../failure.ts';
import * as ground from './migrations/0001-ground.ts';
import * as documents from './migrations/0002-documents.ts';
import * as bankLink from './migrations/0003-bank-link.ts';
import * as approval from './migrations/0004-approval.ts';
import * as funding from './migrations/0005-funding.ts';
import * as signature from './migrations/0006-signature.ts';
import * as autopay from './migrations/0007-autopay.ts';
import * as doubts from './migrations/0008-doubts.ts';
import * as bankRepair from './migrations/0009-bank-repair.ts';
import * as retention from './migrations/0010-retention.ts';
import * as acceptedRate from './migrations/0011-accepted-rate.ts';
import * as textCode from './migrations/0012-text-code.ts';
import * as documentsLink from './migrations/0013-documents-link.ts';
import * as leads from './migrations/0014-leads.ts';
import * as esignOpened from './migrations/0015-esign-opened.ts';
import type { Tables } from './tables.ts';

const migrations = {
  '0001-ground': ground,
  '0002-documents': documents,
  '0003-bank-link': bankLink,
  '0004-approval': approval,
  '0005-funding': funding,
  '0006-signature': signature,
  '0007-autopay': autopay,
  '0008-doubts': doubts,
  '0009-bank-repair': bankRepair,
  '0010-retention': retention,
  '0011-accepted-rate': acceptedRate,
  '0012-text-code': textCode,
  '0013-documents-link': documentsLink,
  '0014-leads': leads,
  '0015-esign-opened': esignOpened,
};

export async function migrate(db: Kysely<Tables>): Promise<void> {
  // The migrator holds an advisory lock for as long as it runs. Migrations of different tables may arrive in any order.
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    allowUnorderedMigrations: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'before the first';
    throw new SetupError(
      `The database could not be migrated (${failed}): ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
