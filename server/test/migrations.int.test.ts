import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { up } from '#server/platform/db/migrations/0015-esign-opened.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';

it('takes over from the audit log when an ESIGN consent was first opened', async () => {
  const database = await openDatabase({ url: undefined, poolSize: 1, dataDirectory: undefined });
  const { db } = database;
  try {
    await migrate(db);
    await sql`alter table application drop column esign_opened_at`.execute(db);
    const at = (day: number) => new Date(Date.UTC(2026, 5, day));
    const [opened, unopened] = [randomUUID(), randomUUID()] as string[] as ApplicationId[];
    for (const id of [opened, unopened] as ApplicationId[]) {
      await db
        .insertInto('application')
        .values({
          id,
          state: 'DEPOSIT_CHOSEN',
          state_since: at(1),
          source: 'web_form',
          experience: 'single_page',
          created_at: at(1),
          marketing: '{}',
        })
        .execute();
    }
    const events = [
      ['esign-consent-opened', 3],
      ['esign-consent-opened', 2],
      ['documents-mailed', 1],
    ] as const;
    for (const [type, day] of events) {
      await db
        .insertInto('audit_event')
        .values({ application_id: opened as ApplicationId, type, data: '{}', at: at(day) })
        .execute();
    }
    await up(db as unknown as Kysely<never>);
    const rows = await db.selectFrom('application').select(['id', 'esign_opened_at']).execute();
    expect(new Map(rows.map((row) => [row.id, row.esign_opened_at]))).toEqual(
      new Map([
        [opened, at(2)],
        [unopened, null],
      ]),
    );
  } finally {
    await database.close();
  }
});
