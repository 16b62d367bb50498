// What the documents of a loan share: the parties, figures in words, and shorthands for blocks.
import { clockText, zoneText } from '#contract/clock-text.ts';
import { cents } from '#finance/money.ts';
import { formatPercent } from '#finance/rate.ts';
import type { Lender } from '#lender/load.ts';
import type { LoanAgreementRules } from '#lender/loan-agreement.ts';
import type { Block, Text } from '../pdf/document-model.ts';
import { addressLines, dollars, longDate } from '../pdf/format.ts';
import type { LoanFacts } from './loan-documents.ts';

/** What a document of a loan is headed and dated by. */
export const loanHeading = ({ reference, madeAt, madeOn, borrower }: LoanFacts) => ({
  reference,
  madeAt,
  date: madeOn,
  state: borrower.stateCode,
});

export const parties = (
  { brand }: Lender,
  { borrower, madeOn, reference }: LoanFacts,
  more: readonly { term: string; details: readonly string[] }[] = [],
): Block => ({
  kind: 'definitions',
  items: [
    { term: 'Date and reference', details: [`${longDate(madeOn)} · ${reference}`] },
    ...more,
    { term: 'Lender (creditor)', details: [brand.legalName, addressLines(brand.address).join(', ')] },
    { term: 'Borrower', details: [borrower.name, borrower.address.join(', ')] },
  ],
});

export function paymentsInWords({ schedule }: LoanFacts): string {
  const { rows, monthlyPayment, lastPayment } = schedule;
  return lastPayment === monthlyPayment
    ? `${rows.length} monthly payments of ${dollars(monthlyPayment)}`
    : `${rows.length - 1} monthly payments of ${dollars(monthlyPayment)} and a last one of ${dollars(lastPayment)}`;
}

export function lateChargeInWords({ percentOfPayment, most }: LoanAgreementRules['lateCharge']): string {
  const share = `${formatPercent(percentOfPayment)} of the unpaid part of the payment`;
  return most === undefined ? share : `${share}, but not more than ${dollars(cents(most))}`;
}

export function dateAssumption(
  { brand }: Lender,
  { signBy, signByTime, fundedOn, vehicle }: LoanFacts,
): string {
  const awaited = vehicle ? 'confirm your account or see the papers of your vehicle' : 'confirm your account';
  return `The dates assume that you sign by ${clockText(signByTime)} ${zoneText(brand.hours.timeZone)} on ${longDate(signBy)}, so that the money arrives on ${longDate(fundedOn)}. If you sign later, or if we can ${awaited} only later, it arrives later, and the due dates are counted from that day. No amount changes.`;
}

export const vehicleName = ({ year, make, model }: NonNullable<LoanFacts['vehicle']>) =>
  `${year} ${make} ${model}`;

export const paragraph = (...text: Exclude<Text, string>[number][]): Block => ({ kind: 'paragraph', text });
