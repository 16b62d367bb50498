// Renders every document of a made-up loan as a PDF, for counsel to review: npm run documents -- --state TX --program small
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { autopayAuthorization } from '#contract/autopay.ts';
import { addDays, type IsoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { type Lender, loadLender } from '#lender/load.ts';
import { type Program, termsOf } from '#lender/schema/programs.ts';
import { defineCommand, optional, otherwise, required, runMain } from '../commands/command.ts';
import { currentDay, day, path as folderPath, matching, oneOf, text, typedPath } from '../commands/words.ts';
import { type PricingContext, termsFor } from '../credit-policy/offers.ts';
import { matchRows } from '../credit-policy/policy-rows.ts';
import type { DocumentModel } from '../pdf/document-model.ts';
import { renderPdf } from '../pdf/render-pdf.ts';
import type { ApprovedTerm } from '../platform/db/tables.ts';
import { SetupError } from '../platform/failure.ts';
import { loanDocumentsOf, loanFacts } from '../stages/documents/build-loan-documents.ts';
import { adverseActionDocument } from '../wording/adverse-action.ts';
import { approvalDocument } from '../wording/approval-notice.ts';
import { autopayAuthorizationDocument } from '../wording/autopay.ts';
import { incompleteDocument } from '../wording/incomplete-notice.ts';
import { scoreDisclosureDocument } from '../wording/score-disclosure.ts';
import { spouseNoticeDocument, spouseWording } from '../wording/spouse-notice.ts';
import { withdrawalDocument } from '../wording/withdrawal-receipt.ts';

interface Example {
  readonly state: string;
  readonly program: Program;
  /** In cents; the least that the program lends in the state if left out. */
  readonly amount?: number | undefined;
  readonly militaryCovered: boolean;
  readonly on: IsoDate;
}

/** An offer of the program for the longest term, at its highest rate under the caps of the state. */
function exampleTerm(lender: Lender, { state, program, amount, militaryCovered, on }: Example): ApprovedTerm {
  const { name, minCents, maxCents, stepCents, floor, ceiling, isAutoSecured } = program;
  const { rows } = matchRows(lender.policy, 'programEligibility', { program: name, militaryCovered }, on);
  const closing = rows.find(({ when }) => when.some(({ fact }) => fact === 'militaryCovered'));
  if (militaryCovered && closing !== undefined)
    throw new SetupError(
      `The program ${name} is closed to borrowers whom the Military Lending Act covers: ${closing.about}`,
    );
  const context: PricingContext = { lender, state, militaryCovered, date: on };
  const steps = Array.from(
    { length: Math.ceil((maxCents - minCents) / stepCents) },
    (_, index) => (Math.floor(minCents / stepCents) + index + 1) * stepCents,
  );
  for (const lent of amount === undefined ? [minCents, ...steps] : [amount]) {
    const qualified = {
      ...{ name, minCents: cents(minCents), maxCents: cents(maxCents), validAmounts: [cents(lent)] },
      pricing: termsOf(program).map((months) => ({ months, ratePercent: ceiling, row: 'example' })),
      ...{ floorPercent: floor, isAutoSecured },
    };
    const priced = termsFor(qualified, cents(lent), context).at(-1);
    if (priced === undefined || lent < minCents || lent > maxCents) continue;
    const { months, rate, apr, monthlyPayment, fees } = priced;
    return {
      ...{ amount: lent, months, monthlyPayment, isAutoSecured },
      interestRate: rate.toNumber(),
      apr: apr.toDecimalPlaces(2).toNumber(),
      ...(fees.origination + fees.filing === 0 ? {} : { fees }),
    };
  }
  throw new SetupError(
    `The program ${name} lends ${amount === undefined ? 'nothing' : 'no such amount'} in ${state} on ${on}; choose another.`,
  );
}

/** The documents of an example loan, and every notice about an application, by file name. */
export function exampleDocuments(lender: Lender, example: Example): Readonly<Record<string, DocumentModel>> {
  const { state, on, militaryCovered } = example;
  const madeAt = new Date(`${on}T18:00:00Z`);
  const term = exampleTerm(lender, example);
  const name = 'Alex Rivera';
  const address = ['100 Example Street', `Anytown, ${state} 00000`];
  const reference = 'Application 1A2B3C4D';
  const facts = loanFacts(lender, {
    ...{ reference, madeAt, term, coveredByMilitaryLendingAct: militaryCovered },
    borrower: { name, address, stateCode: state },
    vehicle: { year: 2019, make: 'Toyota', model: 'Camry', vin: '4T1B11HK5KU200001' },
  });
  const letter = { date: on, madeAt, appliedOn: on, reference, applicant: { name, address } };
  const { bureau, ownReasons } = lender.policy.adverseAction;
  const { 'file-frozen': frozen = 'No credit file' } = ownReasons;
  const score = { model: bureau, value: 612, date: on };
  const denial = {
    ...letter,
    reasons: ['Excessive obligations in relation to income'],
    report: { bureau, isFrozen: false, score: { ...score, factors: ['Number of recent inquiries'] } },
    outsideSource: true,
  } as const;
  const terms = ['A loan of up to $4,000'];
  const { rows, monthlyPayment, lastPayment } = facts.schedule;
  const loan = { amount: facts.amount, isSecured: facts.vehicle !== undefined };
  return {
    ...Object.fromEntries(loanDocumentsOf(lender, facts).map(({ kind, paper }) => [kind, paper])),
    'autopay-authorization': autopayAuthorizationDocument(lender, {
      ...{ reference, name, givenAt: madeAt },
      account: { institution: 'First Platypus Bank', mask: '0000', type: 'checking' },
      statement: autopayAuthorization({
        lender: lender.brand.legalName,
        account: { institution: { name: 'First Platypus Bank' }, mask: '0000' },
        paymentAmount: monthlyPayment,
        lastPayment,
        daysBeforeDue: 0,
        firstDebit: rows[0]?.dueOn ?? on,
        lastDebit: rows.at(-1)?.dueOn ?? on,
      }).join(' '),
    }),
    denial: adverseActionDocument(lender, denial),
    'denial-frozen-file': adverseActionDocument(lender, {
      ...letter,
      reasons: [frozen],
      report: { bureau, isFrozen: true },
    }),
    counteroffer: adverseActionDocument(lender, {
      ...denial,
      counteroffer: { terms, goodThrough: addDays(on, 30) },
    }),
    'incomplete-notice': incompleteDocument(lender, {
      ...letter,
      answerBy: addDays(on, 30),
      missing: ['photo-id', 'proof-of-address', 'proof-of-income'],
    }),
    'approval-notice': approvalDocument(lender, letter),
    'withdrawal-receipt': withdrawalDocument(lender, { ...letter, isSigned: false }),
    'cancellation-receipt': withdrawalDocument(lender, { ...letter, isSigned: true }),
    'score-disclosure': scoreDisclosureDocument(lender, { ...letter, score }),
    'score-disclosure-without-score': scoreDisclosureDocument(lender, letter),
    ...(spouseWording(lender, { state, loan }, on).length > 0 && {
      'spouse-notice': spouseNoticeDocument(lender, {
        ...{ ...letter, borrower: name, state, loan, noteDate: on },
        applicant: { name: 'Sam Rivera', address },
      }),
    }),
  };
}

/** Writes the PDFs. Throws a SetupError or a LenderFileError, whose message is one sentence. */
export const documents = defineCommand('npm run documents --', 'Renders the documents of a made-up loan.', {
  options: {
    state: required({ ...text('TX'), read: (typed) => typed.toUpperCase() }, 'of the borrower'),
    program: required(text('small'), 'of the loan'),
    amount: optional(matching('whole dollars', /^\d+$/), 'of the loan; the least if left out'),
    military: otherwise('no', oneOf('yes or no', ['yes', 'no']), 'covered by the Military Lending Act'),
    on: optional(day, 'the day of the documents; today if left out'),
    to: optional(folderPath('folder'), 'where to write them'),
    lender: optional(text('folder'), 'of another lender'),
  },
  run: async ({ env }, { state, program: wanted, amount, military, on = currentDay(), to, lender: of }) => {
    const lender = loadLender(of);
    const { programs } = lender.policy;
    const codes = lender.states.map(({ code }) => code);
    if (!codes.includes(state)) throw new SetupError(`--state is one of ${codes.join(', ')}.`);
    const program = programs.find(({ name }) => name === wanted);
    if (program === undefined)
      throw new SetupError(`--program is one of ${programs.map(({ name }) => name).join(', ')}.`);
    const rendered = exampleDocuments(lender, {
      ...{ state, program, on, militaryCovered: military === 'yes' },
      amount: amount === undefined ? undefined : Number(amount) * 100,
    });
    const folder = to ?? typedPath(`.build/documents/${state}-${program.name}`, env);
    mkdirSync(folder, { recursive: true });
    const written: string[] = [];
    for (const [name, document] of Object.entries(rendered)) {
      const file = path.join(folder, `${name}.pdf`);
      writeFileSync(file, (await renderPdf(document)).bytes);
      written.push(file);
    }
    return written;
  },
});

if (import.meta.main) runMain(documents);
