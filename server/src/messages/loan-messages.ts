// The messages about a signed loan: the account that receives the funds, its money, autopay, and its repayment.
import * as z from 'zod';
import { autopayStopReasons } from '#contract/autopay.ts';
import { pathOf } from '#contract/screens.ts';
import { isoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { readApplication } from '../journey/applications.ts';
import { hasEndedWithoutLoan } from '../journey/chart.ts';
import { fundingEstimateOf } from '../journey/funding-estimate.ts';
import { noticeRetries } from '../journey/jobs.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { declareJob } from '../platform/jobs/job-declaration.ts';
import { type AccountValidation, findValidation } from '../records/account-validations.ts';
import { findAutopay } from '../records/autopay.ts';
import { depositOf } from '../records/deposit-accounts.ts';
import type { Services } from '../services.ts';
import {
  type AccountUpdate,
  accountUpdateEmail,
  accountUpdates,
  autopayCanceledEmail,
  autopayStoppedEmail,
  firstDebitMovedEmail,
  loanPaidEmail,
  moneySentEmail,
  paymentReturnedEmail,
} from '../wording/loan-emails.ts';
import { message } from './message.ts';
import { emailedResume } from './resume-link.ts';

type Status = AccountValidation['status'];
/** The status of the account's validation that each email is about. */
const statusOf: Readonly<Record<AccountUpdate, Status>> = {
  'micro-entries': 'MICRO_ENTRIES',
  person: 'MANUAL_REVIEW',
  refused: 'INVALID',
  confirmed: 'VALID',
  returned: 'INVALID',
  'amounts-reminder': 'MICRO_ENTRIES',
  'account-reminder': 'INVALID',
};
/** What reminds the applicant of a signed loan whose account has this status. */
export const accountReminderFor = (status: Status) =>
  (['amounts-reminder', 'account-reminder'] as const).find((about) => statusOf[about] === status);

export const emailAccountUpdate = message(
  declareJob(
    'email-account-update',
    noticeRetries,
    z.object({ about: z.enum(accountUpdates), id: z.string() }),
  ),
  async (services, applicationId, { about, id }) => {
    const { db, vault } = services;
    const [{ state }, deposit, validation] = await Promise.all([
      readApplication(db, applicationId),
      depositOf(db, vault, applicationId),
      findValidation(db, applicationId),
    ]);
    // The applicant may have acted since, or canceled the loan.
    const { status = statusOf[about] } = validation ?? {};
    if (status !== statusOf[about] || hasEndedWithoutLoan(state)) return undefined;
    return {
      operation: `account-${about}`,
      which: id,
      email: accountUpdateEmail(about, {
        ...emailedResume(services, applicationId),
        mask: deposit?.mask ?? '',
        ...(validation?.effective_on ? { arriveOn: isoDate(validation.effective_on) } : {}),
      }),
      audited: { type: 'account-update-emailed', about },
    };
  },
);

const loanPayload = z.discriminatedUnion('about', [
  z.object({ about: z.literal('payment-returned'), id: z.string(), amountCents: z.int() }),
  z.object({ about: z.literal('money-sent'), id: z.string() }),
  z.object({ about: z.literal('paid'), id: z.string(), paidOn: z.iso.date() }),
]);

export const emailLoanUpdate = message(
  declareJob('email-loan-update', noticeRetries, loanPayload),
  async (services, id, update) => {
    const { about } = update;
    const email = await loanEmail(services, id, update);
    const audited = { type: 'loan-update-emailed', about } as const;
    return email && { operation: `loan-${about}`, which: update.id, email, audited };
  },
);

/** Undefined where there is nothing to report anymore: the money was returned, or arrived while emails could not be sent. */
async function loanEmail(services: Services, id: ApplicationId, update: z.output<typeof loanPayload>) {
  const { config, db, lender } = services;
  switch (update.about) {
    case 'paid':
      return loanPaidEmail({ paidOn: isoDate(update.paidOn) });
    case 'payment-returned':
      return paymentReturnedEmail({ amount: cents(update.amountCents) }, lender);
    case 'money-sent': {
      const promise = await fundingEstimateOf(services, await readApplication(db, id));
      const statusLink = `${config.publicUrl}${pathOf('status')}`;
      return promise && moneySentEmail({ promise, statusLink });
    }
  }
}

/** `stopped`: the account did not work. `moved`: the money arrives later, and so does the first debit. */
const autopayPayload = z.discriminatedUnion('about', [
  z.object({ about: z.enum(['canceled', 'moved']), authorizationId: z.string() }),
  z.object({ about: z.literal('stopped'), authorizationId: z.string(), reason: z.enum(autopayStopReasons) }),
]);

/** Applicants rely on these dates, so the job retries for days before it alerts an operator. */
export const emailAutopay = message(
  declareJob('email-autopay', noticeRetries, autopayPayload),
  async ({ db, vault, lender }, id, event) => {
    const { about, authorizationId } = event;
    const sent = { operation: `autopay-${about}`, audited: { type: 'autopay-emailed', about } } as const;
    if (event.about === 'stopped')
      return { ...sent, which: authorizationId, email: autopayStoppedEmail({ reason: event.reason }) };
    if (about === 'canceled')
      return { ...sent, which: authorizationId, email: autopayCanceledEmail({}, lender) };
    const firstDebit = (await findAutopay(db, vault, id))?.authorized?.firstDebit;
    if (firstDebit === undefined) return undefined;
    const day = isoDate(firstDebit);
    // The money may move more than once.
    return { ...sent, which: `${authorizationId}.${day}`, email: firstDebitMovedEmail({ date: day }) };
  },
);

export const loanMessages = [emailAccountUpdate, emailLoanUpdate, emailAutopay];
