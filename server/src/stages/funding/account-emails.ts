// The emails about the account that receives the funds.
import * as z from 'zod';
import { isoDate } from '#finance/dates.ts';
import { readApplication } from '../../journey/applications.ts';
import { isPayable } from '../../journey/chart.ts';
import { noticeRetries } from '../../journey/jobs.ts';
import { declareJob } from '../../platform/jobs/job-declaration.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { type AccountValidation, findValidation } from '../../records/account-validations.ts';
import { audit } from '../../records/audit.ts';
import { depositOf } from '../../records/deposit-accounts.ts';
import type { Services } from '../../services.ts';
import { accountUpdateEmail, accountUpdates } from '../../wording/account-emails.ts';
import { emailOnce } from '../notices/email-once.ts';
import { emailedLinkDays, resumeLink } from '../notices/resume-link.ts';

const payload = z.object({ about: z.enum(accountUpdates), id: z.string() });
export type AccountUpdate = z.output<typeof payload>['about'];

/** What reminds the applicant of a signed loan, by the status of its account's validation. */
export const reminders: Readonly<Partial<Record<AccountValidation['status'], AccountUpdate>>> = {
  MICRO_ENTRIES: 'amounts-reminder',
  INVALID: 'account-reminder',
};
const isReminder = (about: AccountUpdate) => Object.values(reminders).includes(about);

export const emailAccountUpdate = declareJob('email-account-update', noticeRetries, payload);

export function accountEmailJobs(services: Services) {
  const { db, vault, clock, lender } = services;
  return [
    handle(emailAccountUpdate, {
      async run({ about, id }, { applicationId }) {
        const [{ state }, deposit, validation] = await Promise.all([
          readApplication(db, applicationId),
          depositOf(db, vault, applicationId),
          findValidation(db, applicationId),
        ]);
        // The applicant may have acted since, or canceled the loan.
        const isStillDue = isPayable(state) && validation && reminders[validation.status] === about;
        if (isReminder(about) && !isStillDue) return async () => {};
        const mail = { applicationId, operation: `account-${about}`, id: `account-${about}.${id}` };
        await emailOnce(services, mail, ({ firstName }) =>
          accountUpdateEmail(lender, about, {
            firstName,
            link: resumeLink(services, applicationId),
            days: emailedLinkDays,
            mask: deposit?.mask ?? '',
            ...(validation?.effective_on ? { arriveOn: isoDate(validation.effective_on) } : {}),
          }),
        );
        return (tx) => audit(tx, clock, { applicationId }, { type: 'account-update-emailed', about });
      },
    }),
  ];
}
