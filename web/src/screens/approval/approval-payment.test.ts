import { expect, it } from 'vitest';
import { exampleTerm } from '../../dev/example-term.ts';
import { stateText } from '../../dev/state-text.ts';
import { changesOf } from './ApprovalPayment.tsx';

it('a heading with the day of the money has its conditions beside it', async () => {
  const text = await stateText('approval-payment/many-offers');
  expect(text).toMatch(/You're approved\. \$5,000 (?:by|today).*after signing.*if you sign by/);
});

const offer = (isAutoSecured: boolean) => exampleTerm(500_000, 36, isAutoSecured, 28.99);
const unsecured = { amount: 500_000, isAutoSecured: false };

it.each([
  ['nothing', unsecured, [false], []],
  ['a lower amount', { ...unsecured, amount: 600_000 }, [false], ['lower']],
  ['a higher one, where no smaller is approved', { amount: 400_000 }, [false], ['higher']],
  ['a vehicle that was not requested', unsecured, [true], ['secured']],
  ['no vehicle after all', { amount: 900_000, isAutoSecured: true }, [false], ['lower', 'unsecured']],
  ['a choice with a vehicle and without', unsecured, [false, true], []],
] as const)('an approval changes: %s', (_, requested, secured, changes) => {
  expect(changesOf(requested, { amount: 500_000, offers: secured.map(offer) })).toEqual(changes);
});
