import { expect, it } from 'vitest';
import { exampleTerm } from '../../dev/example-term.ts';
import { changesOf } from './approved-offers.ts';

const offer = (isAutoSecured: boolean) => exampleTerm(500_000, 36, isAutoSecured, 28.99);

it.each([
  ['nothing', { amount: 500_000, isAutoSecured: false }, 500_000, [false], []],
  ['a lower amount', { amount: 600_000, isAutoSecured: false }, 500_000, [false], ['lower']],
  ['a higher one, where no smaller is approved', { amount: 400_000 }, 500_000, [false], ['higher']],
  [
    'a vehicle that was not requested',
    { amount: 500_000, isAutoSecured: false },
    500_000,
    [true],
    ['secured'],
  ],
  [
    'no vehicle after all',
    { amount: 900_000, isAutoSecured: true },
    500_000,
    [false],
    ['lower', 'unsecured'],
  ],
  [
    'a choice with a vehicle and without',
    { amount: 500_000, isAutoSecured: false },
    500_000,
    [false, true],
    [],
  ],
] as const)('an approval changes: %s', (_, requested, amount, secured, changes) => {
  expect(changesOf(requested, { amount, offers: secured.map(offer) })).toEqual(changes);
});
