// For an examiner: when the law's 30 days of an application began, and when the notice that ends them was given.
import type { InferResult } from 'kysely';
import { addDays, type IsoDate } from '#finance/dates.ts';
import { daysAfter } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { isAfter, type Page, type Period } from '../platform/db/rows.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { actions, isByLetter, type Notice, noticeDays, notices } from '../records/notices.ts';

export type NoticeInPeriod = InferResult<ReturnType<typeof inTerms>>[number];

/** Notices of action taken or of incompleteness, and the terms of those that are still to be given. */
const inTerms = (db: Db) =>
  notices(db)
    .select(isByLetter.as('isByLetter'))
    .where('kind', 'in', [...actions, 'pending']);

export const noticePeriodBegan = ({ dueAt }: Pick<Notice, 'dueAt'>): Date => daysAfter(dueAt, -noticeDays);

/** A page of the terms that end in a period, oldest first. */
export const noticePeriodsEnding = (db: Db, { from, until }: Period, page: Page) =>
  inTerms(db)
    .where('state', '<>', 'void')
    .where('due_at', '>=', from)
    .where('due_at', '<', until)
    .$if(page.after !== undefined, (query) => query.where(isAfter('due_at', page)))
    .orderBy('due_at')
    .orderBy('id')
    .limit(page.size)
    .execute();

/** Every term of these applications, the void ones too, oldest first. */
export const noticePeriodsOf = (db: Db, ids: readonly ApplicationId[]) =>
  inTerms(db).where('application_id', 'in', ids).orderBy('required_at').orderBy('id').execute();

export const noticeDueOn = (completedOn: IsoDate): IsoDate => addDays(completedOn, noticeDays);
