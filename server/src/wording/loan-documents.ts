// The documents of a loan: the note with its whole schedule, the Truth in Lending disclosure in the words of model form
// H-2, the security agreement, and the credit authorization to sign. What a lender decides for itself comes from its files.
import type { IsoDate } from '#finance/dates.ts';
import { type Cents, cents } from '#finance/money.ts';
import type { DatedRow, Schedule } from '#finance/payment.ts';
import { type Decimal, formatPercent } from '#finance/rate.ts';
import type { Lender } from '#lender/load.ts';
import type { LoanAgreementRules } from '#lender/loan-agreement.ts';
import type { LegalTextVersion } from '#lender/schema/legal-texts.ts';
import { addressLines, dollars, longDate, phoneText } from '../pdf/format.ts';
import type { Block, Paper, Text } from '../pdf/paper.ts';
import { anchors } from '../vendors/signature.ts';
import { textBlocks } from './legal-text.ts';
import { paperOf } from './letterhead.ts';

/** Everything that the documents of one loan say, worked out before a word is written. */
export interface LoanFacts {
  readonly reference: string;
  readonly madeAt: Date;
  /** The lender's day on which the documents are made. */
  readonly madeOn: IsoDate;
  /** The last day to sign for the dates below to hold, until the lender's cutoff. */
  readonly signBy: IsoDate;
  /** The banking day on which the money arrives and interest begins. */
  readonly fundedOn: IsoDate;
  readonly borrower: {
    readonly name: string;
    readonly address: readonly string[];
    /** The state's name, "Utah". */
    readonly state: string;
  };
  readonly amount: Cents;
  /** The contract rate and the Regulation Z annual percentage rate, in percent. */
  readonly rate: Decimal;
  readonly apr: Decimal;
  readonly schedule: Schedule<DatedRow>;
  readonly amountFinanced: Cents;
  readonly financeCharge: Cents;
  readonly rules: LoanAgreementRules;
  /** Where it secures the loan. */
  readonly vehicle?: {
    readonly year: number;
    readonly make: string;
    readonly model: string;
    readonly vin: string;
  };
  readonly coveredByMilitaryLendingAct: boolean;
}

/** Short names, for lists of documents. */
export const loanDocumentNames = {
  'promissory-note': 'Promissory note',
  'truth-in-lending': 'Truth in Lending disclosure',
  'security-agreement': 'Security agreement',
  'privacy-notice': 'Privacy notice',
  'credit-authorization': 'Credit authorization',
} as const;

export function promissoryNotePaper(lender: Lender, facts: LoanFacts): Paper {
  const { brand } = lender;
  const { borrower, schedule, rules, vehicle } = facts;
  const [first, last] = [schedule.rows[0] as DatedRow, schedule.rows.at(-1) as DatedRow];
  const { lateCharge, returnedPayment } = rules;
  const sections: [string, ...Block[]][] = [
    [
      'What you promise',
      paragraph(
        'You promise to pay us ',
        strong(dollars(facts.amount)),
        ' (the principal), which we lend you, with interest at ',
        strong(`${formatPercent(facts.rate)} a year`),
        ', in the payments below. “You” is the borrower who signs. “We” and “us” are the lender named above, and whoever holds this note after it.',
      ),
    ],
    [
      'Interest',
      paragraph(
        'Interest begins on the day the money arrives in your account. For each month between two due dates it is one twelfth of the yearly rate on the unpaid principal, rounded to the cent. For part of a month, each day counts as one thirtieth of it. There is no interest on interest.',
      ),
    ],
    [
      'Payments',
      paragraph(
        `You pay ${paymentsInWords(facts)}. The first is due on ${longDate(first.dueOn)}, the others on the same day of each month after it (on the last day of a month that has no such day), and the last on ${longDate(last.dueOn)}. The schedule at the end of this note has every payment and is part of it. A payment goes first to interest, then to principal, then to charges.`,
      ),
      paragraph(
        `You may pay in our customer portal, by mail to the address above, or at a branch. A payment that falls on a day when banks are closed is on time on the next day when they are open.`,
      ),
    ],
    [
      'When the money is sent',
      paragraph(
        `We send the money to the account that you chose once every document is signed. ${dateAssumption(lender, facts)}`,
      ),
    ],
    [
      'Automatic payments',
      paragraph(
        'You may have payments debited from your account. This is your choice, and never a condition of the loan. While it is on, a payment that we debit on the day of the month that you chose counts as made on its due date.',
      ),
    ],
    ['Paying early', paragraph(rules.prepayment.sentence)],
    [
      'Late charge',
      paragraph(
        `If a payment is not made in full within ${lateCharge.afterDays} days after it is due, you owe a late charge of ${lateChargeInWords(lateCharge)}. There is one late charge for one late payment. None is made on a payment that is late only because an earlier late charge was not paid.`,
      ),
    ],
    [
      'Returned payment',
      paragraph(
        returnedPayment.fee === 0
          ? 'There is no fee if your bank returns a payment unpaid.'
          : `If your bank returns a payment unpaid, you owe a fee of ${dollars(cents(returnedPayment.fee))}, once for that payment.`,
      ),
    ],
    [
      'Security',
      paragraph(
        vehicle === undefined
          ? 'This loan is unsecured. You give us no interest in anything that you own.'
          : `This loan is secured by your ${vehicleName(vehicle)}, as the security agreement of the same date says.`,
      ),
    ],
    [
      'Default',
      paragraph(
        `You are in default if a payment is not made in full within ${rules.default.afterDays} days after it is due${vehicle === undefined ? '' : ', or if you break a promise of the security agreement in a way that puts the vehicle at risk'}. We then send you a notice that says what to pay or do and by when, at least ${rules.default.noticeDays} days later. If you do it, the loan goes on as before. If not, we may ask for the whole unpaid principal with the interest earned to that day. Where the law gives you more time or more rights, it goes before this note.`,
      ),
    ],
    [
      'Credit reports',
      paragraph(
        'We may report information about your account to credit bureaus. Late payments, missed payments, or other defaults on your account may be reflected in your credit report.',
      ),
    ],
    [
      'Other terms',
      list(
        'If we wait before we use a right, we still have it.',
        'We may transfer this note; whoever holds it has our rights and our duties, and you keep all defenses that you have against us.',
        'A change to this note holds only in writing that you and we agree to.',
        'Tell us when your address, phone or email changes. We write to you at the last ones that you told us.',
      ),
    ],
    [
      'Law',
      paragraph(rules.governingLaw.sentence.replaceAll('{state}', borrower.state)),
      paragraph(brand.license),
    ],
  ];
  if (facts.coveredByMilitaryLendingAct)
    sections.push(['Military Lending Act', ...militaryLendingAct(lender, facts)]);

  return paperOf(lender, { ...facts, title: loanDocumentNames['promissory-note'] }, [
    parties(lender, facts),
    {
      kind: 'box',
      figures: [
        { label: 'Principal', value: dollars(facts.amount) },
        { label: 'Interest rate, a year', value: formatPercent(facts.rate) },
        { label: 'Monthly payment', value: dollars(schedule.monthlyPayment) },
        { label: 'Payments', value: String(schedule.rows.length) },
      ],
    },
    ...sections.flatMap(([heading, ...blocks], index): Block[] => [
      { kind: 'heading', level: 2, text: `${index + 1}. ${heading}` },
      ...blocks,
    ]),
    { kind: 'heading', level: 2, text: 'Before you sign' },
    { kind: 'list', items: rules.signingNotice.sentences.map((sentence) => [strong(sentence)]) },
    signature(`Signature of ${borrower.name}, borrower`),
    { kind: 'page-break' },
    { kind: 'heading', level: 2, text: 'Schedule of payments' },
    paragraph(
      `Principal ${dollars(facts.amount)}, interest ${formatPercent(facts.rate)} a year, money in your account on ${longDate(facts.fundedOn)}.`,
    ),
    {
      kind: 'table',
      caption: `The ${schedule.rows.length} payments of this note`,
      columns: [
        { header: 'No.', share: 0.6 },
        { header: 'Due', share: 2 },
        { header: 'Payment', align: 'end', share: 1.3 },
        { header: 'Interest', align: 'end', share: 1.3 },
        { header: 'Principal', align: 'end', share: 1.3 },
        { header: 'Principal left', align: 'end', share: 1.5 },
      ],
      rows: schedule.rows.map((row) => [
        String(row.number),
        longDate(row.dueOn),
        dollars(row.payment),
        dollars(row.interest),
        dollars(row.principal),
        dollars(row.balance),
      ]),
      rowHeaders: true,
      dense: true,
    },
    paragraph(
      strong(
        `Total of payments ${dollars(schedule.totalOfPayments)}, of it interest ${dollars(schedule.totalInterest)}.`,
      ),
    ),
  ]);
}

export function truthInLendingPaper(lender: Lender, facts: LoanFacts): Paper {
  const { borrower, schedule, rules, vehicle } = facts;
  const { lateCharge, prepayment } = rules;
  return paperOf(lender, { ...facts, title: loanDocumentNames['truth-in-lending'] }, [
    parties(lender, facts),
    {
      kind: 'box',
      title: 'Federal Truth in Lending disclosures',
      figures: [
        {
          label: 'ANNUAL PERCENTAGE RATE',
          value: formatPercent(facts.apr),
          explanation: 'The cost of your credit as a yearly rate.',
          emphasised: true,
        },
        {
          label: 'FINANCE CHARGE',
          value: dollars(facts.financeCharge),
          explanation: 'The dollar amount the credit will cost you.',
          emphasised: true,
        },
        {
          label: 'Amount Financed',
          value: dollars(facts.amountFinanced),
          explanation: 'The amount of credit provided to you or on your behalf.',
        },
        {
          label: 'Total of Payments',
          value: dollars(schedule.totalOfPayments),
          explanation: 'The amount you will have paid after you have made all payments as scheduled.',
        },
      ],
    },
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
    {
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
        ...(vehicle === undefined ? [] : [{ term: 'Filing fees', details: [rules.security.filingFees] }]),
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
    },
    paragraph(
      'See your contract documents for any additional information about nonpayment, default, any required repayment in full before the scheduled date, and prepayment refunds and penalties.',
    ),
    paragraph(`(e) means an estimate. ${dateAssumption(lender, facts)}`),
    signature(
      `${borrower.name}: I have received a copy of this disclosure. Signing this does not oblige me to take the loan.`,
    ),
    { kind: 'page-break' },
    { kind: 'heading', level: 2, text: 'Itemization of the amount financed' },
    {
      kind: 'table',
      caption: `Itemization of the Amount Financed of ${dollars(facts.amountFinanced)}`,
      columns: [
        { header: 'What for', share: 3 },
        { header: 'Amount', align: 'end' },
      ],
      rows: [
        ['Amount given to you directly, into the account that you chose', dollars(facts.amountFinanced)],
        ['Amount paid on your account with us', dollars(cents(0))],
        ['Amount paid to others on your behalf', dollars(cents(0))],
        ['Prepaid finance charge', dollars(cents(facts.amount - facts.amountFinanced))],
        ['Amount Financed', dollars(facts.amountFinanced)],
      ],
      rowHeaders: true,
      dense: true,
    },
  ]);
}

export function securityAgreementPaper(lender: Lender, facts: LoanFacts): Paper {
  const { borrower, rules, vehicle } = facts;
  if (vehicle === undefined) throw new Error('A loan without a vehicle has no security agreement.');
  const sections: [string, ...Block[]][] = [
    [
      'What you give',
      paragraph(
        'You give us a security interest in the vehicle, in what is fixed to it now or later, and in money that insurance pays for it. It secures what you owe under the promissory note of the same date, ',
        strong(dollars(facts.amount)),
        ' with interest, and nothing else.',
      ),
    ],
    [
      'What you confirm',
      paragraph(
        'The vehicle is yours. Nobody else has a lien on it. You use it for personal, family or household purposes, and keep it at your address unless you travel.',
      ),
    ],
    [
      'What you promise',
      list(
        rules.security.insurance,
        'You keep the vehicle in good repair and pay taxes and fees on it when they are due.',
        'You do not sell it, give it away, or give anyone else a lien on it without our written consent.',
        'You sign what is needed for our lien to be noted on the certificate of title.',
        'You tell us at once if it is lost, stolen or badly damaged, or if you move.',
      ),
    ],
    ['Our lien', paragraph(`Filing fees: ${rules.security.filingFees}`)],
    [
      'If you are in default',
      paragraph(
        `The note says when you are in default and what notice we give first. After that time we may take the vehicle where the law allows it, without breaking the peace. We keep personal things that we find in it for you to collect. Before we sell it we write to you when and how, and you may have it back by paying what you owe and the reasonable cost of taking and keeping it. What a sale brings pays that cost and then the note. What is left over is yours; what is lacking you owe, where the law of ${borrower.state} allows it.`,
      ),
    ],
    [
      'When the loan is paid',
      paragraph('Our interest ends. We release our lien on the title within the time that the law sets.'),
    ],
    [
      'Law',
      paragraph(
        rules.governingLaw.sentence
          .replaceAll('{state}', borrower.state)
          .replace('this note', 'this agreement'),
      ),
    ],
  ];
  return paperOf(lender, { ...facts, title: loanDocumentNames['security-agreement'] }, [
    parties(lender, facts),
    {
      kind: 'table',
      caption: 'The vehicle',
      columns: [
        { header: 'Year', share: 0.6 },
        { header: 'Make' },
        { header: 'Model' },
        { header: 'Vehicle identification number (VIN)', share: 1.8 },
      ],
      rows: [[String(vehicle.year), vehicle.make, vehicle.model, vehicle.vin]],
    },
    ...sections.flatMap(([heading, ...blocks], index): Block[] => [
      { kind: 'heading', level: 2, text: `${index + 1}. ${heading}` },
      ...blocks,
    ]),
    signature(`Signature of ${borrower.name}, owner of the vehicle`),
  ]);
}

/** The text that was agreed to on the way here, to be signed with the loan. */
export function creditAuthorizationPaper(lender: Lender, facts: LoanFacts, text: LegalTextVersion): Paper {
  return paperOf(lender, { ...facts, title: loanDocumentNames['credit-authorization'] }, [
    parties(lender, facts, [{ term: 'Text', details: [`${text.title}, version ${text.version}`] }]),
    ...textBlocks(text),
    signature(
      `${facts.borrower.name}: I give this authorization and confirm what I agreed to when I applied.`,
    ),
  ]);
}

function parties(
  { brand }: Lender,
  { borrower, madeOn, reference }: LoanFacts,
  more: readonly { term: string; details: readonly string[] }[] = [],
): Block {
  return {
    kind: 'definitions',
    items: [
      { term: 'Date and reference', details: [`${longDate(madeOn)} · ${reference}`] },
      ...more,
      { term: 'Lender (creditor)', details: [brand.legalName, addressLines(brand.address).join(', ')] },
      { term: 'Borrower', details: [borrower.name, borrower.address.join(', ')] },
    ],
  };
}

function paymentRows({ rows, monthlyPayment, lastPayment }: Schedule<DatedRow>): string[][] {
  const [first, last] = [rows[0] as DatedRow, rows.at(-1) as DatedRow];
  const monthly = `Monthly, beginning ${longDate(first.dueOn)} (e)`;
  if (lastPayment === monthlyPayment) return [[String(rows.length), dollars(monthlyPayment), monthly]];
  return [
    [String(rows.length - 1), dollars(monthlyPayment), monthly],
    ['1', dollars(lastPayment), `${longDate(last.dueOn)} (e)`],
  ];
}

function paymentsInWords({ schedule }: LoanFacts): string {
  const { rows, monthlyPayment, lastPayment } = schedule;
  return lastPayment === monthlyPayment
    ? `${rows.length} monthly payments of ${dollars(monthlyPayment)}`
    : `${rows.length - 1} monthly payments of ${dollars(monthlyPayment)} and a last one of ${dollars(lastPayment)}`;
}

function lateChargeInWords({ percentOfPayment, most }: LoanAgreementRules['lateCharge']): string {
  const share = `${formatPercent(percentOfPayment)} of the unpaid part of the payment`;
  return most === undefined ? share : `${share}, but not more than ${dollars(cents(most))}`;
}

function dateAssumption({ brand, funding }: Lender, { signBy, fundedOn }: LoanFacts): string {
  return `The dates assume that you sign by ${clockText(funding.cutoff)} ${zoneText(brand.hours.timeZone)} on ${longDate(signBy)}, so that the money arrives on ${longDate(fundedOn)}. If you sign later, it arrives later, and the due dates are counted from that day. No amount changes.`;
}

/** Half past five in the afternoon, "17:30", as "5:30 p.m." */
function clockText(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'a.m.' : 'p.m.'}`;
}

function zoneText(timeZone: string): string {
  const services = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts(
    0,
  );
  return services.find((part) => part.type === 'timeZoneName')?.value ?? timeZone;
}

const vehicleName = ({ year, make, model }: NonNullable<LoanFacts['vehicle']>) => `${year} ${make} ${model}`;

/** 32 CFR 232.6: the statement of the rate, and what is owed, which may also be heard. */
function militaryLendingAct({ brand, policy }: Lender, facts: LoanFacts): Block[] {
  return [
    paragraph(
      `Federal law provides important protections to members of the Armed Forces and their dependents relating to extensions of consumer credit. In general, the cost of consumer credit to a member of the Armed Forces and his or her dependent may not exceed an annual percentage rate of ${Number(policy.mla.capPercent)} percent. This rate must include, as applicable to the credit transaction or account: the costs associated with credit insurance premiums; fees for ancillary products sold in connection with the credit transaction; any application fee charged (other than certain application fees for specified credit transactions or accounts); and any participation fee charged (other than certain participation fees for a credit card account).`,
    ),
    paragraph(
      `Your payment obligation: ${paymentsInWords(facts)}, as the schedule below says. To hear these statements, call ${phoneText(brand.phones.customerService)}. Nothing in these documents takes away a right that the Military Lending Act gives you.`,
    ),
  ];
}

const signature = (label: string): Block => ({
  kind: 'signature',
  anchor: anchors.signature,
  label,
  date: { anchor: anchors.date, label: 'Date' },
});
const strong = (text: string) => ({ strong: text });
const paragraph = (...text: Exclude<Text, string>[number][]): Block => ({ kind: 'paragraph', text });
const list = (...items: string[]): Block => ({ kind: 'list', items });
