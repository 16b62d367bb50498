// Enqueues what an applicant is to be told: the drawing of the notices that are owed, and the email about the state. Every stage
// that ends an application, or leaves it to a person, calls it.
import * as z from 'zod';
import type { Tx } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import type { JobDeclaration, Jobs } from '../platform/jobs/jobs.ts';
import { owedNotices } from '../records/notices.ts';
import { readApplication } from './applications.ts';
import { stateOf } from './states.ts';

const drawing = z.object({ notice: z.uuid() });

/** A notice is due within 30 days, so its jobs retry for days before they alert an operator. */
export const noticePatience = { tries: 500, seconds: 40, concurrency: 2, longestDelaySeconds: 900 } as const;

export const drawNotice: JobDeclaration<z.output<typeof drawing>> = {
  name: 'draw-notice',
  payload: drawing,
  ...noticePatience,
};

const telling = z.object({ since: z.iso.datetime() });

/** `since` names the stay in the state: an application that has moved on is told of where it went instead. */
export const tellState: JobDeclaration<z.output<typeof telling>> = {
  name: 'tell-state',
  payload: telling,
  ...noticePatience,
};

/** Call it in the transaction that moves the application, so that its notice is drawn at once and not by the next sweep. */
export async function giveNotices(
  tx: Tx,
  { jobs }: { readonly jobs: Jobs },
  applicationId: ApplicationId,
): Promise<void> {
  for (const { id } of await owedNotices(tx, applicationId)) {
    await jobs.enqueue(tx, drawNotice, applicationId, { notice: id });
  }
  await tellUntold(tx, { jobs }, applicationId);
}

/** Enqueues the email about the application's state, if it has one and the applicant was not told. */
export async function tellUntold(
  tx: Tx,
  { jobs }: { readonly jobs: Jobs },
  applicationId: ApplicationId,
): Promise<void> {
  const { state, state_since: since, told_at: told } = await readApplication(tx, applicationId);
  if (stateOf(state).told.by !== 'email' || told?.getTime() === since.getTime()) return;
  await jobs.enqueue(tx, tellState, applicationId, { since: since.toISOString() });
}
