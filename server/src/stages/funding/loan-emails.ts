// The emails about a loan: its money is sent, and what happens while it is repaid.
import * as z from 'zod';
import { pathOf } from '#contract/screens.ts';
import { isoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { readApplication } from '../../journey/applications.ts';
import { noticeRetries } from '../../journey/jobs.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { declareJob } from '../../platform/jobs/job-declaration.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { audit } from '../../records/audit.ts';
import type { Services, With } from '../../services.ts';
import type { EmailContent } from '../../wording/email-layout.ts';
import { loanPaidEmail, moneySentEmail, paymentReturnedEmail } from '../../wording/loan-emails.ts';
import { fundingEstimateOf } from '../approval/funding-estimate.ts';
import { emailOnce } from '../notices/email-once.ts';

const payload = z.discriminatedUnion('about', [
  z.object({ about: z.literal('payment-returned'), id: z.string(), amountCents: z.int() }),
  z.object({ about: z.literal('money-sent'), id: z.string() }),
  z.object({ about: z.literal('paid'), id: z.string(), paidOn: z.iso.date() }),
]);

export const emailLoanUpdate = declareJob('email-loan-update', noticeRetries, payload);

export function loanEmailJobs(services: Services) {
  const { clock } = services;
  return [
    handle(emailLoanUpdate, {
      async run(update, { applicationId }) {
        const { about, id } = update;
        const write = await writerOf(services, update, applicationId);
        if (write === undefined) return async () => {};
        const mail = { applicationId, operation: `loan-${about}`, id: `loan-${about}.${id}` };
        await emailOnce(services, mail, ({ firstName }) => write(firstName));
        return (tx) => audit(tx, clock, { applicationId }, { type: 'loan-update-emailed', about });
      },
    }),
  ];
}

/** Undefined where there is nothing to report anymore: the money was returned, or arrived while emails could not be sent. */
async function writerOf(
  services: With<'config' | 'clock' | 'db' | 'vault' | 'lender'>,
  update: z.output<typeof payload>,
  id: ApplicationId,
): Promise<((firstName: string) => EmailContent) | undefined> {
  const { db, lender } = services;
  switch (update.about) {
    case 'paid':
      return (firstName) => loanPaidEmail(lender, { firstName, paidOn: isoDate(update.paidOn) });
    case 'payment-returned':
      return (firstName) => paymentReturnedEmail(lender, { firstName, amount: cents(update.amountCents) });
    case 'money-sent': {
      const promise = await fundingEstimateOf(services, await readApplication(db, id));
      const statusLink = `${services.config.publicUrl}${pathOf('status')}`;
      return promise && ((firstName) => moneySentEmail(lender, { firstName, promise, statusLink }));
    }
  }
}
