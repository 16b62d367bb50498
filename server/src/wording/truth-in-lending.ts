// The Truth in Lending disclosure in the words of model form H-2 (12 CFR 1026, appendix H).
import { cents } from '#finance/money.ts';
import type { DatedRow, Schedule } from '#finance/payment.ts';
import { formatPercent } from '#finance/rate.ts';
import type { Lender } from '#lender/load.ts';
import type { Block, DocumentModel } from '../pdf/document-model.ts';
import { dollars, longDate } from '../pdf/format.ts';
import { signature } from './from-template.ts';
import { onLetterhead } from './letterhead.ts';
import { dateAssumption, lateChargeInWords, paragraph, vehicleName } from './loan-document-parts.ts';
import { type LoanFacts, loanDocumentNames } from './loan-documents.ts';

export function truthInLendingDocument(lender: Lender, facts: LoanFacts): DocumentModel {
  const { borrower, schedule } = facts;
  return onLetterhead(lender, { ...facts, title: loanDocumentNames['truth-in-lending'] }, [
    {
      kind: 'definitions',
      items: [
        { term: 'Date and reference', details: [`${longDate(facts.madeOn)} · ${facts.reference}`] },
        // The creditor's identity is all that 12 CFR 1026.18(a) requires. What is signed here fits on one page.
        { term: 'Creditor', details: [lender.brand.legalName] },
        { term: 'Borrower', details: [[borrower.name, ...borrower.address].join(', ')] },
      ],
    },
    figuresOf(facts),
    {
      kind: 'table',
      caption: 'Your payment schedule will be:',
      columns: [
        { header: 'Number of Payments', share: 1 },
        { header: 'Amount of Payments', share: 1 },
        { header: 'When Payments Are Due', share: 1.6 },
      ],
      rows: paymentRows(schedule),
      dense: true,
    },
    termsOf(facts),
    paragraph(
      'See your contract documents for any additional information about nonpayment, default, any required repayment in full before the scheduled date, and prepayment refunds and penalties.',
    ),
    paragraph(`(e) means an estimate. ${dateAssumption(lender, facts)}`),
    signature(
      `${borrower.name}: I have received a copy of this disclosure. Signing this does not oblige me to take the loan.`,
    ),
    { kind: 'page-break' },
    ...itemizationOf(facts),
  ]);
}

const figuresOf = ({ apr, financeCharge, amountFinanced, schedule }: LoanFacts): Block => ({
  kind: 'box',
  figures: [
    {
      label: 'ANNUAL PERCENTAGE RATE',
      value: formatPercent(apr),
      explanation: 'The cost of your credit as a yearly rate.',
      emphasised: true,
    },
    {
      label: 'FINANCE CHARGE',
      value: dollars(financeCharge),
      explanation: 'The dollar amount the credit will cost you.',
      emphasised: true,
    },
    {
      label: 'Amount Financed',
      value: dollars(amountFinanced),
      explanation: 'The amount of credit provided to you or on your behalf.',
    },
    {
      label: 'Total of Payments',
      value: dollars(schedule.totalOfPayments),
      explanation: 'The amount you will have paid after you have made all payments as scheduled.',
    },
  ],
});

function termsOf({ rules, vehicle, fees }: LoanFacts): Block {
  const { lateCharge, prepayment } = rules;
  return {
    kind: 'definitions',
    items: [
      {
        term: 'Security',
        details: [
          vehicle === undefined
            ? 'None. This loan is unsecured.'
            : `You are giving a security interest in: motor vehicle, ${vehicleName(vehicle)}, VIN ${vehicle.vin}.`,
        ],
      },
      ...(vehicle === undefined
        ? []
        : [
            {
              term: 'Filing fees',
              details: [fees.filing > 0 ? dollars(cents(fees.filing)) : rules.security.filingFees],
            },
            { term: 'Property insurance', details: [propertyInsurance] },
          ]),
      {
        term: 'Late Charge',
        details: [
          `If a payment is more than ${lateCharge.afterDays} days late, you will be charged ${lateChargeInWords(lateCharge)}.`,
        ],
      },
      {
        term: 'Prepayment',
        details: [
          `If you pay off early, you ${prepayment.penalty ? 'may' : 'will not'} have to pay a penalty.`,
        ],
      },
    ],
  };
}

const itemizationOf = ({ amountFinanced, paidOut, fees }: LoanFacts): Block[] => [
  { kind: 'heading', level: 2, text: 'Itemization of the amount financed' },
  {
    kind: 'table',
    caption: `Itemization of the Amount Financed of ${dollars(amountFinanced)}`,
    columns: [
      { header: 'What for', share: 3 },
      { header: 'Amount', align: 'end' },
    ],
    rows: [
      ['Amount given to you directly, into the account that you chose', dollars(paidOut)],
      ['Amount paid on your account with us', dollars(cents(0))],
      [
        fees.filing > 0
          ? 'Amount paid to others on your behalf: to public officials, for recording our lien'
          : 'Amount paid to others on your behalf',
        dollars(cents(fees.filing)),
      ],
      ['Amount Financed', dollars(amountFinanced)],
      [
        fees.origination > 0
          ? 'Prepaid finance charge: origination fee, which is not in the Amount Financed'
          : 'Prepaid finance charge',
        dollars(cents(fees.origination)),
      ],
    ],
    rowHeaders: true,
    dense: true,
  },
];

/** What keeps the premium of a required property insurance out of the finance charge (12 CFR 1026.4(d)(2), 1026.18(n)). */
const propertyInsurance =
  'You must insure the vehicle against loss or damage. You may obtain property insurance from anyone you want that is acceptable to us.';

function paymentRows({ rows, monthlyPayment, lastPayment }: Schedule<DatedRow>): string[][] {
  const [first, last] = [rows[0] as DatedRow, rows.at(-1) as DatedRow];
  const monthly = `Monthly, beginning ${longDate(first.dueOn)} (e)`;
  if (lastPayment === monthlyPayment) return [[String(rows.length), dollars(monthlyPayment), monthly]];
  return [
    [String(rows.length - 1), dollars(monthlyPayment), monthly],
    ['1', dollars(lastPayment), `${longDate(last.dueOn)} (e)`],
  ];
}
