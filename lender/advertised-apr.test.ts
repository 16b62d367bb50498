import { expect, it } from 'vitest';
import { aprRange } from './advertised-apr.ts';
import { loadLender } from './load.ts';
import { priceTerm } from './price-term.ts';
import { termsOf } from './schema/programs.ts';

const { policy, states } = loadLender();
const everywhere = states.map(({ code }) => code);
const ON = '2026-11-20';
const source = 'A test';
const charging = (aprCeiling: string, codes: string[] = ['UT']) => ({
  ...policy,
  aprCeiling,
  fees: [{ kind: 'origination' as const, states: codes, percentOfLoan: '5.00', from: '2024-01-01', source }],
});

it('is that of the rate sheet without fees', () => {
  expect(aprRange(policy, everywhere, ON)).toEqual({ lowest: '24.00', highest: '35.99' });
});

it('has the fees in it, up to the ceiling', () => {
  expect(aprRange(charging('35.99'), everywhere, ON)).toEqual({ lowest: '24.00', highest: '35.99' });
  expect(aprRange(charging('45.00'), everywhere, ON)).toEqual({ lowest: '24.00', highest: '40.75' });
  expect(aprRange(charging('45.00'), ['UT'], ON).lowest).not.toBe('24.00');
});

it('is what the offers of every listed amount and term have', () => {
  const tried = { ...charging('33.00', ['UT', 'LA']), programs: policy.programs.slice(1) };
  const aprs = ['UT', 'LA'].flatMap((state) =>
    tried.programs.flatMap(({ name, minCents, maxCents, floor: floorPercent, isAutoSecured, ...rest }) =>
      [minCents, 700_000, 800_000, 1_000_000, maxCents].flatMap((amountCents) =>
        termsOf({ name, minCents, maxCents, floor: floorPercent, isAutoSecured, ...rest }).flatMap((months) =>
          tried.pricing.rows
            .filter(({ when }) => when.some(({ text }) => text === name))
            .flatMap(
              ({ gives }) =>
                gives.find(({ shortest, longest }) => shortest <= months && months <= longest) ?? [],
            )
            .flatMap(({ ratePercent }) => {
              const term = { amountCents, months, ratePercent, floorPercent, isAutoSecured };
              const occasion = { state, date: ON, militaryCovered: false };
              const offer = priceTerm(tried, term, occasion);
              return offer === 'dropped' ? [] : [Number(offer.apr.toFixed(2))];
            }),
        ),
      ),
    ),
  );
  const { lowest, highest } = aprRange(tried, ['UT', 'LA'], ON);
  expect([Math.min(...aprs), Math.max(...aprs)]).toEqual([Number(lowest), Number(highest)]);
}, 60_000);
