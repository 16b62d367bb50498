// The payment plan: the loan as signed, and the days of the month on which payments can be debited.
import type { Autopay } from '#contract/autopay.ts';
import { type IsoDate, isoDate } from '#finance/dates.ts';
import { debitDates } from '#finance/debit-dates.ts';
import type { DatedRow } from '#finance/payment.ts';
import { readApplication } from '../../journey/applications.ts';
import { lenderDay } from '../../journey/consents.ts';
import type { ApplicationId, ApprovedTerm } from '../../platform/db/tables.ts';
import { findValidation } from '../../records/account-validations.ts';
import { findDisbursement } from '../../records/disbursements.ts';
import { readSignedAt } from '../../records/envelopes.ts';
import type { Services } from '../../services.ts';
import { paidOutOf, scheduleOf } from '../approval/schedule.ts';
import { fundingDays } from '../offers/funding-days.ts';

/** An applicant can stop a debit up to three business days ahead, so we make none sooner (12 CFR 1005.10(c)). */
const leadBankingDays = 3;
/** Every month has these days. */
const daysOfMonth = Array.from({ length: 28 }, (_, index) => index + 1);

type PaymentPlan = Pick<Autopay, 'paymentAmount' | 'days'> & {
  readonly loan: NonNullable<Autopay['loan']>;
};

export async function paymentPlan(services: Services, id: ApplicationId): Promise<PaymentPlan> {
  const { db } = services;
  const [application, disbursement, signedAt, validation] = await Promise.all([
    readApplication(db, id),
    findDisbursement(db, id),
    readSignedAt(db, id),
    findValidation(db, id),
  ]);
  if (application.approved_term === null) throw new Error('A signed loan has an approved offer.');
  const { funding, brand } = services.lender;
  const term = application.approved_term;
  const now = services.clock.now();
  // The loan is paid once it is signed and its account is confirmed, whichever comes last.
  const confirmedAt = validation?.status === 'VALID' ? (validation.settled_at ?? now) : now;
  const payableAt = signedAt !== undefined && signedAt > confirmedAt ? signedAt : confirmedAt;
  const fundsArrive =
    disbursement === undefined
      ? fundingDays(funding, brand.hours.timeZone, payableAt, paidOutOf(term)).effectiveOn
      : isoDate(disbursement.effective_on);
  return planOf(term, fundsArrive, isoDate(lenderDay(services)));
}

export function planOf(term: ApprovedTerm, fundsArrive: IsoDate, today: IsoDate): PaymentPlan {
  const { paidOut, schedule } = scheduleOf(term, fundsArrive);
  const { rows, monthlyPayment, lastPayment } = schedule;
  const [first, last] = [rows[0] as DatedRow, rows.at(-1) as DatedRow];
  return {
    paymentAmount: monthlyPayment,
    days: daysOfMonth.flatMap((day) => {
      const dueOn = rows.map((row) => row.dueOn);
      const debits = debitDates({ day, dueOn, fundsArrive, today, leadBankingDays });
      return debits === undefined ? [] : [{ day, firstDebit: debits.first, lastDebit: debits.last }];
    }),
    loan: {
      amount: paidOut,
      fundsArrive,
      payments: rows.length,
      payment: monthlyPayment,
      lastPayment,
      firstDue: first.dueOn,
      lastDue: last.dueOn,
    },
  };
}
