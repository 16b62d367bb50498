// The emails about a loan that is being repaid.
import * as z from 'zod';
import { isoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { handle, type JobDeclaration } from '../../platform/jobs/jobs.ts';
import { audit } from '../../records/audit.ts';
import type { With } from '../../services.ts';
import { loanPaidEmail, paymentReturnedEmail } from '../../wording/loan-emails.ts';
import { mailOnce } from '../notices/mail-once.ts';

const payload = z.discriminatedUnion('about', [
  z.object({ about: z.literal('payment-returned'), id: z.string(), amountCents: z.int() }),
  z.object({ about: z.literal('paid'), id: z.string(), paidOn: z.iso.date() }),
]);

export const mailLoanUpdate: JobDeclaration<z.output<typeof payload>> = {
  name: 'mail-loan-update',
  payload,
  tries: 500,
  seconds: 40,
  concurrency: 2,
  longestDelaySeconds: 900,
};

export function loanEmailJobs(
  services: With<'config' | 'clock' | 'db' | 'vault' | 'vendorCalls' | 'lender' | 'vendors'>,
) {
  const { clock, lender } = services;
  return [
    handle(mailLoanUpdate, {
      async run(update, { applicationId }) {
        const { about, id } = update;
        const mail = { applicationId, operation: `loan-${about}`, id: `loan-${about}.${id}` };
        await mailOnce(services, mail, ({ firstName }) =>
          update.about === 'paid'
            ? loanPaidEmail(lender, { firstName, paidOn: isoDate(update.paidOn) })
            : paymentReturnedEmail(lender, { firstName, amount: cents(update.amountCents) }),
        );
        return (tx) => audit(tx, clock, { applicationId }, { type: 'loan-update-mailed', about });
      },
    }),
  ];
}
