// Reminds an applicant once, by email with a link, before the last day for the documents of a step-up.

import { applicationsInStates, readApplication, transactOn } from '../../journey/applications.ts';
import { deadlineOf, due } from '../../journey/deadlines.ts';
import { emailRetries } from '../../journey/jobs.ts';
import { daysAfter, lenderDay } from '../../platform/clock.ts';
import { declareJob } from '../../platform/jobs/job-declaration.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { isUnderway, wasPerformed } from '../../platform/jobs/work-status.ts';
import type { Services, With } from '../../services.ts';
import { stateEmail } from '../../wording/state-emails.ts';
import { emailOnce } from './email-once.ts';
import { emailedResume } from './resume-link.ts';

const daysBefore = 5;
const operation = 'documents-reminder';

const emailDocumentsReminder = declareJob('email-documents-reminder', { ...emailRetries, tries: 20 });

export async function remindOfDocuments({ db, clock, jobs }: With<'clock' | 'db' | 'jobs'>): Promise<void> {
  const dueBy = daysAfter(clock.now(), daysBefore);
  for await (const ids of applicationsInStates(db, due.documents, { size: 100, dueBy }))
    for (const id of ids)
      await transactOn(db, id, async (tx) => {
        if (await wasPerformed(tx, id, operation)) return;
        if (await isUnderway(tx, id, emailDocumentsReminder.name)) return;
        await jobs.enqueue(tx, emailDocumentsReminder, id, {});
      });
}

export function documentsReminderJobs(services: Services) {
  const { db, clock, lender } = services;
  return [
    handle(emailDocumentsReminder, {
      async run(_, { applicationId }) {
        const until = deadlineOf(await readApplication(db, applicationId), 'documents');
        if (until === undefined || until <= clock.now()) return async () => {};
        const about = { applicationId, operation, id: `${operation}.${applicationId}` };
        await emailOnce(services, about, ({ firstName }) =>
          stateEmail(lender, operation, {
            firstName,
            resume: emailedResume(services, applicationId),
            documentsBy: lenderDay(lender, until),
          }),
        );
        return async () => {};
      },
    }),
  ];
}
