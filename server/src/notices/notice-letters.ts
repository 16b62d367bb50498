// The letters among the notices: claimed for a batch, printed and mailed.
import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { rowsOf, uuidBegins } from '../platform/db/rows.ts';
import type { ApplicationId, NoticeId } from '../platform/db/tables.ts';
import { noticeColumns } from '../records/notices.ts';

/** Claims some letters for a batch. Two commands at once claim different ones. */
export async function claimLetters(tx: Tx, batch: string, limit: number): Promise<number> {
  const wanted = rowsOf(tx, 'notice', { letter: 'wanted', rendered_at: { '<>': null } }, ['due_at']);
  const rows = await wanted.claim(['id'], limit);
  const ids = rows.map(({ id }) => id);
  await rowsOf(tx, 'notice', { id: ids }).update({ letter: 'claimed', batch });
  return ids.length;
}

/** The letters that are rendered and not printed, oldest first. */
export const waitingLetters = (db: Db) =>
  db
    .selectFrom('notice')
    .select(['kind', 'application_id as applicationId', 'letter_at as since'])
    .where('letter', 'in', ['wanted', 'claimed'])
    .where('rendered_at', 'is not', null)
    .where('letter_at', 'is not', null)
    .orderBy('letter_at')
    .$narrowType<{ since: Date }>()
    .execute();

/** The printed batches whose mailing is not recorded, oldest first. */
export const unmailedBatches = (db: Db) =>
  db
    .selectFrom('notice')
    .select(({ fn }) => ['batch', fn.countAll<string>().as('letters'), fn.min('printed_at').as('since')])
    .where(sql<boolean>`letter = 'printed' and mailed_on is null`)
    .groupBy('batch')
    .orderBy('since')
    .$narrowType<{ batch: string; since: Date }>()
    .execute();

/** The batches whose file may not have been written: the command was killed. */
export async function claimedBatches(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('notice')
    .select('batch')
    .distinct()
    .where('letter', '=', 'claimed')
    .where('batch', 'is not', null)
    .orderBy('batch')
    .execute();
  return rows.flatMap(({ batch }) => batch ?? []);
}

/** The letters of a batch that are not marked as printed, always in the same order. */
export const lettersOf = (db: Db, batch: string) =>
  rowsOf(db, 'notice', { batch, letter: 'claimed' }, ['due_at', 'id']).all(noticeColumns);

/** `mailingId`: the number that a printing service gave the mailing. */
export const savePrinted = (tx: Tx, clock: Clock, id: NoticeId, mailingId?: string) =>
  rowsOf(tx, 'notice', { id }).update({
    letter: 'printed',
    state: 'printed',
    printed_at: clock.now(),
    mailing_id: mailingId ?? null,
  });

/** The printed batches whose ids begin with a text, at most two. */
export async function batchesBeginning(db: Db, beginning: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('notice')
    .select('batch')
    .distinct()
    .where('letter', '=', 'printed')
    .where(uuidBegins('batch', beginning))
    .limit(2)
    .execute();
  return rows.flatMap(({ batch }) => batch ?? []);
}

export const printedLetters = (db: Db, of: { readonly batch: string } | { readonly id: ApplicationId }) =>
  rowsOf(
    db,
    'notice',
    { letter: 'printed', ...('batch' in of ? { batch: of.batch } : { application_id: of.id }) },
    ['due_at', 'id'],
  ).all(noticeColumns);

/** Records the mailing of a batch, and returns the letters whose mailing was not recorded before. */
export async function saveMailed(
  tx: Tx,
  batch: string,
  { on, by, mailingId }: { readonly on: string; readonly by: string; readonly mailingId: string | undefined },
): Promise<NoticeId[]> {
  const unmailed = rowsOf(tx, 'notice', { batch, letter: 'printed', mailed_on: null });
  const mailed = {
    mailed_on: on,
    mailed_by: by,
    ...(mailingId === undefined ? {} : { mailing_id: mailingId }),
  };
  return (await unmailed.updated(mailed, ['id'])).map(({ id }) => id);
}
