// Voids the envelope that must not be signed anymore. The one job for it, so that every envelope is voided once.
import * as z from 'zod';
import type { Tx } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { isUnderway } from '../platform/jobs/found-work.ts';
import type { JobDeclaration, Jobs } from '../platform/jobs/jobs.ts';

const nothing = z.object({});

/** `stages/documents` handles it: it also ends an approval that has run out, once its envelope is void. */
export const voidEnvelope: JobDeclaration<z.output<typeof nothing>> = {
  name: 'void-envelope',
  payload: nothing,
  tries: 200,
  seconds: 60,
  concurrency: 2,
  longestDelaySeconds: 900,
};

/** Call it with the application locked. */
export async function enqueueVoiding(
  tx: Tx,
  { jobs }: { readonly jobs: Jobs },
  id: ApplicationId,
): Promise<void> {
  if (!(await isUnderway(tx, id, voidEnvelope.name))) await jobs.enqueue(tx, voidEnvelope, id, {});
}
