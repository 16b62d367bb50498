import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CreditFile, findCreditFile, type PullKind } from './credit-files.ts';
import { findLenderRelationship, formatSsn, identityDecision, people, personNumber } from './people.ts';
import { scoreFactors } from './score-factors.ts';

const digits = (person: number, turn = 1) => formatSsn(person, turn).replaceAll('-', '');

function file(person: number, kind: PullKind = 'soft', turn = 1): CreditFile {
  const record = findCreditFile(digits(person, turn), kind);
  if (typeof record === 'string') throw new Error(`person ${person} has no readable file: ${record}`);
  return record;
}

const debts = ({ tradeLines }: CreditFile) =>
  tradeLines.filter(({ open }) => open).reduce((sum, { monthlyPayment }) => sum + monthlyPayment, 0);
const worst = ({ tradeLines }: CreditFile) => ({
  times30: Math.max(0, ...tradeLines.map(({ times30 }) => times30)),
  times90: Math.max(0, ...tradeLines.map(({ times90 }) => times90)),
});
const consumerFinance = ({ tradeLines }: CreditFile) =>
  tradeLines.some(({ accountType, open }) => accountType === '06' && open);

const withFile = people.map(({ number }) => number).filter((number) => number !== 12 && number !== 22);
const clean = withFile.filter((number) => number !== 10 && number !== 11);

describe('test people', () => {
  it('are found by any middle number from 01 to 99', () => {
    for (const turn of [1, 7, 42, 99]) expect(personNumber(digits(6, turn))).toBe(6);
    for (const ssn of ['666000006', '666010044', '667010006', '666010106'])
      expect(personNumber(ssn)).toBeUndefined();
    expect(file(6, 'soft', 42)).toEqual(file(6));
  });

  it('have no delinquency, no bankruptcy and few inquiries, unless their outcome needs it', () => {
    for (const number of clean) {
      const soft = file(number);
      expect(worst(soft), `person ${number}`).toEqual({ times30: 0, times90: 0 });
      expect(soft.bankruptcies).toEqual([]);
      expect(soft.inquiriesDaysAgo.length).toBeLessThan(5);
    }
  });

  it('owe well under half of $40,000 with $1,200 for housing, except person 11', () => {
    for (const number of withFile.filter((person) => person !== 11))
      for (const kind of ['soft', 'hard'] as const)
        expect((debts(file(number, kind)) + 1200) / (40_000 / 12), `person ${number}`).toBeLessThan(0.45);
    expect(debts(file(11)) / (120_000 / 12)).toBeGreaterThan(0.55);
    expect(file(11).score).toBeGreaterThan(640);
  });

  it.each([
    [1, 680, false],
    [2, 620, false],
    [3, 670, true],
    [4, 580, false],
    [5, 650, false],
    [18, 700, false],
    [23, 672, false],
  ])('person %i: score %i, consumer finance %s', (number, score, finance) => {
    const soft = file(number);
    expect(soft.score).toBe(score);
    expect(consumerFinance(soft)).toBe(finance);
  });

  it('only 18 is covered as military', () => {
    expect(withFile.filter((number) => file(number).military === true)).toEqual([18]);
  });

  it('6 to 9 open the fast path: a high score, hardly any debt, no inquiry', () => {
    for (const number of [6, 7, 8, 9]) {
      const soft = file(number);
      expect(soft.score).toBeGreaterThanOrEqual(760);
      expect(debts(soft)).toBeLessThan(50);
      expect(soft.inquiriesDaysAgo).toEqual([]);
      expect(consumerFinance(soft)).toBe(false);
    }
    for (const number of [1, 2, 3, 4, 5, 17, 18, 23]) expect(file(number).score).toBeLessThan(730);
  });

  it('have the same file at the hard pull, except 7, 8, 9, 17, 27, 28 and 32', () => {
    const collections = (credit: CreditFile) =>
      credit.tradeLines.filter(({ accountType }) => accountType === '48').length;
    expect(worst(file(7, 'hard')).times90).toBe(1);
    expect(collections(file(7, 'hard'))).toBe(1);
    expect(file(8, 'hard').fraud).toBe('address');
    expect(file(9, 'hard').fraud).toBe('confirmed');
    expect(worst(file(17, 'hard')).times90).toBe(1);
    expect(collections(file(17, 'hard'))).toBe(1);
    expect(file(17, 'hard').tradeLines.some(({ status }) => status === '97')).toBe(true);
    for (const number of withFile.filter((person) => ![7, 8, 9, 17, 27, 28, 32].includes(person)))
      expect(file(number, 'hard')).toEqual(file(number));
  });

  it('34 has a judgment and a lien, 35 a code in place of a score', () => {
    expect(file(34).otherRecords).toEqual(['judgment', 'lien']);
    expect(file(35).score).toBe(4);
  });

  it('5 has more trades as an authorized user than others, 42 the SSN of a person who has died', () => {
    expect(file(5).fraud).toBe('authorized-user');
    expect(file(42).fraud).toBe('deceased');
    expect(withFile.filter((number) => file(number).fraud !== 'none')).toEqual([5, 42]);
  });

  it('10 is late and scores low, 12 has no file, 22 has frozen it', () => {
    expect(file(10).score).toBe(530);
    expect(worst(file(10)).times30).toBeGreaterThanOrEqual(3);
    expect(worst(file(10)).times90).toBeGreaterThanOrEqual(1);
    expect(findCreditFile(digits(12), 'soft')).toBe('none');
    expect(findCreditFile(digits(22), 'soft')).toBe('frozen');
  });

  it('13 needs review, 14 is rejected, 33 should send other data, all others are accepted', () => {
    expect(
      people.map(({ number }) => identityDecision(digits(number))).filter((word) => word !== 'ACCEPT'),
    ).toEqual(['REVIEW', 'REJECT', 'RESUBMIT']);
    expect(identityDecision(digits(13))).toBe('REVIEW');
    expect(identityDecision(digits(14))).toBe('REJECT');
    expect(identityDecision(undefined)).toBe('ACCEPT');
  });

  it('24 and 31 wait for the OFAC list, 27 for the military database, 32 matches at the hard pull', () => {
    const held = (number: number, kind: PullKind = 'soft') => {
      const { ofac, military } = file(number, kind);
      return { ofac, military };
    };
    expect(held(24)).toEqual({ ofac: 'match', military: false });
    expect(held(31)).toEqual({ ofac: 'missing', military: false });
    expect(held(27)).toEqual({ ofac: 'clear', military: 'missing' });
    expect(held(27, 'hard')).toEqual({ ofac: 'clear', military: false });
    expect([held(32).ofac, held(32, 'hard').ofac]).toEqual(['clear', 'match']);
  });

  it('25, 26 and 29 have an alert on the file, 30 another address', () => {
    expect([25, 26, 29].map((number) => file(number).alert)).toEqual([
      { type: 'initial', phone: '8015550125' },
      { type: 'active-duty', phone: null },
      { type: 'extended', phone: '8015550129' },
    ]);
    expect(withFile.filter((number) => file(number).addressDiscrepancy)).toEqual([30]);
  });

  it('15 is a present borrower, 16 a duplicate, 23 borrowed ten days ago', () => {
    expect(findLenderRelationship(digits(15)).standing).toBe('PRESENT_BORROWER');
    expect(findLenderRelationship(digits(16))).toMatchObject({
      standing: 'DUPLICATE',
      lastLoanDaysAgo: null,
    });
    expect(findLenderRelationship(digits(23))).toMatchObject({ standing: 'NONE', lastLoanDaysAgo: 10 });
    expect(findLenderRelationship(digits(1))).toMatchObject({ standing: 'NONE', lastLoanDaysAgo: null });
  });
});

describe('any other number', () => {
  const ssn = fc
    .integer({ min: 1, max: 899_999_999 })
    .map((number) => String(number).padStart(9, '0'))
    .filter((text) => personNumber(text) === undefined);

  it('has the same file every time, with a score in range and factors that have a text', () => {
    fc.assert(
      fc.property(ssn, (number) => {
        const record = findCreditFile(number, 'soft');
        expect(findCreditFile(number, 'soft')).toEqual(record);
        expect(findCreditFile(number, 'hard')).toEqual(record);
        if (typeof record === 'string') return;
        expect(record.score).toBeGreaterThanOrEqual(300);
        expect(record.score).toBeLessThanOrEqual(850);
        for (const code of record.factors) expect(scoreFactors).toContain(code);
      }),
    );
  });
});
