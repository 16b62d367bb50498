import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { monthlyApr } from '#finance/apr.ts';
import { addMonths, isoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { amortize } from '#finance/payment.ts';
import { versionOn } from '#lender/in-force.ts';
import { loadLender } from '#lender/load.ts';
import { loanAgreementRulesOn } from '#lender/loan-agreement.ts';
import type { Block, DocumentModel } from '../../pdf/document-model.ts';
import { renderHtml } from '../../pdf/render-html.ts';
import { renderPdf } from '../../pdf/render-pdf.ts';
import type { ApprovedTerm } from '../../platform/db/tables.ts';
import { creditAuthorizationDocument } from '../../wording/credit-authorization.ts';
import type { LoanFacts } from '../../wording/loan-documents.ts';
import { privacyNoticeDocument } from '../../wording/privacy-notice.ts';
import { promissoryNoteDocument } from '../../wording/promissory-note.ts';
import { securityAgreementDocument } from '../../wording/security-agreement.ts';
import { stateNoticeDocuments } from '../../wording/state-notices.ts';
import { truthInLendingDocument } from '../../wording/truth-in-lending.ts';
import { loanFigures } from '../approval/loan-figures.ts';
import { loanFacts } from './build-loan-documents.ts';

const lender = loadLender();
const authorization = versionOn(lender.texts, 'credit-profile-authorization', '2026-03-04');
/** A Thursday, after the cutoff of same-day credits: the money arrives on Friday, March 6. */
const madeAt = new Date('2026-03-05T18:00:00Z');

function approved(dollars: number, rate: number, months: number, isAutoSecured = false): ApprovedTerm {
  const schedule = amortize({ principal: cents(dollars * 100), rate: rate.toFixed(2), months });
  return {
    amount: dollars * 100,
    months,
    interestRate: rate,
    apr: monthlyApr(schedule, cents(dollars * 100))
      .toDecimalPlaces(2)
      .toNumber(),
    monthlyPayment: schedule.monthlyPayment,
    isAutoSecured,
  };
}

const vehicle = { year: 2019, make: 'Toyota', model: 'Camry', vin: '4T1B11HK5KU200001' };
const factsOf = (term: ApprovedTerm, stateCode = 'UT'): LoanFacts =>
  loanFacts(lender, {
    reference: 'Application 1A2B3C4D',
    madeAt,
    borrower: { name: 'Alex Rivera', address: ['350 S Main St', 'Salt Lake City, UT 84101'], stateCode },
    term,
    vehicle,
    coveredByMilitaryLendingAct: false,
  });
const usual = factsOf(approved(5000, 31.22, 48));
const secured = factsOf(approved(15000, 35.99, 60, true));

const livingIn = (stateCode: string, state: string): LoanFacts => ({
  ...usual,
  borrower: { ...usual.borrower, state, stateCode },
  rules: loanAgreementRulesOn(lender.loanAgreement, stateCode, '2026-03-04'),
});

/** What the page to read has, cell by cell. */
function wordsOf(document: DocumentModel): string[] {
  const [, article = ''] = /<article>(.*)<footer>/s.exec(renderHtml(document)) ?? [];
  return article
    .replace(/<\/?(?:em|strong)>/g, '')
    .replaceAll('&#39;', "'")
    .split(/<[^>]*>/)
    .map((words) => words.trim())
    .filter((words) => words !== '');
}

function blockOf<K extends Block['kind']>(document: DocumentModel, kind: K): Extract<Block, { kind: K }> {
  return document.blocks.find((block) => block.kind === kind) as Extract<Block, { kind: K }>;
}

const figuresOf = (document: DocumentModel) =>
  Object.fromEntries(blockOf(document, 'box').figures.map(({ label, value }) => [label, value]));

describe('the Truth in Lending disclosure', () => {
  it.each([
    [5000, 31.22, 48, '$5,000.00', '$3,812.32', '$8,812.32', '$183.60', '$183.12'],
    [2501, 35.99, 24, '$2,501.00', '$1,042.98', '$3,543.98', '$147.66', '$147.80'],
    [15000, 35.99, 60, '$15,000.00', '$17,513.75', '$32,513.75', '$541.90', '$541.65'],
  ])('discloses %d at %d over %d months to the cent', (amount, rate, months, financed, charge, total, payment, last) => {
    const facts = factsOf(approved(amount, rate, months));
    const document = truthInLendingDocument(lender, facts);
    expect(figuresOf(document)).toEqual({
      'ANNUAL PERCENTAGE RATE': `${monthlyApr(facts.schedule, facts.amount).toFixed(2)}%`,
      'FINANCE CHARGE': charge,
      'Amount Financed': financed,
      'Total of Payments': total,
    });
    expect(blockOf(document, 'table').rows.map((row) => row.slice(0, 2))).toEqual([
      [String(months - 1), payment],
      ['1', last],
    ]);
  });

  it('makes the rate and the finance charge, and nothing else, more conspicuous', () => {
    const { figures } = blockOf(truthInLendingDocument(lender, usual), 'box');
    const conspicuous = figures.filter(({ emphasised }) => emphasised === true).map(({ label }) => label);
    expect(conspicuous).toEqual(['ANNUAL PERCENTAGE RATE', 'FINANCE CHARGE']);
  });

  it('discloses when payments are due, the late charge, prepayment and security', () => {
    const words = wordsOf(truthInLendingDocument(lender, usual)).join('\n');
    for (const sentence of [
      'Monthly, beginning April 6, 2026 (e)',
      'March 6, 2030 (e)',
      'If a payment is more than 10 days late, you will be charged 5.00% of the unpaid part of the payment, but not more than $15.00.',
      'If you pay off early, you will not have to pay a penalty.',
      'This loan is unsecured.',
      '1 pm Eastern time on March 6, 2026',
      'Amount given to you directly',
    ])
      expect(words).toContain(sentence);
    expect(wordsOf(truthInLendingDocument(lender, secured)).join('\n')).toContain(
      'You are giving a security interest in: motor vehicle, 2019 Toyota Camry, VIN 4T1B11HK5KU200001.',
    );
  });

  it('is signed on its first page, below what it discloses, whatever secures the loan', async () => {
    for (const facts of [usual, secured]) {
      const { places, pages } = await renderPdf(truthInLendingDocument(lender, facts));
      expect(places.map((place) => place.page)).toEqual([1, 1]);
      expect(pages).toBe(2);
    }
  });

  it('states only for a secured loan that the insurance may be bought from anyone', () => {
    const sentence = 'You may obtain property insurance from anyone you want that is acceptable to us.';
    expect(wordsOf(truthInLendingDocument(lender, secured)).join('\n')).toContain(sentence);
    expect(wordsOf(truthInLendingDocument(lender, usual)).join('\n')).not.toMatch(/insur/i);
  });

  it('takes the fees out of the amount: financed, itemized and paid out, each to the cent', () => {
    const fees = { origination: 10_000, filing: 2500 };
    const apr = monthlyApr(usual.schedule, cents(490_000)).toDecimalPlaces(2).toNumber();
    const facts = factsOf({ ...approved(5000, 31.22, 48, true), apr, fees });
    const document = truthInLendingDocument(lender, facts);
    expect(figuresOf(document)).toMatchObject({
      'ANNUAL PERCENTAGE RATE': `${apr.toFixed(2)}%`,
      'FINANCE CHARGE': '$3,912.32',
      'Amount Financed': '$4,900.00',
      'Total of Payments': '$8,812.32',
    });
    const amounts = document.blocks.findLast((block) => block.kind === 'table')?.rows.map((row) => row[1]);
    expect(amounts).toEqual(['$4,875.00', '$0.00', '$25.00', '$4,900.00', '$100.00']);
    const words = wordsOf(document).join('\n');
    expect(words).toContain('Prepaid finance charge: origination fee');
    expect(words).toContain('to public officials, for recording our lien');
    const note = wordsOf(promissoryNoteDocument(lender, facts)).join('\n');
    expect(note).toContain(
      'We take out of the principal an origination fee of $100.00, which we keep, and $25.00, which we pay to public officials for recording our lien. You receive $4,875.00',
    );
    expect(wordsOf(promissoryNoteDocument(lender, usual)).join('\n')).not.toContain('origination');
    // Documents without the fee that was approved are refused.
    expect(() => loanFigures(lender, { ...approved(5000, 31.22, 48), fees }, madeAt)).toThrow('not those');
  });

  it('has nothing but the disclosures before the itemization, which is separate', () => {
    const { blocks } = truthInLendingDocument(lender, usual);
    const itemization = blocks.findIndex((block) => block.kind === 'heading');
    expect(blocks[itemization - 1]?.kind).toBe('page-break');
    expect(blocks.slice(0, itemization).some((block) => block.kind === 'signature')).toBe(true);
  });
});

describe('the promissory note', () => {
  it('has every payment with its date and what is left, down to nothing', () => {
    const table = blockOf(promissoryNoteDocument(lender, usual), 'table');
    expect(table.rows).toHaveLength(48);
    expect(table.rows[0]).toEqual(['1', 'April 6, 2026', '$183.60', '$130.08', '$53.52', '$4,946.48']);
    expect(table.rows.at(-1)?.slice(0, 3)).toEqual(['48', 'March 6, 2030', '$183.12']);
    expect(table.rows.at(-1)?.at(-1)).toBe('$0.00');
  });

  it('states that the account is confirmed before the money is sent', () => {
    const words = wordsOf(promissoryNoteDocument(lender, usual)).join('\n');
    expect(words).toContain('once every document is signed and we have confirmed that the account is yours.');
  });

  it.each([
    ['AL', 'Alabama', 1],
    ['MO', 'Missouri', 1],
    ['WI', 'Wisconsin', 5],
  ])('has what %s requires right above the signature', (code, state, paragraphs) => {
    const { blocks } = promissoryNoteDocument(lender, livingIn(code, state));
    const at = blocks.findIndex((block) => block.kind === 'signature');
    const above = blocks.slice(at - paragraphs, at);
    const required = lender.stateRequirements.find(
      (row) => row.states.includes(code) && row.place === 'contract-above-signature',
    );
    expect(above.map((block) => (block.kind === 'paragraph' ? block.text : block))).toEqual(
      required?.wording.map((words) => [{ strong: words }]),
    );
    const utah = promissoryNoteDocument(lender, usual).blocks;
    expect(JSON.stringify(utah)).not.toContain(required?.wording[0]?.slice(0, 20));
  });

  it('discloses the Military Lending Act to a covered borrower', () => {
    const of = (facts: LoanFacts) => wordsOf(promissoryNoteDocument(lender, facts)).join('\n');
    const most = 'may not exceed an annual percentage rate of 36 percent';
    expect(of({ ...usual, coveredByMilitaryLendingAct: true })).toContain(most);
    expect(of(usual)).not.toContain('Military');
  });
});

it('dates a loan by banking days, and its payments from the day the money arrives', () => {
  // A Friday after the cutoff, before Memorial Day: the credit goes into Tuesday's file and arrives on that day.
  const late = loanFigures(lender, approved(5000, 31.22, 48), new Date('2026-05-22T22:00:00Z'));
  expect([late.madeOn, late.signBy, late.fundedOn]).toEqual(['2026-05-22', '2026-05-26', '2026-05-26']);
  expect(late.schedule.rows[0]?.dueOn).toBe('2026-06-26');
  const monthEnd = loanFigures(lender, approved(5000, 31.22, 48), new Date('2026-08-28T18:00:00Z'));
  expect(monthEnd.fundedOn).toBe('2026-08-31');
  expect(monthEnd.schedule.rows.slice(0, 2).map((row) => row.dueOn)).toEqual(['2026-09-30', '2026-10-31']);
  expect(monthEnd.schedule.rows.at(-1)?.dueOn).toBe(addMonths(isoDate('2026-08-31'), 48));
});

it('refuses to write figures other than those that were approved', () => {
  const term = approved(5000, 31.22, 48);
  expect(() => loanFigures(lender, { ...term, monthlyPayment: 18359 }, madeAt)).toThrow('not those');
  expect(() => loanFigures(lender, { ...term, apr: 31.23 }, madeAt)).toThrow('not those');
});

it('adds the notices of the borrower’s state as documents of their own', () => {
  const noticesIn = (code: string, state: string, dollars = 5000) =>
    stateNoticeDocuments(lender, {
      ...livingIn(code, state),
      ...loanFigures(lender, approved(dollars, 30, 48), madeAt),
    });
  const [texas, ...more] = noticesIn('TX', 'Texas');
  expect([texas?.kind, more]).toEqual(['state-notices', []]);
  const words = wordsOf(texas?.paper as DocumentModel).join('\n');
  expect(words).toContain(`contact ${lender.brand.legalName} at (801) 555-0100 or help@branchline.example`);
  expect(noticesIn('CA', 'California')).toHaveLength(1);
  expect(noticesIn('CA', 'California', 12_000)).toEqual([]);
  expect(noticesIn('WI', 'Wisconsin')).toEqual([]);
});

it('computes an early payoff by the state’s tiers where one rate holds only to maturity, month by month', () => {
  const note = promissoryNoteDocument(lender, factsOf(approved(10_000, 26.89, 60), 'LA'));
  expect(wordsOf(note).join('\n')).toContain('we compute it by the rates for each part');
  const { columns, rows } = blockOf(note, 'table');
  expect(columns.at(-1)?.header).toBe('Pays off the loan');
  expect(rows[21]?.slice(-2)).toEqual(['$7,739.60', '$7,564.71']);
  expect(rows.at(-1)?.slice(-2)).toEqual(['$0.00', '$0.00']);
});

describe('the privacy notice', () => {
  const modelForm = readFileSync(join(import.meta.dirname, '../../wording/model-forms/privacy.txt'), 'utf8');
  // The form is 12 CFR 1016, appendix, A; its pictures are ER21DE11.058 to .064, and its answers are by instructions C.1 to C.3.
  it('has every cell of the federal model form, in its wording and order', () => {
    expect(wordsOf(privacyNoticeDocument(lender, usual))).toEqual(modelForm.trim().split('\n'));
  });

  it('has the form’s layout: no letterhead, two pages, framed parts, and a table of three columns', async () => {
    const notice = privacyNoticeDocument(lender, usual);
    const { pages } = await renderPdf(notice);
    expect(pages).toBe(2);
    const framed = notice.blocks.map((block) =>
      block.kind === 'definitions' || block.kind === 'table' ? block.framed === true : block.kind,
    );
    // The key frame, the table and the questions; then who we are, what we do, definitions and the rest.
    expect(framed).toEqual([true, true, true, 'page-break', true, true, true, true]);
    // Instruction C.3(b): what the institution states below a definition is in italics.
    expect(JSON.stringify(notice.blocks).match(/"italic":"• /g)).toHaveLength(3);
    // The form has two words of page one in italics.
    expect(JSON.stringify(notice.blocks)).toContain('{"italic":"no longer"}');
    const html = renderHtml(notice);
    expect(html).not.toContain('class="letterhead"');
    expect(html.indexOf('Rev. January 2024')).toBeLessThan(html.indexOf('<h1'));
  });

  it('explains how to limit sharing if any can be limited, on the two pages of the form', async () => {
    const shares = structuredClone(lender.loanAgreement);
    shares.privacyNotice.sharing.nonaffiliatesMarketing = { shares: true, canLimit: true };
    const notice = privacyNoticeDocument({ ...lender, loanAgreement: shares }, usual);
    expect((await renderPdf(notice)).pages).toBe(2);
    const words = wordsOf(notice).join('\n');
    expect(words).toContain(
      [
        'To limit our sharing',
        '• Call (801) 555-0101—our menu will prompt you through your choice(s) or',
        '• Visit us online: https://www.branchline.example/',
        'Please note:',
        'If you are a new customer, we can begin sharing your information 30 days from the date we sent this notice. When you are no longer our customer, we continue to share your information as described in this notice.',
        'However, you can contact us at any time to limit our sharing.',
        'Questions?',
      ].join('\n'),
    );
    // The forms with an opt-out have the sentence only there.
    expect(words.split('When you are no longer our customer')).toHaveLength(2);
    const expected = 'an account I hold jointly with someone else?\nYour choices will apply to everyone';
    expect(words).toContain(expected);
  });
});

it('has a place to sign and one to date in each document that is signed, and none in the others', async () => {
  const places = await Promise.all(
    [
      truthInLendingDocument(lender, secured),
      promissoryNoteDocument(lender, secured),
      securityAgreementDocument(lender, secured),
      creditAuthorizationDocument(lender, secured, authorization),
      privacyNoticeDocument(lender, secured),
    ].map(async (paper) => (await renderPdf(paper)).places.map(({ field }) => field)),
  );
  expect(places).toEqual([...Array(4).fill(['signature', 'date']), []]);
});

it('needs a vehicle for a security agreement', () => {
  expect(() => securityAgreementDocument(lender, usual)).toThrow('without a vehicle');
});
