// `ops jobs`: lists the jobs that gave up or retry, and runs one again once its problem is fixed.

import { defineCommand, required } from '../../commands/command.ts';
import { timeOf } from '../../commands/printing.ts';
import { reference } from '../../commands/references.ts';
import { transactOn } from '../../journey/applications.ts';
import type { JobId } from '../../platform/db/tables.ts';
import { SetupError } from '../../platform/failure.ts';
import { givenUp, retryingJobs, runAgain } from '../../platform/jobs/job-records.ts';
import { audit } from '../../records/audit.ts';
import type { With } from '../../services.ts';

/** Jobs whose application continued without them when they gave up: there is nothing left for them to do. */
const continuesWithout: Readonly<Record<string, string>> = {
  'decide-prequalification': 'decide it with ops notices',
  'decide-captured': 'decide it with ops notices',
  'decide-approval': 'settle its hard pull with ops calls, or decide it with ops notices',
  'verify-from-bank': 'the applicant can try again, or link another bank',
  'validate-account': 'micro-entries confirm the account instead',
  'send-text-code': 'the applicant can request another code',
};

export const jobs = defineCommand('jobs', 'list jobs that gave up, and run one again', {
  needs: [],
  run: list,
  verbs: [
    defineCommand('run', 'run one again with all its attempts', {
      arguments: { id: required(reference('job')) },
      needs: ['jobs'],
      run: (services, { id }) => run(services, id),
    }),
  ],
});

async function list({ db }: With<'db'>): Promise<readonly string[]> {
  const retrying = await retryingJobs(db);
  const all = await givenUp(db);
  return [
    ...retrying.map(
      ({ id, applicationId, job, failures, lastError }) =>
        `${id}  ${job} of application ${applicationId} retries after ${tries(failures)}: ${lastError}`,
    ),
    ...all.map(({ id, applicationId, job, failures, gaveUpAt }) => {
      const instead = continuesWithout[job];
      const ways = instead === undefined ? '' : `; not run again: ${instead}`;
      return `${id}  ${job} of application ${applicationId}, gave up ${timeOf(gaveUpAt)}, ${tries(failures)}${ways}`;
    }),
    all.length === 0
      ? 'There are no jobs that gave up.'
      : `${all.length} gave up. Fix what stopped one, then: npm run -s ops -- jobs run <id>`,
  ];
}

/** A job that a restored backup stopped has no attempt left, and may never have run. */
const tries = (failures: number) =>
  failures > 100_000
    ? 'stopped after a restored backup'
    : `${failures} failed ${failures === 1 ? 'attempt' : 'attempts'}`;

async function run({ db, clock, jobs }: With<'db' | 'clock' | 'jobs'>, id: JobId): Promise<string> {
  const failed = (await givenUp(db)).find((job) => job.id === id);
  if (failed === undefined) return `There is no failed job ${id}, so nothing changed.`;
  const { applicationId, job } = failed;
  const instead = continuesWithout[job];
  if (instead !== undefined)
    throw new SetupError(`${job} is not run again, because its application went on without it: ${instead}.`);
  return transactOn(db, applicationId, async (tx) => {
    if (!(await runAgain(tx, clock, jobs, id))) return `Job ${id} can't be run again, so nothing changed.`;
    await audit(tx, clock, { applicationId }, { type: 'job-run-again', job });
    return `${job} of application ${applicationId} runs again.`;
  });
}
