// The text that a waiting page promises once there is a decision. The email is the state's own (journey/required-notices.ts).
import { promiseAfterSeconds } from '#contract/jobs.ts';
import { readApplication } from '../../journey/applications.ts';
import { stateOf } from '../../journey/chart.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { EndedJob } from '../../platform/jobs/job-declaration.ts';
import type { With } from '../../services.ts';
import { sendText } from './texts.ts';

/** Later than this, only the email is sent: the applicant is no longer near the phone, and it may be night there. */
const textedWithinSeconds = 15 * 60;

/**
 * Not known whether the page is still open, so an applicant who was promised a text gets it. The job's id names the text, so it is
 * sent once.
 */
export async function textLateResponse(
  { clock, jobs }: With<'clock' | 'jobs'>,
  tx: Tx,
  { id, applicationId, since }: EndedJob,
): Promise<void> {
  const now = clock.now();
  if (now < secondsAfter(since, promiseAfterSeconds)) return;
  if (now > secondsAfter(since, textedWithinSeconds)) return;
  const { state, state_since: stateSince } = await readApplication(tx, applicationId);
  const { notifiedBy, signing, withdrawn } = stateOf(state);
  // No decision yet, or the applicant withdrew in the meantime. A signature has its own texts.
  const isWithdrawn = withdrawn === 'application' || withdrawn === 'loan';
  const isNoAnswer = stateSince < since || notifiedBy.by === 'outcome' || isWithdrawn;
  if (isNoAnswer || signing !== 'none') return;
  await jobs.enqueue(tx, sendText, applicationId, { about: 'decision-ready', text: id });
}
