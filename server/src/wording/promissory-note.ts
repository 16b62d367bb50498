// The promissory note with its whole payment schedule.
import { cents } from '#finance/money.ts';
import type { DatedRow } from '#finance/payment.ts';
import { formatPercent } from '#finance/rate.ts';
import type { Lender } from '#lender/load.ts';
import type { Block, DocumentModel } from '../pdf/document-model.ts';
import { dollars, longDate, phoneText } from '../pdf/format.ts';
import { onLetterhead } from './letterhead.ts';
import {
  dateAssumption,
  lateChargeInWords,
  list,
  paragraph,
  parties,
  paymentsInWords,
  signature,
  strong,
  vehicleName,
} from './loan-document-parts.ts';
import { type LoanFacts, loanDocumentNames } from './loan-documents.ts';
import { stateWording } from './state-notices.ts';

export function promissoryNoteDocument(lender: Lender, facts: LoanFacts): DocumentModel {
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
        ', in the payments below. "You" is the borrower who signs. "We" and "us" are the lender named above, and whoever holds this note after it.',
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
        `We send the money to the account that you chose once every document is signed and we have confirmed that the account is yours. ${dateAssumption(lender, facts)}`,
      ),
    ],
    [
      'Automatic payments',
      paragraph(
        'You may have payments debited from your account. This is your choice, and never a condition of the loan. While it is on, a payment that we debit on the day that you chose counts as made on its due date.',
      ),
    ],
    ...feesSection(facts),
    ['Paying early', paragraph(rules.prepayment.sentence), ...payingEarly(facts)],
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
  const ofState = stateWording(lender, facts, 'contract');
  if (ofState.length > 0)
    sections.push([`For residents of ${borrower.state}`, ...ofState.map((words) => paragraph(words))]);
  if (facts.coveredByMilitaryLendingAct)
    sections.push(['Military Lending Act', ...militaryLendingAct(lender, facts)]);

  return onLetterhead(lender, { ...facts, title: loanDocumentNames['promissory-note'] }, [
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
    ...stateWording(lender, facts, 'contract-above-signature').map((words) => paragraph(strong(words))),
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
    },
    paragraph(
      strong(
        `Total of payments ${dollars(schedule.totalOfPayments)}, which includes ${dollars(schedule.totalInterest)} of interest.`,
      ),
    ),
  ]);
}

/** Whether an early payoff takes less than the principal that is left. */
const hasOwnPayoff = ({ payoff }: LoanFacts) => payoff.isByTiers || payoff.feeRefund !== 'none';

const refundSentences: Record<Exclude<LoanFacts['payoff']['feeRefund'], 'none'>, string> = {
  'pro-rata':
    'We credit the part of the origination fee for the months that are left, in proportion to the whole term.',
  actuarial:
    'We credit the part of the origination fee in proportion to the interest that you then no longer pay.',
};

/** How a payoff is computed where it is not just the principal left, with its figures in the schedule. */
function payingEarly(facts: LoanFacts): Block[] {
  if (!hasOwnPayoff(facts)) return [];
  const { isByTiers, feeRefund } = facts.payoff;
  return [
    paragraph(
      [
        ...(isByTiers
          ? [
              `The law of ${facts.borrower.state} sets a rate for each part of the principal, and the one rate of this note earns no more than those over the whole term. If you pay off the loan early, we compute it by the rates for each part, and you owe no more interest than they allow for the time that you had the money.`,
            ]
          : []),
        ...(feeRefund === 'none' ? [] : [refundSentences[feeRefund]]),
        'The schedule at the end of this note has the amount that pays off the loan right after each payment, if every payment was made when due.',
      ].join(' '),
    ),
  ];
}

/** What is taken out of the principal. Nothing is said where there is nothing. */
function feesSection({ fees: { origination, filing }, paidOut }: LoanFacts): [string, ...Block[]][] {
  if (origination + filing === 0) return [];
  const taken = [
    ...(origination > 0 ? [`an origination fee of ${dollars(cents(origination))}, which we keep`] : []),
    ...(filing > 0
      ? [`${dollars(cents(filing))}, which we pay to public officials for recording our lien`]
      : []),
  ];
  return [
    [
      'Fees',
      paragraph(
        `We take out of the principal ${taken.join(', and ')}. You receive ${dollars(paidOut)}, and pay interest on the principal.`,
      ),
    ],
  ];
}

/** The disclosures of 32 CFR 232.6, with a phone number to hear them read. */
function militaryLendingAct({ brand, policy }: Lender, facts: LoanFacts): Block[] {
  return [
    paragraph(
      `Federal law provides important protections to members of the Armed Forces and their dependents relating to extensions of consumer credit. In general, the cost of consumer credit to a member of the Armed Forces and his or her dependent may not exceed an annual percentage rate of ${Number(policy.mla.capPercent)} percent. This rate must include, as applicable to the credit transaction or account: the costs associated with credit insurance premiums; fees for ancillary products sold in connection with the credit transaction; any application fee charged (other than certain application fees for specified credit transactions or accounts); and any participation fee charged (other than certain participation fees for a credit card account).`,
    ),
    paragraph(
      `Your payment obligation: ${paymentsInWords(facts)}, as the schedule below says. To hear these statements, call toll-free ${phoneText(brand.phones.militaryLending)}. Nothing in these documents takes away a right that the Military Lending Act gives you.`,
    ),
  ];
}
