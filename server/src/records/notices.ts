// The ledger of notices: what each applicant must receive in writing, by when, and its status.
import { randomUUID } from 'node:crypto';
import { type InferResult, type Insertable, type Selectable, sql } from 'kysely';
import { type Clock, daysAfter, nowAfter } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { insertRow, rowsOf } from '../platform/db/rows.ts';
import { type ApplicationId, encryptionContext, type NoticeId, type Tables } from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';
import type { SentKind } from './audit.ts';
import { decisionDenied, newestDecision } from './decisions.ts';

type NoticeKind = Selectable<Tables['notice']>['kind'];

/** The days that the law gives from a completed application to its notice (12 CFR 1002.9(a)(1), (c)(1)). */
export const noticeDays = 30;

export type Notice = InferResult<ReturnType<typeof notices>>[number];

export const noticeColumns = [
  'id',
  'application_id as applicationId',
  'kind',
  'basis',
  'decision_id as decisionId',
  'state',
  'letter',
  'required_at as requiredAt',
  'due_at as dueAt',
  'rendered_at as renderedAt',
  'sent_at as sentAt',
  'bounced_at as bouncedAt',
  'viewed_at as viewedAt',
  // Since when it waits to go by letter.
  'letter_at as letterAt',
  'printed_at as printedAt',
  // The proof of mailing: the day, who recorded it, and the mailing's number.
  'mailed_on as mailedOn',
  'mailed_by as mailedBy',
  'mailing_id as mailingId',
] as const;

export const notices = (db: Db) => db.selectFrom('notice').select(noticeColumns);

/** The letter is what the applicant must receive. Otherwise an email arrived, and a letter only follows where it was not viewed. */
export const isByLetter = sql<boolean>`letter <> 'none' and (bounced_at is not null or sent_at is null or letter_at <= sent_at)`;

/** Starts the 30 days of an application, unless they run already, or begin sooner. */
export async function startNoticePeriod(tx: Tx, id: ApplicationId, from: Date): Promise<void> {
  await tx
    .insertInto('notice')
    .values({ ...rowOf(id, 'pending', from), state: 'required' })
    .onConflict((conflict) =>
      conflict
        .columns(['application_id', 'kind'])
        // Written out: a plan for any parameters would not use the index.
        .where(sql<boolean>`kind in ('pending', 'denial', 'approval', 'withdrawal') and state <> 'void'`)
        .doUpdateSet((row) => ({
          required_at: row.ref('excluded.required_at'),
          due_at: row.ref('excluded.due_at'),
        }))
        .whereRef('notice.required_at', '>', 'excluded.required_at'),
    )
    .execute();
}

/** A kind and its basis, which every denial has. */
export type RequiredKind =
  | readonly [kind: 'denial', basis: string]
  | readonly [kind: Exclude<SentKind, 'denial'>, basis?: string];

/** The notices of action taken or of incompleteness, which end the pending 30 days. */
export const actions: readonly NoticeKind[] = ['denial', 'incomplete', 'counteroffer', 'approval'];
/** A later decision may require one of these again. */
const repeated: readonly NoticeKind[] = [
  'incomplete',
  'counteroffer',
  'score-disclosure',
  'autopay-authorization',
];

/**
 * Records that a notice about the newest decision is required: save the decision first. A denial that is none of the policy's own
 * becomes a decision here, so that no denial is without one. The notice replaces the application's pending 30 days,
 * and takes over their due date. Undefined if a notice of a kind that is given once was given.
 */
export async function requireNotice(tx: Tx, clock: Clock, id: ApplicationId, required: RequiredKind) {
  const [kind, basis] = required;
  const replaces = actions.includes(kind);
  if (!repeated.includes(kind) && (await findNotice(tx, id, kind))) {
    if (replaces) await cancelNoticePeriod(tx, id);
    return undefined;
  }
  const pending = replaces ? await findNotice(tx, id, 'pending') : undefined;
  const decision =
    kind === 'denial' ? await decisionDenied(tx, clock, id, basis) : (await newestDecision(tx, id))?.id;
  const of = { basis: basis ?? null, decision_id: decision ?? null };
  // A pending notice may begin after the days to answer.
  const last = await rowsOf(tx, 'notice', { application_id: id, kind: { '<>': 'pending' } }, [
    'required_at desc',
  ]).value('required_at');
  const now = nowAfter(clock, last);
  const row = { ...rowOf(id, kind, now), ...of, state: 'required' as const };
  if (pending === undefined) {
    await insertRow(tx, 'notice', row);
    return row.id;
  }
  const { id: noticeId } = pending;
  await rowsOf(tx, 'notice', { id: noticeId }).update({ kind, ...of, state: 'required', required_at: now });
  return noticeId;
}

const rowOf = (id: ApplicationId, kind: NoticeKind, from: Date) =>
  ({
    id: randomUUID() as string as NoticeId,
    application_id: id,
    kind,
    required_at: from,
    due_at: daysAfter(from, noticeDays),
  }) satisfies Partial<Insertable<Tables['notice']>>;

/** Nothing is required anymore, such as after a withdrawal. */
export async function cancelNoticePeriod(tx: Tx, id: ApplicationId): Promise<void> {
  await rowsOf(tx, 'notice', { application_id: id, kind: 'pending' }).update({ state: 'void' });
}

export const readNotice = (db: Db, id: NoticeId) => rowsOf(db, 'notice', { id }).one(noticeColumns);

/** The latest notice of a kind that is required or was given. */
export const findNotice = (db: Db, id: ApplicationId, kind: NoticeKind) =>
  rowsOf(db, 'notice', { application_id: id, kind, state: { '<>': 'void' } }, ['required_at desc']).first(
    noticeColumns,
  );

export const noticesOf = (db: Db, id: ApplicationId) =>
  rowsOf(db, 'notice', { application_id: id }, ['required_at', 'id']).all(noticeColumns);

/** Whether the notice of action taken or of incompleteness was given or is being given. */
export const hasAction = (db: Db, id: ApplicationId) =>
  rowsOf(db, 'notice', { application_id: id, kind: actions, state: { '<>': 'void' } }).exist();

/** Pending 30 days that began before an instant, oldest first: without a draft, with one, or those with something to send. */
export const pendingNoticePeriods = (
  db: Db,
  before: Date,
  which: 'undrafted' | 'drafted' | 'to-send',
  limit: number,
) =>
  rowsOf(
    db,
    'notice',
    {
      kind: 'pending',
      state: which === 'undrafted' ? 'required' : 'drafted',
      ...(which === 'to-send' && { basis: { '<>': null } }),
      required_at: { '<=': before },
    },
    ['required_at'],
  ).all(noticeColumns, limit);

/** Notices that should have been rendered and sent by now: their job was lost, or gave up. */
export const unsentNotices = (
  db: Db,
  { before, approvalsBefore }: Readonly<Record<'before' | 'approvalsBefore', Date>>,
  limit: number,
) =>
  notices(db)
    .where('kind', '<>', 'pending')
    .where('required_at', '<=', before)
    .where((where) =>
      where.or([
        where('state', '=', 'required'),
        where.and([
          where('state', '=', 'rendered'),
          where('letter', '=', 'none'),
          where.or([where('kind', '<>', 'approval'), where('required_at', '<=', approvalsBefore)]),
        ]),
      ]),
    )
    .orderBy('required_at')
    .limit(limit)
    .execute();

/** Emailed notices of some kinds that the applicant had not viewed by an instant, and that do not go by letter yet. */
export const unviewedNotices = (db: Db, kinds: readonly SentKind[], sentBefore: Date, limit: number) =>
  notices(db)
    .where('kind', 'in', kinds)
    // Written out: a plan for any parameters would not use the index.
    .where(sql<boolean>`state = 'sent' and letter = 'none' and viewed_at is null`)
    .where('sent_at', '<=', sentBefore)
    .orderBy('sent_at')
    .limit(limit)
    .execute();

/** What is required past its due date. A letter about an email that arrived unviewed is not: the email was enough. */
export const overdueNotices = (db: Db, now: Date) =>
  notices(db)
    .where('due_at', '<=', now)
    .where((where) =>
      where.or([
        where('state', 'in', ['required', 'drafted']),
        where.and([where('letter', 'in', ['wanted', 'claimed']), isByLetter]),
        where.and([where('state', 'in', ['rendered', 'bounced']), where('letter', '=', 'none')]),
      ]),
    )
    .orderBy('due_at')
    .execute();

/** Locks a notice, so that two sweeps or an operator do not decide it twice. */
export const lockNotice = (tx: Tx, id: NoticeId) =>
  notices(tx).where('id', '=', id).forUpdate().executeTakeFirstOrThrow();

/** Saves what is sent without a decision: null if nothing is. */
export const saveDrafted = (tx: Tx, id: NoticeId, basis: string | null) =>
  rowsOf(tx, 'notice', { id }).update({ state: 'drafted', basis });

/** Has the sweep draft pending 30 days again for which it had nothing to send, such as while a restored backup stopped the application. */
export async function redraftNotice(tx: Tx, id: ApplicationId): Promise<void> {
  const pending = { application_id: id, kind: 'pending', state: 'drafted', basis: null } as const;
  await rowsOf(tx, 'notice', pending).update({ state: 'required' });
}

export async function voidNotice(tx: Tx, id: NoticeId): Promise<void> {
  await rowsOf(tx, 'notice', { id }).update({ state: 'void', letter: 'none' });
}

/** There is no loan anymore to write to the spouse about, unless the letter is printed, or is being printed. */
export async function voidSpouseNotice(tx: Tx, id: ApplicationId): Promise<void> {
  const notice = await findNotice(tx, id, 'spouse');
  if (notice?.letter === 'none' || notice?.letter === 'wanted') await voidNotice(tx, notice.id);
}

/** `letter` is `wanted` where the notice also, or only, goes by letter. */
export const saveRendered = (tx: Tx, clock: Clock, id: NoticeId, letter: 'none' | 'wanted') =>
  rowsOf(tx, 'notice', { id }).update({
    state: 'rendered',
    rendered_at: clock.now(),
    letter,
    letter_at: letter === 'wanted' ? clock.now() : null,
  });

/** A bounce may be reported before the email is recorded as sent. */
export async function saveSent(tx: Tx, clock: Clock, id: NoticeId): Promise<void> {
  await rowsOf(tx, 'notice', { id }).update({ sent_at: clock.now() });
  await rowsOf(tx, 'notice', { id, state: 'rendered' }).update({ state: 'sent' });
}

export async function saveNoticeBounced(tx: Tx, clock: Clock, id: NoticeId): Promise<void> {
  await rowsOf(tx, 'notice', { id, bounced_at: null }).update({ state: 'bounced', bounced_at: clock.now() });
  await saveLetterWanted(tx, clock, id);
}

export const saveLetterWanted = (tx: Tx, clock: Clock, id: NoticeId) =>
  rowsOf(tx, 'notice', { id, letter: 'none' }).update({ letter: 'wanted', letter_at: clock.now() });

export const saveViewed = (tx: Tx, clock: Clock, id: NoticeId) =>
  rowsOf(tx, 'notice', { id, viewed_at: null }).update({ viewed_at: clock.now() });

export const saveReasons = (tx: Tx, vault: Vault, id: NoticeId, reasons: readonly string[]) =>
  rowsOf(tx, 'notice', { id }).update({
    reasons: vault.encryptJson(reasons, encryptionContext('notice', 'reasons', id)),
  });

/** The reasons that a reviewer gave, if any. */
export async function readReasons(db: Db, vault: Vault, id: NoticeId) {
  const encrypted = await rowsOf(db, 'notice', { id }).value('reasons');
  if (encrypted == null) return undefined;
  return vault.decryptJson<readonly string[]>(encrypted, encryptionContext('notice', 'reasons', id));
}
