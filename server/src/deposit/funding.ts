// Funding: after the documents are signed the loan is booked, and one credit goes into the day's ACH file.
import * as z from 'zod';
import { readApplicant } from '../journey/applicant.ts';
import type { Parts } from '../parts.ts';
import { audit } from '../platform/audit.ts';
import { handle, type JobDeclaration } from '../platform/jobs.ts';
import { writeAchFile } from './ach-file.ts';
import { fundingDays } from './funding-days.ts';

const nothing = z.object({});
const dayPayload = z.object({ day: z.string() });

/** A loan is signed: days may pass before an operator is told. The core system is closed for whole evenings. */
const patience = { tries: 1000, seconds: 60, longestDelaySeconds: 300 };

/** Enqueued in the transaction that finds the envelope complete. */
export const fundLoan: JobDeclaration<z.output<typeof nothing>> = {
  name: 'fund-loan',
  payload: nothing,
  ...patience,
  concurrency: 4,
};

export const writeDayFile: JobDeclaration<z.output<typeof dayPayload>> = {
  name: 'write-ach-file',
  payload: dayPayload,
  ...patience,
  concurrency: 1,
};

export function fundingJobs(parts: Parts) {
  const { db, vault, clock, lender, jobs, outside, vendors } = parts;
  const gaveUp =
    (job: string) =>
    (_: unknown, { applicationId }: { applicationId: Parameters<typeof jobs.enqueue>[2] }) =>
    (tx: Parameters<typeof audit>[0]) =>
      audit(tx, clock, { applicationId }, { type: 'job-failed', job });
  return [
    handle(fundLoan, {
      async run(_, { applicationId }) {
        const [application, { ssn }] = await Promise.all([
          db
            .selectFrom('application')
            .select('approved_term')
            .where('id', '=', applicationId)
            .executeTakeFirstOrThrow(),
          readApplicant(db, vault, applicationId),
        ]);
        const term = application.approved_term;
        if (term === null) throw new Error('An application without an approved offer cannot be funded.');
        const { loanId } = await outside.call({
          vendor: 'core',
          operation: 'book-loan',
          key: `loan:${applicationId}`,
          applicationId,
          timeoutSeconds: 15,
          // The core system books one loan a key.
          inDoubt: { rule: 'repeat' },
          perform: (signal) =>
            vendors.core.bookLoan(
              {
                applicationId,
                ssn,
                amountCents: term.amount,
                months: term.months,
                apr: term.apr,
                monthlyPaymentCents: term.monthlyPayment,
                isAutoSecured: term.isAutoSecured,
              },
              applicationId,
              signal,
            ),
        });
        return async (tx) => {
          const days = fundingDays(lender.funding, lender.brand.hours.timeZone, clock.now());
          // The primary key lets an application be paid out once, whatever runs twice.
          const inserted = await tx
            .insertInto('disbursement')
            .values({
              application_id: applicationId,
              amount: term.amount,
              loan_id: loanId,
              file_day: days.fileDay,
              effective_on: days.effectiveOn,
              created_at: clock.now(),
              written_at: null,
            })
            .onConflict((conflict) => conflict.column('application_id').doNothing())
            .returning('sequence')
            .executeTakeFirst();
          if (!inserted) return;
          await audit(tx, clock, { applicationId }, { type: 'disbursed', amount: term.amount, ...days });
          await jobs.enqueue(tx, writeDayFile, applicationId, { day: days.fileDay });
        };
      },
      gaveUp: gaveUp(fundLoan.name),
    }),
    handle(writeDayFile, {
      async run({ day }) {
        await writeAchFile(parts, day, (tx, applicationId, later) =>
          jobs.enqueue(tx, writeDayFile, applicationId, { day: later }),
        );
        return async () => {};
      },
      gaveUp: gaveUp(writeDayFile.name),
    }),
  ];
}
