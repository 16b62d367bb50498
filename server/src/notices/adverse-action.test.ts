import { describe, expect, it } from 'vitest';
import { isoDate } from '#finance/dates.ts';
import { loadLender } from '#lender/load.ts';
import { applicant } from '../../test/generated-inputs.ts';
import { createPolicy } from '../credit-policy/decide.ts';
import { approvalInputsOf, type PolicyInputs } from '../credit-policy/inputs.ts';
import type { Block, DocumentModel } from '../pdf/document-model.ts';
import { renderHtml } from '../pdf/render-html.ts';
import { renderPdf } from '../pdf/render-pdf.ts';
import { type AdverseAction, adverseActionDocument } from '../wording/adverse-action.ts';
import { byHold, denialOf, sourceOfBank, sourcesOf } from './adverse-action.ts';
import { denialWording } from './next-steps.ts';

const lender = loadLender();
const date = isoDate('2026-03-04');
const { adverseAction } = lender.policy;
const { bureau, federalAgency, reasons: words } = adverseAction;
const policy = createPolicy(lender);
const reasonsHeading = 'Principal reasons for our decision';
const factorsHeading = 'Key factors that adversely affected your credit score';
const reportHeading = 'The credit report that we used';
const otherSources = 'Information from other sources';

const clean: PolicyInputs = {
  ...applicant,
  score: 588,
  reportedOn: isoDate('2026-02-27'),
  scoreFactors: ['09', '07', '95', '16'],
  monthlyDebtCents: 0,
  housingPaymentCents: 0,
  annualIncomeCents: 7_200_000,
  delinquencies90: 3,
  openTradeLines: 3,
  oldestTradeLineMonths: 60,
  vehicle: null,
};

const declined = (...reasons: string[]) => ({ kind: 'DECLINED', reasons });

function noticeOf(denied: Pick<AdverseAction, 'reasons' | 'report' | 'counteroffer'>): DocumentModel {
  return adverseActionDocument(lender, {
    date,
    madeAt: new Date('2026-03-04T18:00:00Z'),
    appliedOn: isoDate('2026-03-03'),
    reference: 'Application 1A2B3C4D',
    applicant: { name: 'Alex Rivera', address: ['350 S Main St', 'Salt Lake City, UT 84101'] },
    ...denied,
  });
}

function listBelow(document: DocumentModel, heading: string): readonly unknown[] {
  const at = document.blocks.findIndex((block) => block.kind === 'heading' && block.text === heading);
  const list = document.blocks[at + 1] as Block | undefined;
  return list?.kind === 'list' ? list.items : [];
}

const headings = (document: DocumentModel) =>
  document.blocks.flatMap((block) => (block.kind === 'heading' ? [block.text] : []));

describe('a notice of a decline on the credit report', () => {
  const made = { decision: declined('delinquent-with-others', 'collection-or-judgment'), inputs: clean };
  const document = noticeOf(denialOf(lender, made));
  const html = renderHtml(document);

  it('gives the reasons that decided, in form C-1’s wording and order', () => {
    const reasons = [words['delinquent-with-others'], words['collection-or-judgment']];
    expect(listBelow(document, reasonsHeading)).toEqual(reasons);
  });

  it('gives the score with its range, date and provider, and its key factors as a list of their own', () => {
    const values = document.blocks.find((block) => block.kind === 'box')?.figures.map(({ value }) => value);
    expect(values).toEqual(['588', 'February 27, 2026', '300 to 850', bureau.name]);
    expect(listBelow(document, factorsHeading)).toEqual([
      'The worst payment status on your accounts is delinquent or derogatory',
      'You have too many delinquent or derogatory accounts',
      'You have too many collection agency accounts that are unpaid',
      'The total of all balances on your open accounts is too high',
    ]);
  });

  it('names creditor, federal agency and bureau, and the applicant’s rights', () => {
    for (const expected of [
      lender.brand.legalName,
      lender.brand.address.streetAddress,
      federalAgency.name,
      federalAgency.address,
      bureau.name,
      bureau.address,
      bureau.phone,
      'your request for credit is denied',
      'played no part in our decision',
      'no later than 60 days',
      'right to dispute',
      'Equal Credit Opportunity Act prohibits',
    ])
      expect(html).toContain(expected);
  });
});

it('a report without a score has no score section, but has the bureau’s', () => {
  const inputs = { ...clean, score: null, scoreFactors: [], noFile: true };
  const document = noticeOf(denialOf(lender, { decision: declined('no-credit-file'), inputs }));
  expect(headings(document)).not.toContain('Your credit score');
  expect(headings(document)).toContain(reportHeading);
  expect(renderHtml(document)).not.toMatch(/score/i);
});

it('a frozen file’s notice explains how to lift the freeze, and never mentions a report', () => {
  const inputs = { ...clean, score: null, scoreFactors: [], frozen: true };
  const document = noticeOf(denialOf(lender, { decision: declined('file-frozen'), inputs }));
  const reasons = ["We couldn't read your credit file because it is frozen"];
  expect(listBelow(document, reasonsHeading)).toEqual(reasons);
  expect(headings(document)).toContain('Your credit file is frozen');
  expect(headings(document)).not.toContain(otherSources);
  const html = renderHtml(document);
  expect(html).not.toMatch(/report that we used|based in whole or in part|for no other reason/i);
  for (const expected of [bureau.name, bureau.phone, 'lift the freeze', 'sent us no report'])
    expect(html).toContain(expected);
});

it('without a report, the notice mentions none', () => {
  const document = noticeOf({ reasons: [adverseAction.outsideTradeArea] });
  expect(headings(document)).toEqual(['Action taken', reasonsHeading, 'Equal Credit Opportunity Act notice']);
  expect(renderHtml(document)).not.toMatch(/score|Experian|Fair Credit Reporting/i);
});

it('a counteroffer with every part of the combined notice fits on both sides of one sheet', async () => {
  const { report } = denialOf(lender, { decision: declined('delinquent-with-others'), inputs: clean });
  if (report === undefined) throw new Error('The notice has no report.');
  const counteroffer = {
    terms: ['A loan of $4,000.00', 'Paid back in 48 monthly payments of $146.88', 'An APR of 31.22%'],
    goodThrough: isoDate('2026-04-03'),
  };
  const reasons = [words['delinquent-with-others'], words['excessive-obligations']];
  const document = noticeOf({ reasons, report, counteroffer });
  expect(headings(document)).toContain(factorsHeading);
  expect((await renderPdf(document)).pages).toBe(2);
});

it('an approval requires no denial, and a decline never one without a reason', () => {
  expect(() => denialOf(lender, { decision: { kind: 'APPROVED' }, inputs: clean })).toThrow();
  expect(() => denialOf(lender, { decision: declined(), inputs: clean })).toThrow();
});

describe('a denial of what a person had to check', () => {
  const denied = (changes: Partial<PolicyInputs>) => {
    const inputs = { ...good, ...changes };
    return denialOf(lender, { decision: policy.decidePrequalification(inputs, date), inputs });
  };
  const good: PolicyInputs = { ...applicant, reportedOn: isoDate('2026-02-27') };
  const { reportedOn: _, ...withoutReport } = { ...good, noFile: true, score: null, scoreFactors: [] };

  it.each([
    ['an alert on the file', { alerts: ['initial-fraud'] }, adverseAction.identityNotVerified],
    ['a confirmed fraud', { fraudShield: ['confirmed-fraud'] }, adverseAction.identityNotVerified],
    ['a doubted address', { fraudShield: ['address-alert'] }, words['residence-not-verified']],
    ['an unexplained score', { score: null, scoreUnexplained: true }, adverseAction.scoreUnavailable],
  ] as const)('gives the reason that is true of %s, and names the bureau', (_, changes, reason) => {
    const { reasons, report } = denied(changes as Partial<PolicyInputs>);
    expect(reasons).toEqual([reason]);
    expect(report?.bureau).toBe(bureau);
  });

  it('whose income nothing supports says so', () => {
    const unknown = { ...good, estimatedIncomeCents: null };
    const inputs = approvalInputsOf(unknown, unknown, undefined);
    const decision = policy.decideApproval(inputs, date);
    expect(decision.kind).toBe('REFER');
    expect(denialOf(lender, { decision, inputs }).reasons).toEqual([words['income-not-verified']]);
  });

  it('names no bureau where no report was requested, and another source for the identity check alone', () => {
    const noticeWith = (changes: Partial<PolicyInputs>) => {
      const inputs = { ...withoutReport, ...changes };
      const decision = policy.decidePrequalification(inputs, date);
      const document = noticeOf(denialOf(lender, { decision, inputs }));
      expect(listBelow(document, reasonsHeading)).toEqual([adverseAction.identityNotVerified]);
      expect(renderHtml(document)).not.toContain('Experian');
      return document;
    };
    for (const fraudDecision of ['REJECT', 'REVIEW'] as const)
      expect(headings(noticeWith({ fraudDecision }))).toContain(otherSources);
    expect(headings(noticeWith({ ssnConflict: true }))).not.toContain(otherSources);
  });
});

const { identityNotVerified, checkNotCompleted, termsChanged } = adverseAction;
it.each([
  ['ofac', 'match', identityNotVerified, true],
  ['ofac', 'missing', checkNotCompleted, true],
  ['military', 'military-unknown', checkNotCompleted, true],
  ['fraud', 'device', identityNotVerified, false],
  ['signature', 'late', termsChanged, false],
  ['signature', 'other-name', identityNotVerified, false],
] as const)('a denial after a refused hold of %s (%s) has its reason', (kind, reason, expected, namesBureau) => {
  const { reasons, report } = byHold(lender, { kind, reason, points: [] });
  expect(denialWording(lender, reasons)).toEqual([expected]);
  expect(report !== undefined).toBe(namesBureau);
});

it('a notice about the value of a vehicle names another source beside the report (15 USC 1681m(b)(1))', () => {
  const headingsFor = (reason: string) =>
    headings(noticeOf(denialOf(lender, { decision: declined(reason), inputs: clean })));
  const both = expect.arrayContaining([reportHeading, otherSources]);
  expect(headingsFor('collateral-insufficient')).toEqual(both);
  expect(headingsFor('delinquent-with-others')).not.toContain(otherSources);
});

describe('a denial after the bank’s data', () => {
  const checks = { reasons: ['income-not-verified'] };
  // A stub of an adapter such as Plaid's Consumer Report would need.
  const agency = {
    name: 'Made-up Cash Flow Reporting, Inc.',
    address: '1 Report Way, Springfield, IL 62701',
    phone: '1-888-555-0100',
    site: 'https://reports.example/disputes',
  };

  it('names the service that reports as a consumer reporting agency, and claims no score of it', () => {
    const document = noticeOf({ ...checks, ...sourceOfBank({ agency }) });
    const html = renderHtml(document);
    for (const fact of [agency.name, agency.address, agency.phone, 'reports.example'])
      expect(html).toContain(fact);
    expect(html).toContain('right to a free copy of your report');
    expect(html).not.toContain(bureau.name);
    expect(headings(document)).not.toContain('Your credit score');
    expect(headings(document)).not.toContain(otherSources);
  });

  const debts = { annualIncomeCents: 4_800_000, monthlyDebtCents: 180_000 };
  const owing = { ...clean, ...debts, score: 700, delinquencies90: 0 };
  const atBank = (yearlyCents: number, monthlyDebtCents = owing.monthlyDebtCents) => {
    const inputs = approvalInputsOf({ ...owing, monthlyDebtCents }, owing, yearlyCents);
    return { inputs, decision: policy.decideApproval(inputs, date) };
  };

  it('that shows a lower income names its source where a rule about the income decided', () => {
    expect(policy.decidePrequalification(owing, date).kind).toBe('PREQUALIFIED');
    const denied = denialOf(lender, atBank(3_900_000));
    expect(denied.reasons).toContain(words['excessive-obligations']);
    expect(headings(noticeOf(denied))).toEqual(expect.arrayContaining([reportHeading, otherSources]));
    const expected = expect.arrayContaining([reportHeading, 'The report on your bank accounts that we used']);
    expect(headings(noticeOf(denialOf(lender, atBank(3_900_000), { agency })))).toEqual(expected);
    // The declared income counts, so the bank's did not decide.
    expect(denialOf(lender, atBank(9_000_000, 210_000)).outsideSource).toBeUndefined();
  });

  it('names it in a counteroffer, too', () => {
    const made = atBank(4_600_000);
    expect(made.decision.kind).toBe('APPROVED');
    expect(sourcesOf(lender, made, ['excessive-obligations'], {})).toMatchObject({ outsideSource: true });
    expect(sourcesOf(lender, atBank(4_800_000), [], {})).not.toHaveProperty('outsideSource');
  });

  it('names an outside source where the service is none', () => {
    const document = noticeOf({ ...checks, ...sourceOfBank({}) });
    expect(headings(document)).toContain(otherSources);
    expect(renderHtml(document)).not.toContain('Consumer reporting agency');
  });
});
