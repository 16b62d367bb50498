// The applications table. platform/db/tables.ts names the few other files that read it.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { type Db, type Tx, transact } from '../platform/db/database.ts';
import { countUpTo, insertRow, isAfter, type Page, type Period, rowsOf } from '../platform/db/rows.ts';
import {
  type ApplicationId,
  columnNames,
  encryptionContext,
  type Tables,
  type TextCodeSending,
} from '../platform/db/tables.ts';
import type { Lookup, Vault } from '../platform/encryption.ts';
import { endedStates, isStoppedByRestore, type StateName, stateNames, statesWhere } from './chart.ts';
import { startOrEndNoticePeriod } from './effects.ts';

export interface Application extends Omit<Selectable<Tables['application']>, 'state'> {
  readonly state: StateName;
}

type Changes = Updateable<Omit<Tables['application'], 'id' | 'state' | 'state_since'>>;

/** A row's state is always a journey state, because only `insertApplication` and `saveState` write it. */
const applications = (db: Db) =>
  db.selectFrom('application').select(columnNames.application).$castTo<Application>();

export const lockApplication = (tx: Tx, id: ApplicationId): Promise<Application> =>
  applications(tx).where('id', '=', id).forUpdate().executeTakeFirstOrThrow();

/** Locks the application first: two that hold its rows and lock it later would wait for each other. */
export const transactOn = <T>(
  db: Db,
  id: ApplicationId,
  work: (tx: Tx, application: Application) => Promise<T>,
): Promise<T> => transact(db, async (tx) => work(tx, await lockApplication(tx, id)));

export const readApplication = (db: Db, id: ApplicationId): Promise<Application> =>
  applications(db).where('id', '=', id).executeTakeFirstOrThrow();

export const findApplication = (db: Db, id: ApplicationId): Promise<Application | undefined> =>
  applications(db).where('id', '=', id).executeTakeFirst();

/** Whether a restored backup has stopped the application: nothing is done for it then. */
export async function isStopped(db: Db, id: ApplicationId): Promise<boolean> {
  const row = await rowsOf(db, 'application', { id }).first(['state']);
  return row !== undefined && isStoppedByRestore(row.state as StateName);
}

export async function readApplications(db: Db, ids: readonly ApplicationId[]) {
  const rows = await applications(db).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** A page of the applications that came into one of these states in a period, oldest first. Purged ones are left out. */
export const applicationsSince = (
  db: Db,
  states: readonly StateName[],
  { from, until }: Period,
  page: Page,
): Promise<Application[]> =>
  applications(db)
    .where('state', 'in', states)
    .where('purged_at', 'is', null)
    .where('state_since', '>=', from)
    .where('state_since', '<', until)
    .$if(page.after !== undefined, (query) => query.where(isAfter('state_since', page)))
    .orderBy('state_since')
    .orderBy('id')
    .limit(page.size)
    .execute();

export const findBySubmission = (db: Db, submission: string): Promise<Application | undefined> =>
  applications(db).where('submission', '=', submission).executeTakeFirst();

/** The live application that owns this SSN: the one whose phone was confirmed first. */
export const findLiveApplication = (db: Db, ssn: readonly Lookup[]): Promise<Application | undefined> =>
  applications(db).where('live_ssn', 'in', ssn).executeTakeFirst();

/**
 * Those of these applications that a link requested by email may open, the latest first. Before them those under way whose phone
 * was confirmed: a stranger may have begun the others.
 */
export async function toOpenAmong(db: Db, ids: readonly ApplicationId[]) {
  if (ids.length === 0) return [];
  const opened = statesWhere(({ emailedLink }) => emailedLink === 'itself');
  return db
    .selectFrom('application')
    .select((eb) => [
      'id',
      eb('state', 'not in', endedStates)
        .and('text_budget', '=', 'returning')
        .$castTo<boolean>()
        .as('isUnderWay'),
    ])
    .where('id', 'in', ids)
    .where('state', 'in', opened)
    .where('purged_at', 'is', null)
    .orderBy('isUnderWay', 'desc')
    .orderBy('created_at', 'desc')
    .execute();
}

export const latestApplications = (
  db: Db,
  { state, most }: { readonly state?: StateName | undefined; readonly most: number },
): Promise<Application[]> =>
  applications(db)
    .$if(state !== undefined, (query) => query.where('state', '=', state as StateName))
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute();

export async function countByState(db: Db) {
  const { rows } = await sql<{ name: string; count: number }>`
    select s.name, c.count from unnest(${stateNames}::text[]) as s (name)
    cross join lateral (${countUpTo(sql`application where state = s.name`)}) c
    where c.count > 0 order by c.count desc`.execute(db);
  return rows;
}

/** Pages of the applications in these states, ordered by id; with `dueBy`, only those whose deadline is by then. */
export async function* applicationsInStates(
  db: Db,
  states: readonly StateName[],
  { size, dueBy }: { readonly size: number; readonly dueBy?: Date },
): AsyncGenerator<ApplicationId[]> {
  for (let after: ApplicationId | undefined; ; ) {
    const deadline = dueBy && { deadline: { '<=': dueBy } };
    const page = { state: states, ...deadline, ...(after && { id: { '>': after } }) };
    const rows = await rowsOf(db, 'application', page, ['id']).all(['id'], size);
    after = rows.at(-1)?.id;
    if (after === undefined) return;
    yield rows.map(({ id }) => id);
  }
}

export const encryptMarketing = (vault: Vault, id: ApplicationId, marketing: object) =>
  vault.encrypt(JSON.stringify(marketing), encryptionContext('application', 'marketing', id));

export async function insertApplication(
  tx: Tx,
  application: Insertable<Tables['application']> & { readonly state: StateName },
): Promise<void> {
  await insertRow(tx, 'application', application);
  await startOrEndNoticePeriod(tx, application.id, application.state, application.created_at);
}

/** Only `move` calls this, because it checks that the state can be reached. */
export async function saveState(tx: Tx, id: ApplicationId, state: StateName, since: Date, changes: Changes) {
  await rowsOf(tx, 'application', { id }).update({ ...changes, state, state_since: since });
}

/** Changes what is not the application's state. */
export async function updateApplication(tx: Tx, id: ApplicationId, changes: Changes): Promise<void> {
  await rowsOf(tx, 'application', { id }).update(changes);
}

/** After a restored backup: the applicants in one of these states may have been notified. */
export const saveAllNotified = (tx: Tx, states: readonly StateName[]) =>
  tx
    .updateTable('application')
    .set({ notified_at: sql`state_since` })
    .where('state', 'in', states)
    .where(sql<boolean>`notified_at is distinct from state_since`)
    .execute();

/**
 * Some of the applications in one of these states whose applicants were not notified of it: of those that entered it after an instant
 * and those that a restore stopped in it.
 */
export async function pendingNotifications(db: Db, states: readonly StateName[], after: Date, limit: number) {
  const rows = await db
    .selectFrom('application')
    .select('id')
    .where('state', 'in', states)
    .where((eb) => eb.or([eb('state_since', '>', after), eb('state_before_restore', 'is not', null)]))
    .where(sql<boolean>`notified_at is distinct from state_since`)
    .where('purged_at', 'is', null)
    .orderBy('state_since')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The application with a loan number of the core system, even if its payment was returned or the loan canceled. */
export const applicationOfLoan = (db: Db, loanId: string): Promise<ApplicationId | undefined> =>
  rowsOf(db, 'application', { loan_id: loanId }).value('id');

/** Only the first opening counts. */
export const saveEsignOpened = (tx: Tx, id: ApplicationId, at: Date) =>
  rowsOf(tx, 'application', { id, esign_opened_at: null }).update({ esign_opened_at: at });

/** Only the first withdrawal counts. */
export const saveEsignWithdrawn = (tx: Tx, id: ApplicationId, at: Date): Promise<boolean> =>
  rowsOf(tx, 'application', { id, esign_withdrawn_at: null }).update({ esign_withdrawn_at: at });

/** Saves a text code's status. Nothing waits for an earlier code anymore. */
export const saveTextCodeStatus = (tx: Tx, id: ApplicationId, sending: TextCodeSending) =>
  updateApplication(tx, id, { text_code: JSON.stringify(sending) });

/** Saves a text code's status unless the applicant requested another code meanwhile. */
export const updateTextCodeStatus = (tx: Tx, id: ApplicationId, sending: TextCodeSending) =>
  tx
    .updateTable('application')
    .set({ text_code: JSON.stringify(sending) })
    .where('id', '=', id)
    .where(sql`text_code ->> 'attempt'`, '=', sending.attempt)
    .execute();
