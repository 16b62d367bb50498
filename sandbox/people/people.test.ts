import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SCORE_MODEL_FACTORS } from '#lender/schema/score-models.ts';
import { findCreditFile } from './credit-files.ts';
import { formatSsn, personNumber } from './people.ts';

const digits = (person: number, turn = 1) => formatSsn(person, turn).replaceAll('-', '');

it('test people are found by any middle number from 01 to 99', () => {
  for (const turn of [1, 7, 42, 99]) expect(personNumber(digits(6, turn))).toBe(6);
  for (const ssn of ['666000006', '666010044', '667010006', '666010106'])
    expect(personNumber(ssn)).toBeUndefined();
  expect(findCreditFile(digits(6, 42), 'soft')).toEqual(findCreditFile(digits(6), 'soft'));
});

it('any other number has the same file every time, with a score in range and factors that have a text', () => {
  const others = fc
    .integer({ min: 1, max: 899_999_999 })
    .map((number) => String(number).padStart(9, '0'))
    .filter((text) => personNumber(text) === undefined);
  fc.assert(
    fc.property(others, (ssn) => {
      const record = findCreditFile(ssn, 'soft');
      expect(findCreditFile(ssn, 'soft')).toEqual(record);
      expect(findCreditFile(ssn, 'hard')).toEqual(record);
      if (typeof record === 'string') return;
      expect(record.score).toBeGreaterThanOrEqual(300);
      expect(record.score).toBeLessThanOrEqual(850);
      for (const code of record.factors) expect(SCORE_MODEL_FACTORS['VantageScore 4.0']).toContain(code);
    }),
  );
});
