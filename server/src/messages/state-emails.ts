// Notifies applicants by email when their application ends or waits for a reviewer, and alerts where a notification is missing.

import {
  pendingNotifications,
  readApplication,
  transactOn,
  updateApplication,
} from '../journey/applications.ts';
import { stateOf, statesNotifiedByEmail } from '../journey/chart.ts';
import { deadlineOf } from '../journey/deadlines.ts';
import { notifyOfState } from '../journey/jobs.ts';
import { documentsAsked } from '../journey/missing-items.ts';
import { enqueueNotification } from '../journey/move.ts';
import { daysAfter, lenderDay } from '../platform/clock.ts';
import type { Tx } from '../platform/db/database.ts';
import { isUnderway } from '../platform/jobs/job-records.ts';
import { lookups } from '../records/applicant-fields.ts';
import { readApplicant } from '../records/applicants.ts';
import type { With } from '../services.ts';
import { mayReachStranger, stateEmail } from '../wording/state-emails.ts';
import { message } from './message.ts';
import { emailedResume } from './resume-link.ts';

export const emailState = message(notifyOfState, async (services, id, { since }, attempt) => {
  const { lender, config, db, vault, limiter } = services;
  const application = await readApplication(db, id);
  const { state, state_since, text_budget: budget } = application;
  const documentsBy = deadlineOf(application, 'documents', 'papers');
  const { notifiedBy, resumable } = stateOf(state);
  // The application has moved on, and its new state has its own notification.
  if (notifiedBy.by !== 'email' || state_since.toISOString() !== since) return undefined;
  const { email: operation } = notifiedBy;
  const notified = (tx: Tx) => updateApplication(tx, id, { notified_at: state_since });
  if (mayReachStranger(operation) && attempt === 1) {
    // Limits how many emails strangers can cause to an address.
    const { email } = await readApplicant(db, vault, id);
    const key = `${budget}:${lookups.email(vault, email)}`;
    if (!(await limiter.trySpend('mail-to-address', key))) return notified;
  }
  const facts = {
    resume: resumable ? emailedResume(services, id, documentsBy) : undefined,
    applyLink: `${config.publicUrl}/`,
    documentsBy: documentsBy && lenderDay(lender, documentsBy),
    asked: await documentsAsked(db, application),
  };
  return {
    operation,
    // Returning to a state on the same day notifies once.
    which: `${id}.${lenderDay(lender, state_since)}`,
    email: stateEmail(operation, facts, lender),
    afterwards: async () => notified,
  };
});

/** Emails those whom a restored backup stopped. Any other is an error: an operator gave up the job after a restore. */
export async function notifyAllPending(services: With<'clock' | 'log' | 'metrics' | 'db' | 'jobs'>) {
  const { db, clock, log, metrics } = services;
  // A later notification would only confuse.
  const since = daysAfter(clock.now(), -3);
  for (const id of await pendingNotifications(db, statesNotifiedByEmail, since, 100)) {
    await transactOn(db, id, async (tx, application) => {
      const { state, state_since, notified_at, state_before_restore: before } = application;
      // With the lock: a job that ends meanwhile is either still pending, or has saved that it notified.
      if (notified_at?.getTime() === state_since.getTime()) return;
      if (await isUnderway(tx, id, notifyOfState.name)) return;
      if (before === null) {
        metrics.missedNotifications.inc();
        log.error({ applicationId: id }, 'an applicant was not notified of the state of the application');
      }
      await enqueueNotification(tx, services, id, state, state_since);
    });
  }
}
