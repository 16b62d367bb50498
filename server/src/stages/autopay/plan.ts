// The payment plan: the loan as signed, and the days on which payments can be debited.
import type { IsoDate } from '#finance/dates.ts';
import { debitDates, isDebitDate } from '#finance/debit-dates.ts';
import type { DatedRow } from '#finance/payment.ts';
import { readApplication } from '../../journey/applications.ts';
import { fundsArriveOn } from '../../journey/funding-estimate.ts';
import { lenderToday } from '../../platform/clock.ts';
import type { ApplicationId, ApprovedTerm } from '../../platform/db/tables.ts';
import type { With } from '../../services.ts';
import { scheduleOf } from '../approval/loan-figures.ts';

/** An applicant can stop a debit up to three business days ahead, so we make none sooner (12 CFR 1005.10(c)). */
const leadBankingDays = 3;

export async function paymentPlan(services: With<'clock' | 'db' | 'lender'>, id: ApplicationId) {
  const { lender } = services;
  const application = await readApplication(services.db, id);
  const { approved_term: term } = application;
  if (term === null) throw new Error('A signed loan has an approved offer.');
  return planOf(term, {
    fundsArrive: await fundsArriveOn(services, application, term),
    today: lenderToday(services),
    mostDaysBeforeDue: lender.funding.autopay?.mostDaysBeforeDue ?? 0,
  });
}

export function planOf(
  term: ApprovedTerm,
  {
    fundsArrive,
    today,
    mostDaysBeforeDue,
  }: { readonly fundsArrive: IsoDate; readonly today: IsoDate; readonly mostDaysBeforeDue: number },
) {
  const { paidOut, schedule } = scheduleOf(term, fundsArrive);
  const { rows, monthlyPayment, lastPayment } = schedule;
  const [first, last] = [rows[0] as DatedRow, rows.at(-1) as DatedRow];
  const dueOn = rows.map((row) => row.dueOn);
  const debitsOn = (daysBeforeDue: number) =>
    debitDates({ daysBeforeDue, dueOn, fundsArrive, today, leadBankingDays });
  /** The payments that debits beginning on this date cover. */
  const beginningOn = (firstDebit: IsoDate) => {
    const firstPaid = dueOn.find((due) => due >= firstDebit) ?? last.dueOn;
    const byHand = dueOn.find((due) => due >= today && due < firstPaid);
    return { firstPaid, ...(byHand && { byHand }) };
  };
  const whenDue = debitsOn(0);
  return {
    offered: {
      paymentAmount: monthlyPayment,
      days: Array.from({ length: mostDaysBeforeDue + 1 }, (_, daysBeforeDue) => daysBeforeDue).flatMap(
        (daysBeforeDue) => {
          const debits = debitsOn(daysBeforeDue);
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
    /**
     * The first keeps its date unless the money arrives on another day than disclosed and payments are due on
     * other days. Undefined if no payment can be debited anymore.
     */
    debitsOf: (daysBeforeDue: number, firstDebit: IsoDate) => {
      const debits = debitsOn(daysBeforeDue);
      const isKept = isDebitDate(firstDebit, { daysBeforeDue, dueOn, fundsArrive });
      return debits && isKept ? { ...debits, first: firstDebit } : debits;
    },
    beginningOn,
  };
}
