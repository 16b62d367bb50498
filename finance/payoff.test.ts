import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../scripts/property-runs.ts';
import { type CapPolicy, capsFor, payoffLimitsFor, type StateCap } from './caps.ts';
import { isoDate } from './dates.ts';
import { cents, dollars } from './money.ts';
import { priceOffer } from './offers.ts';
import { amortize } from './payment.ts';
import { payoffAmounts } from './payoff.ts';
import { Decimal } from './rate.ts';

const read = (file: string) =>
  JSON.parse(readFileSync(new URL(`../lender/policy/${file}.json`, import.meta.url), 'utf8'));
const policy: CapPolicy = { ...read('state-caps'), federalFunds: read('reference').federalFunds };
const on = isoDate('2026-03-04');
const states = [...new Set(policy.caps.map(({ state }) => state))];

function payoffs(state: string, principal: number, months: number, rate: string, fee = 0, refund = 'none') {
  const schedule = amortize({ principal: cents(principal), rate, months });
  const amounts = payoffAmounts({
    principal: cents(principal),
    schedule,
    fees: cents(fee),
    prepaid: { amount: cents(fee), refund: refund as 'none' },
    limits: payoffLimitsFor(policy, { state, amountCents: cents(principal), months, on }, new Decimal(rate)),
  });
  return { schedule, amounts };
}

/** The interest that a row allows for the first payments of a loan, exactly, on the balance that is then owed. */
function allowed({ limit }: StateCap, advanced: number, payments: readonly number[], rate: Decimal) {
  if (limit.kind === 'none') return new Decimal(Number.POSITIVE_INFINITY);
  const limits = limit.kind === 'greatest' ? limit.of : [limit];
  const funds = new Decimal(policy.federalFunds?.findLast(({ from }) => from <= on)?.percent ?? 0);
  return Decimal.max(
    ...limits.map((one) => {
      const isBlended = one.kind === 'tiers' && one.blendedRate?.permitted === true;
      const added = one.plusFederalFunds ? funds : new Decimal(0);
      const tiers = isBlended
        ? [{ percent: rate.toString() }]
        : one.kind === 'flat'
          ? [{ percent: one.percent }]
          : one.tiers;
      let balance = new Decimal(advanced);
      let earned = new Decimal(0);
      for (const payment of payments) {
        let from = new Decimal(0);
        let interest = new Decimal(0);
        for (const tier of tiers) {
          const to = Decimal.min(balance, 'upToCents' in tier && tier.upToCents ? tier.upToCents : balance);
          const percent = isBlended ? new Decimal(tier.percent) : new Decimal(tier.percent).plus(added);
          if (to.gt(from)) interest = interest.plus(to.minus(from).mul(percent).div(1200));
          from = Decimal.max(from, to);
        }
        earned = earned.plus(interest);
        balance = Decimal.max(0, balance.plus(interest).minus(payment));
      }
      return earned;
    }),
  );
}

describe('an early payoff', () => {
  it('in Louisiana gives back what one rate has taken too much after 22 of 60 months', () => {
    const { schedule, amounts } = payoffs('LA', 1_000_000, 60, '26.89');
    const paid = schedule.rows.slice(0, 22);
    // What the tiers allow on the balances of the note's own schedule, $137.19 less than its interest.
    const tiers = [
      [140_000, 36],
      [400_000, 27],
      [700_000, 24],
      [1_000_000, 21],
    ] as const;
    const byTiers = (balance: number) =>
      tiers.reduce((sum, [upTo, percent], at) => {
        const from = tiers[at - 1]?.[0] ?? 0;
        return sum + (Math.max(0, Math.min(balance, upTo) - from) * percent) / 1200;
      }, 0);
    const tooMuch = paid.reduce(
      (sum, { interest, balance, principal }) => sum + interest - byTiers(balance + principal),
      0,
    );
    expect(Math.round(tooMuch / 100)).toBe(137);
    // A balance that accrues by the tiers from the start is lower still.
    expect((paid.at(-1)?.balance as number) - (amounts[21] as number)).toBe(17_489);
    expect(amounts.at(-1)).toBe(0);
  });

  it('takes the principal left where the law permits one rate, or the state has no tiers', () => {
    for (const [state, rate] of [
      ['AZ', '33.06'],
      ['NC', '29.00'],
      ['UT', '35.99'],
      ['VA', '35.99'],
    ] as const) {
      const { schedule, amounts } = payoffs(state, 500_000, 48, rate);
      expect(amounts, state).toEqual(schedule.rows.map(({ balance }) => balance));
    }
  });

  it('credits the unearned part of a prepaid fee by time, by interest, or not', () => {
    const of = (refund: string) => payoffs('UT', 500_000, 24, '30.00', 12_000, refund);
    const credit = (refund: string, after: number) => {
      const { schedule, amounts } = of(refund);
      return (schedule.rows[after - 1]?.balance as number) - (amounts[after - 1] as number);
    };
    expect([credit('none', 6), credit('pro-rata', 6), credit('pro-rata', 18)]).toEqual([0, 9000, 3000]);
    expect(credit('actuarial', 6)).toBeLessThan(9000);
    expect(credit('actuarial', 6)).toBeGreaterThan(5000);
    expect(of('pro-rata').amounts.at(-1)).toBe(0);
  });

  it.each([
    ['TX', 250_100, '30.00', 'the amount is within the first tier'],
    [
      'OK',
      700_000,
      '35.63',
      'the amount is the end of the first tier, whose percent has the federal funds rate on top',
    ],
    ['IN', 750_000, '25.00', 'the rate is not above the flat percent that the law allows instead'],
  ])('takes the principal left in %s for %i cents at %s percent, because %s', (state, principal, rate) => {
    const { schedule, amounts } = payoffs(state, principal, 60, rate);
    expect(amounts).toEqual(schedule.rows.map(({ balance }) => balance));
  });

  it('never costs more than the caps of any state allow, for any amount, term and month', () => {
    const loans = fc.record({
      state: fc.constantFrom(...states),
      amount: fc.integer({ min: 2501, max: 15_000 }),
      months: fc.constantFrom(24, 36, 48, 60),
      contractRate: fc.constantFrom('24.00', '27.50', '31.22', '35.99'),
      share: fc.constantFrom(0, 0.01, 0.05),
    });
    fc.assert(
      fc.property(loans, ({ state, amount, months, contractRate, share }) => {
        const principal = dollars(amount);
        const fee = cents(Math.floor(principal * share));
        const query = { state, amountCents: principal, months, on };
        const offer = priceOffer({
          principal,
          months,
          contractRate,
          floor: '24.00',
          caps: capsFor(policy, query),
          prepaidFees: fee,
        });
        if (offer === 'dropped') return;
        const rate = offer.rate.toString();
        const { schedule, amounts } = payoffs(state, principal, months, rate, fee, 'pro-rata');
        const rows = policy.caps.filter(
          (row) =>
            row.state === state &&
            principal >= (row.amountCents?.min ?? 0) &&
            principal <= (row.amountCents?.max ?? Number.POSITIVE_INFINITY),
        );
        const payments = schedule.rows.map(({ payment }) => payment);
        for (const row of rows) {
          const isByTiers = payoffLimitsFor({ ...policy, caps: [row] }, query, offer.rate).length > 0;
          // An all-in cap on the APR allows a fee that is earned over the term; a payoff by tiers counts it from the first day.
          if (row.basis === 'all_in' && !isByTiers) continue;
          const advanced = principal - (row.basis === 'all_in' ? fee : 0);
          for (let after = 1; after <= payments.length; after += 1) {
            const paid = payments.slice(0, after);
            const cost = paid.reduce((sum, one) => sum + one, 0) + (amounts[after - 1] as number) - advanced;
            const most = allowed(row, advanced, paid, offer.rate);
            // Each month's interest of the schedule is rounded to the cent.
            expect(cost, `${state} ${amount} ${months} after ${after}`).toBeLessThanOrEqual(
              most.plus(after).toNumber(),
            );
          }
        }
      }),
      { numRuns: runs(300) },
    );
  }, 120_000);
});
