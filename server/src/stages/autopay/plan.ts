// The payment plan: the loan as signed, and the days on which payments can be debited.
import type { Autopay } from '#contract/autopay.ts';
import { type IsoDate, isoDate } from '#finance/dates.ts';
import { type DebitDay, debitDates, isDebitDate } from '#finance/debit-dates.ts';
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

interface PaymentPlan {
  readonly offered: Pick<Autopay, 'paymentAmount' | 'days' | 'ifSetUp'> & {
    readonly loan: NonNullable<Autopay['loan']>;
  };
  /**
   * The first and the last debit as authorized. The first keeps its date, unless the money arrives on another day than the applicant
   * was told and payments are due on others. Undefined if no payment can be debited anymore.
   */
  readonly debitsOf: (authorized: {
    readonly on: DebitDay;
    readonly firstDebit: IsoDate;
  }) => { readonly first: IsoDate; readonly last: IsoDate } | undefined;
  /** Which payments debits make that begin on this date. */
  readonly beginningOn: (firstDebit: IsoDate) => NonNullable<Autopay['ifSetUp']>;
}

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
  const mostDaysBeforeDue = funding.autopay?.mostDaysBeforeDue ?? 0;
  return planOf(term, { fundsArrive, today: isoDate(lenderDay(services)), mostDaysBeforeDue });
}

export function planOf(
  term: ApprovedTerm,
  about: {
    readonly fundsArrive: IsoDate;
    readonly today: IsoDate;
    readonly mostDaysBeforeDue: number;
  },
): PaymentPlan {
  const { fundsArrive, today, mostDaysBeforeDue } = about;
  const { paidOut, schedule } = scheduleOf(term, fundsArrive);
  const { rows, monthlyPayment, lastPayment } = schedule;
  const [first, last] = [rows[0] as DatedRow, rows.at(-1) as DatedRow];
  const dueOn = rows.map((row) => row.dueOn);
  const debitsOn = (on: DebitDay) => debitDates({ on, dueOn, fundsArrive, today, leadBankingDays });
  const beginningOn = (firstDebit: IsoDate) => {
    const firstPaid = dueOn.find((due) => due >= firstDebit) ?? last.dueOn;
    const byHand = dueOn.find((due) => due >= today && due < firstPaid);
    return { firstPaid, ...(byHand && { byHand }) };
  };
  const whenDue = debitsOn({ daysBeforeDue: 0 });
  return {
    offered: {
      paymentAmount: monthlyPayment,
      days: Array.from({ length: mostDaysBeforeDue + 1 }, (_, daysBeforeDue) => daysBeforeDue).flatMap(
        (daysBeforeDue) => {
          const debits = debitsOn({ daysBeforeDue });
          return debits ? [{ daysBeforeDue, firstDebit: debits.first, lastDebit: debits.last }] : [];
        },
      ),
      ...(whenDue && { ifSetUp: beginningOn(whenDue.firstDue) }),
      loan: {
        amount: paidOut,
        fundsArrive,
        payments: rows.length,
        payment: monthlyPayment,
        lastPayment,
        firstDue: first.dueOn,
        lastDue: last.dueOn,
      },
    },
    debitsOf: ({ on, firstDebit }) => {
      const debits = debitsOn(on);
      // A day of the month does not follow the due dates.
      const isKept =
        'day' in on ? firstDebit > fundsArrive : isDebitDate(firstDebit, { on, dueOn, fundsArrive });
      return debits && isKept ? { ...debits, first: firstDebit } : debits;
    },
    beginningOn,
  };
}
