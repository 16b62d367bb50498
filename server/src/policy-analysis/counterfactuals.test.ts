import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applicant } from '../../test/generated-inputs.ts';
import { counterfactualsOf } from './counterfactuals.ts';

const turned = (changes: Partial<typeof applicant>, lends: (inputs: typeof applicant) => boolean) =>
  counterfactualsOf({ ...applicant, ...changes }, lends);

it('finds the nearest value of one input on either side, in the step of its unit', () => {
  const expected = [{ input: 'score', from: 588, to: 600 }];
  expect(turned({ score: 588 }, ({ score }) => score !== null && score >= 600)).toEqual(expected);
  expect(turned({ delinquencies90: 3 }, ({ delinquencies90 }) => delinquencies90 === 0)).toEqual([
    { input: 'delinquencies90', from: 3, to: 0 },
  ]);
  expect(turned({ frozen: true }, ({ frozen }) => !frozen)).toEqual([
    { input: 'frozen', from: true, to: false },
  ]);
});

it('finds nothing where no single change is enough, or the input is unknown', () => {
  expect(turned({ score: 500, frozen: true }, ({ score, frozen }) => score === 700 && !frozen)).toEqual([]);
  expect(turned({ score: null }, ({ score }) => score !== null && score >= 600)).toEqual([]);
});

it('finds the limit itself, wherever it is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 89_999 }), (dollars) => {
      const most = dollars * 100;
      const found = turned(
        { monthlyDebtCents: 9_000_000 },
        ({ monthlyDebtCents }) => monthlyDebtCents <= most,
      );
      const to = Number(found[0]?.to);
      expect(to).toBeLessThanOrEqual(most);
      expect(most - to).toBeLessThan(1_000);
    }),
  );
});
