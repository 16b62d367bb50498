// The dates and figures of an approved loan, for its documents and for the core system.
import { monthlyApr } from '#finance/apr.ts';
import { cents } from '#finance/money.ts';
import { financeCharge } from '#finance/payment.ts';
import type { Lender } from '#lender/load.ts';
import { fundingDays, signByOf } from '../../journey/funding-days.ts';
import { paidOutOf } from '../../journey/funding-estimate.ts';
import { lenderDay } from '../../platform/clock.ts';
import type { ApplicationId, ApprovedTerm } from '../../platform/db/tables.ts';
import { readLatestDocument } from '../../records/documents.ts';
import type { With } from '../../services.ts';
import type { loanDocumentNames } from '../../wording/loan-documents.ts';
import { scheduleOf } from './schedule.ts';

/** When the loan's first document was rendered, so that documents rendered after a crash have the same dates. */
export async function firstRenderedAt({ db, vault }: With<'db' | 'vault'>, id: ApplicationId) {
  const kind: keyof typeof loanDocumentNames = 'truth-in-lending';
  const saved = await readLatestDocument(db, vault, id, kind);
  return saved && new Date(saved.paper.madeAt);
}

/** Throws if they differ from what was approved, so that no one signs a different payment or rate. */
export function loanFigures(lender: Pick<Lender, 'brand' | 'funding'>, term: ApprovedTerm, madeAt: Date) {
  const days = fundingDays(lender.funding, lender.brand.hours.timeZone, madeAt, paidOutOf(term));
  const { fileDay, effectiveOn } = days;
  const { amount, fees, paidOut, rate, schedule } = scheduleOf(term, effectiveOn);
  // The amount financed is the principal without the prepaid finance charge (12 CFR 1026.18(b)).
  const amountFinanced = cents(amount - fees.origination);
  const apr = monthlyApr(schedule, amountFinanced);
  if (schedule.monthlyPayment !== term.monthlyPayment || !apr.toDecimalPlaces(2).eq(term.apr)) {
    throw new Error('The figures of the loan documents are not those that were approved.');
  }
  return {
    madeOn: lenderDay(lender, madeAt),
    signBy: fileDay,
    signByTime: signByOf(lender.funding, days),
    fundedOn: effectiveOn,
    amount,
    fees,
    paidOut,
    rate,
    apr,
    schedule,
    amountFinanced,
    financeCharge: financeCharge(schedule.totalOfPayments, amountFinanced),
  };
}
