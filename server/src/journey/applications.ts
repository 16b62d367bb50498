// The table of applications: the only file that reads or writes it, apart from the guard's one query.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../platform/db/database.ts';
import type { ApplicationId, ApplicationTable, TextCodeSending } from '../platform/db/tables.ts';
import type { Lookup } from '../platform/encryption.ts';
import type { StateName } from './states.ts';

export interface Application extends Omit<Selectable<ApplicationTable>, 'state'> {
  readonly state: StateName;
}

type Row = Selectable<ApplicationTable>;
type Changes = Updateable<Omit<ApplicationTable, 'id' | 'state' | 'state_since'>>;

/** A row's state is always one of the journey's: only `insertApplication` and `saveState` write it. */
const typed = (row: Row): Application => row as Row & { state: StateName };

/** The application, locked until the transaction ends. */
export async function lockApplication(tx: Tx, id: ApplicationId): Promise<Application> {
  return typed(
    await tx.selectFrom('application').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow(),
  );
}

export async function readApplication(db: Db, id: ApplicationId): Promise<Application> {
  return typed(await db.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
}

export async function findApplication(db: Db, id: ApplicationId): Promise<Application | undefined> {
  const row = await db.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirst();
  return row && typed(row);
}

/** By the press of the button that began it. */
export async function findBySubmission(db: Db, submission: string): Promise<Application | undefined> {
  const row = await db
    .selectFrom('application')
    .selectAll()
    .where('submission', '=', submission)
    .executeTakeFirst();
  return row && typed(row);
}

/** The one application of a person that is under way. */
export async function findLiveApplication(db: Db, ssn: Lookup): Promise<Application | undefined> {
  const row = await db.selectFrom('application').selectAll().where('live_ssn', '=', ssn).executeTakeFirst();
  return row && typed(row);
}

/** Those of these applications that are a partner's leads which nobody let in yet. */
export async function openLeadsAmong(
  db: Db,
  ids: readonly ApplicationId[],
  partnerId: string,
): Promise<ApplicationId[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('application')
    .select('id')
    .where('id', 'in', ids)
    .where('state', '=', 'LEAD' satisfies StateName)
    .where('partner_id', '=', partnerId)
    .execute();
  return rows.map(({ id }) => id);
}

/** A page of the applications that are in one of these states, in the order of their ids. */
export async function applicationsInStates(
  db: Db,
  states: readonly StateName[],
  page: { readonly after: ApplicationId | undefined; readonly size: number },
): Promise<ApplicationId[]> {
  const rows = await db
    .selectFrom('application')
    .select('id')
    .where('state', 'in', states)
    .$if(page.after !== undefined, (query) => query.where('id', '>', page.after as ApplicationId))
    .orderBy('id')
    .limit(page.size)
    .execute();
  return rows.map(({ id }) => id);
}

/** Some of those whose offers are past their time, locked; what another transaction holds is left to it. */
export async function lockExpired(
  tx: Tx,
  states: readonly StateName[],
  now: Date,
  batch: number,
): Promise<ApplicationId[]> {
  const rows = await tx
    .selectFrom('application')
    .select('id')
    .where('state', 'in', states)
    .where('offers_expire_at', '<=', now)
    .limit(batch)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ id }) => id);
}

export async function insertApplication(
  tx: Tx,
  application: Insertable<ApplicationTable> & { readonly state: StateName },
): Promise<void> {
  await tx.insertInto('application').values(application).execute();
}

/** Called by `move` alone, which knows whether the state can be reached. */
export async function saveState(
  tx: Tx,
  id: ApplicationId,
  state: StateName,
  since: Date,
  changes: Changes,
): Promise<void> {
  await update(tx, id, { ...changes, state, state_since: since });
}

/** What the form sent again changes. */
export const saveResubmission = (
  tx: Tx,
  id: ApplicationId,
  changes: Pick<Changes, 'branch_id' | 'submission'>,
) => update(tx, id, changes);

/** What was chosen of the offers so far. */
export const saveChoices = (
  tx: Tx,
  id: ApplicationId,
  changes: Pick<Changes, 'loan_amount' | 'is_auto_secured' | 'selected_term'>,
) => update(tx, id, changes);

export const forgetTerm = (
  tx: Tx,
  id: ApplicationId,
  term: 'selected_term' | 'accepted_term' | 'approved_term',
) => update(tx, id, { [term]: null });

/** The first opening counts. */
export async function saveEsignOpened(tx: Tx, id: ApplicationId, at: Date): Promise<void> {
  await tx
    .updateTable('application')
    .set({ esign_opened_at: at })
    .where('id', '=', id)
    .where('esign_opened_at', 'is', null)
    .execute();
}

/** What became of a text code; the one asked for before is not waited for any longer. */
export const saveTextCodeStatus = (tx: Tx, id: ApplicationId, sending: TextCodeSending) =>
  update(tx, id, { text_code: JSON.stringify(sending) });

/** The same, unless the code was asked for again meanwhile. */
export async function updateTextCodeStatus(
  tx: Tx,
  id: ApplicationId,
  sending: TextCodeSending,
): Promise<void> {
  await tx
    .updateTable('application')
    .set({ text_code: JSON.stringify(sending) })
    .where('id', '=', id)
    .where(sql`text_code ->> 'attempt'`, '=', sending.attempt)
    .execute();
}

/** Leaves that there were applications, when, and what became of them. */
export async function scrubApplications(tx: Tx, ids: readonly ApplicationId[], at: Date): Promise<void> {
  await tx
    .updateTable('application')
    .set({
      purged_at: at,
      live_ssn: null,
      submission: null,
      marketing: '{}',
      offers_expire_at: null,
      requested_amount: null,
      requested_term: null,
      loan_amount: null,
      prequalified_amount: null,
      selected_term: null,
      accepted_term: null,
      approved_term: null,
      esign_opened_at: null,
    })
    .where('id', 'in', ids)
    .execute();
}

async function update(tx: Tx, id: ApplicationId, changes: Updateable<ApplicationTable>): Promise<void> {
  await tx.updateTable('application').set(changes).where('id', '=', id).execute();
}

type InstantColumn = {
  [C in keyof Application]-?: Date extends NonNullable<Application[C]> ? C : never;
}[keyof Application];

const instants: Readonly<Record<InstantColumn, true>> = {
  state_since: true,
  created_at: true,
  offers_expire_at: true,
  esign_opened_at: true,
  purged_at: true,
};

/** An application read as JSON: its instants arrive as text. */
export function applicationOfJson(row: Readonly<Record<string, unknown>>): Application {
  const application = { ...row };
  for (const column of Object.keys(instants)) {
    const value = application[column];
    if (typeof value === 'string') application[column] = new Date(value);
  }
  return application as unknown as Application;
}
