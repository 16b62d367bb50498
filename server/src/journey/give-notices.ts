// Enqueues the drawing of what an application owes. Every stage that ends an application calls it.
import * as z from 'zod';
import type { Tx } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import type { JobDeclaration, Jobs } from '../platform/jobs/jobs.ts';
import { owedNotices } from '../records/notices.ts';

const drawing = z.object({ notice: z.uuid() });

/** A notice is due within 30 days, so its jobs retry for days before they alert an operator. */
export const noticePatience = { tries: 500, seconds: 40, concurrency: 2, longestDelaySeconds: 900 } as const;

export const drawNotice: JobDeclaration<z.output<typeof drawing>> = {
  name: 'draw-notice',
  payload: drawing,
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
}
