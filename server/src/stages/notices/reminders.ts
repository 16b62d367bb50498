// Reminders by email and text, for applicants who requested them: after a day without progress, and before the offers expire.
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { reminderDaysBeforeExpiry } from '#contract/notices.ts';
import { type Application, readApplication, transactOn } from '../../journey/applications.ts';
import { permissionsOf } from '../../journey/chart.ts';
import { offersExpireAt } from '../../journey/deadlines.ts';
import { isAllowed } from '../../journey/guard.ts';
import { emailRetries } from '../../journey/jobs.ts';
import { daysAfter, lenderDay } from '../../platform/clock.ts';
import { emailedToken } from '../../platform/emailed-links.ts';
import { declareJob } from '../../platform/jobs/job-declaration.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { knownLookups, lookups } from '../../records/applicant-fields.ts';
import { audit } from '../../records/audit.ts';
import { readAddressee } from '../../records/envelopes.ts';
import {
  type DueReminder,
  dueReminders,
  isUnsubscribed,
  type ReminderKind,
  reminderStatusOf,
  saveNextReminder,
} from '../../records/reminders.ts';
import type { Services, With } from '../../services.ts';
import { reminderEmail } from '../../wording/emails.ts';
import { emailOnce } from './email-once.ts';
import { emailedLinkDays, resumeLink } from './resume-link.ts';
import { sendText } from './texts.ts';

/** As long as a recipient may still have the email. */
const unsubscribeLinkDays = 3650;
export const unsubscribePurpose = 'unsubscribe';

const emailReminder = declareJob(
  'email-reminder',
  { ...emailRetries, tries: 20 },
  z.object({ kind: z.enum(['day', 'expiry']) }),
);

/** The first reminder comes a day after the applicant's last step. */
export function firstReminder({ state_since: since }: Application, now: Date): DueReminder {
  return { kind: 'day', at: daysAfter(since > now ? since : now, 1) };
}

/** The next reminder; undefined if the offers are about to expire already, or no longer expire. */
function reminderAfter(kind: ReminderKind, application: Application, now: Date): DueReminder | undefined {
  const { deadline } = application;
  if (kind === 'expiry' || deadline === null) return undefined;
  const at = daysAfter(deadline, -reminderDaysBeforeExpiry);
  return at > now ? { kind: 'expiry', at } : undefined;
}

/** Whether there is something to return to. */
function isWorthIt(kind: ReminderKind, application: Application, now: Date): boolean {
  if (permissionsOf(application).phase !== 'live' || !isAllowed(application, 'reminders')) return false;
  const until = offersExpireAt(application);
  if (until !== undefined && until <= now) return false;
  return kind === 'day' || until !== undefined;
}

export async function sendDueReminders(services: With<'clock' | 'db' | 'jobs'>, batch = 100): Promise<void> {
  while ((await sendSome(services, batch)) === batch);
}

async function sendSome({ db, clock, jobs }: With<'clock' | 'db' | 'jobs'>, batch: number): Promise<number> {
  const now = clock.now();
  const due = await dueReminders(db, now, batch);
  for (const { applicationId, kind } of due) {
    if (kind === null) continue;
    await transactOn(db, applicationId, async (tx, application) => {
      const quietUntil = daysAfter(application.state_since, 1);
      // The applicant returned in the meantime.
      const isEarly = kind === 'day' && quietUntil > now;
      const next = isEarly ? { kind, at: quietUntil } : reminderAfter(kind, application, now);
      const isStillDue = await saveNextReminder(tx, applicationId, kind, next);
      if (!isStillDue || isEarly || !isWorthIt(kind, application, now)) return;
      await jobs.enqueue(tx, emailReminder, applicationId, { kind });
      await jobs.enqueue(tx, sendText, applicationId, { about: 'reminder', text: randomUUID() });
    });
  }
  return due.length;
}

export function reminderJobs(services: Services) {
  const { db, vault, clock, lender } = services;
  return [
    handle(emailReminder, {
      async run({ kind }, { applicationId }) {
        const application = await readApplication(db, applicationId);
        const { email, confirmedEmail } = await readAddressee(db, vault, applicationId);
        const to = confirmedEmail ?? email;
        const mayMail =
          isWorthIt(kind, application, clock.now()) &&
          (await reminderStatusOf(db, applicationId)) === 'on' &&
          !(await isUnsubscribed(db, knownLookups.email(vault, to)));
        if (!mayMail) return async () => {};
        const until = offersExpireAt(application);
        const token = unsubscribeToken(services, to);
        const about = {
          applicationId,
          operation: `reminder-${kind}`,
          id: `reminder.${kind}.${applicationId}`,
          to,
        };
        await emailOnce(services, about, ({ firstName }) => ({
          ...reminderEmail(lender, {
            firstName,
            link: resumeLink(services, applicationId),
            days: emailedLinkDays,
            unsubscribeLink: `${services.config.publicUrl}/unsubscribe?token=${token}`,
            offersEnd: until === undefined ? undefined : lenderDay(lender, until),
          }),
          unsubscribe: `${services.config.publicUrl}${oneClickPath}?token=${token}`,
        }));
        return (tx) => audit(tx, clock, { applicationId }, { type: 'reminder-emailed', reminder: kind });
      },
    }),
  ];
}

/** Where mail programs unsubscribe a recipient by one POST. */
export const oneClickPath = '/webhooks/unsubscribe';

/** The token contains a hash of the address, so it outlives the application. */
function unsubscribeToken(services: With<'clock' | 'vault'>, email: string): string {
  const until = daysAfter(services.clock.now(), unsubscribeLinkDays);
  return emailedToken(services, unsubscribePurpose, lookups.email(services.vault, email), until);
}
