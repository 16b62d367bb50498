// The stages that a job has finished, stored for the page that waits for it.
import { sql } from 'kysely';
import type { JobStage } from '#contract/jobs.ts';
import type { Db } from '../db/database.ts';
import type { JobId } from '../db/tables.ts';
import type { Log } from '../log.ts';
import { jobChannel, stagePayload } from './job-waits.ts';

/** Never throws: a tick on a page is no reason to try a job again. */
export type StageDone = (stage: JobStage) => Promise<void>;

/** Saves the stage and wakes its polls, in one statement. A retry does not do it again. */
export async function saveStage(db: Db, log: Log, id: JobId, stage: JobStage): Promise<void> {
  await sql`
    with done as (
      update job set stages = array_append(stages, ${stage})
      where id = ${id} and status = 'PENDING' and not ${stage} = any(stages)
      returning id
    )
    select pg_notify(${jobChannel}, ${stagePayload(id, stage)}) from done`
    .execute(db)
    .catch((error: unknown) => log.warn({ err: error, stage }, 'stage not saved'));
}
