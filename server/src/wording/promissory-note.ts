// The promissory note with its whole payment schedule. Its wording is the lender's template.
import { cents } from '#finance/money.ts';
import type { DatedRow } from '#finance/payment.ts';
import { formatPercent } from '#finance/rate.ts';
import type { Lender } from '#lender/load.ts';
import type { Block, DocumentModel } from '../pdf/document-model.ts';
import { dollars, longDate } from '../pdf/format.ts';
import { fromTemplate } from './from-template.ts';
import {
  dateAssumption,
  lateChargeInWords,
  loanHeading,
  paragraph,
  parties,
  paymentsInWords,
  vehicleName,
} from './loan-document-parts.ts';
import type { LoanFacts } from './loan-documents.ts';
import { stateWording } from './state-notices.ts';

export function promissoryNoteDocument(lender: Lender, facts: LoanFacts): DocumentModel {
  const { borrower, schedule, rules, vehicle, fees, payoff, coveredByMilitaryLendingAct } = facts;
  const [first, last] = [schedule.rows[0] as DatedRow, schedule.rows.at(-1) as DatedRow];
  // No covered borrower may be held to arbitration (10 USC 987(e)(3)).
  const arbitration = coveredByMilitaryLendingAct ? null : rules.arbitration.clause;
  const ofState = stateWording(lender, facts, 'contract');
  return fromTemplate(lender, 'promissory-note', loanHeading(facts), {
    figures: {
      amount: dollars(facts.amount),
      rate: formatPercent(facts.rate),
      payments: paymentsInWords(facts),
      firstDue: longDate(first.dueOn),
      lastDue: longDate(last.dueOn),
      fundedOn: longDate(facts.fundedOn),
      dateAssumption: dateAssumption(lender, facts),
      borrower: borrower.name,
      lateChargeDays: String(rules.lateCharge.afterDays),
      lateCharge: lateChargeInWords(rules.lateCharge),
      prepayment: rules.prepayment.sentence,
      defaultDays: String(rules.default.afterDays),
      defaultNoticeDays: String(rules.default.noticeDays),
      state: borrower.state,
      licenseNumber: rules.license.number,
      totalOfPayments: dollars(schedule.totalOfPayments),
      totalInterest: dollars(schedule.totalInterest),
      vehicle: vehicle && vehicleName(vehicle),
      originationFee: dollars(cents(fees.origination)),
      filingFee: dollars(cents(fees.filing)),
      paidOut: dollars(facts.paidOut),
      returnedPaymentFee: dollars(cents(rules.returnedPayment.fee)),
      militaryCap: String(Number(lender.policy.mla.capPercent)),
      optOutDays: arbitration?.optOutDays.toString(),
      administrator: arbitration?.administrator,
    },
    conditions: {
      secured: vehicle !== undefined,
      fees: fees.origination + fees.filing > 0,
      'origination-fee': fees.origination > 0,
      'filing-fee': fees.filing > 0,
      'returned-payment-fee': rules.returnedPayment.fee > 0,
      'own-payoff': hasOwnPayoff(facts),
      'payoff-by-tiers': payoff.isByTiers,
      'refund-pro-rata': payoff.feeRefund === 'pro-rata',
      'refund-actuarial': payoff.feeRefund === 'actuarial',
      military: coveredByMilitaryLendingAct,
      arbitration: arbitration !== null,
      'state-wording': ofState.length > 0,
    },
    parts: {
      parties: [parties(lender, facts)],
      'key-figures': [keyFigures(facts)],
      'state-wording': ofState.map((words) => paragraph(words)),
      'state-wording-above-signature': stateWording(lender, facts, 'contract-above-signature').map((words) =>
        paragraph({ strong: words }),
      ),
      schedule: [scheduleTable(facts)],
    },
  });
}

const keyFigures = ({ amount, rate, schedule }: LoanFacts): Block => ({
  kind: 'box',
  figures: [
    { label: 'Principal', value: dollars(amount) },
    { label: 'Interest rate, a year', value: formatPercent(rate) },
    { label: 'Monthly payment', value: dollars(schedule.monthlyPayment) },
    { label: 'Payments', value: String(schedule.rows.length) },
  ],
});

/** Whether an early payoff takes less than the principal that is left. */
const hasOwnPayoff = ({ payoff }: LoanFacts) => payoff.isByTiers || payoff.feeRefund !== 'none';

function scheduleTable(facts: LoanFacts): Block {
  const { schedule } = facts;
  return {
    kind: 'table',
    caption: `The ${schedule.rows.length} payments of this note`,
    columns: [
      { header: 'No.', share: 0.6 },
      { header: 'Due', share: 2 },
      { header: 'Payment', align: 'end', share: 1.3 },
      { header: 'Interest', align: 'end', share: 1.3 },
      { header: 'Principal', align: 'end', share: 1.3 },
      { header: 'Principal left', align: 'end', share: 1.5 },
      ...(hasOwnPayoff(facts) ? [{ header: 'Pays off the loan', align: 'end', share: 1.5 } as const] : []),
    ],
    rows: schedule.rows.map((row, at) => [
      String(row.number),
      longDate(row.dueOn),
      dollars(row.payment),
      dollars(row.interest),
      dollars(row.principal),
      dollars(row.balance),
      ...(hasOwnPayoff(facts) ? [dollars(facts.payoff.amounts[at] ?? row.balance)] : []),
    ]),
    rowHeaders: true,
    dense: true,
  };
}
