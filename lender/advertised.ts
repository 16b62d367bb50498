// public/advertised.json, checked so that nothing is advertised that the other files do not keep.
import { z } from 'zod';
import { cents, formatUsd } from '#finance/money.ts';
import { type PricedOffer, priceOffer } from '#finance/offers.ts';
import { percent } from '#finance/rate.ts';
import { type AdvertisedPolicy, aprRange } from './advertised-apr.ts';
import { feesOf } from './fees.ts';
import { daysOfChange, timeLimitsOn } from './in-force.ts';
import type { Refuse } from './lender-files.ts';
import type { PolicyFacts } from './public/policy-facts.ts';
import type { Branch } from './schema/branches.ts';
import type { Brand } from './schema/brand.ts';
import { money, rate } from './schema/fields.ts';
import type { Funding } from './schema/funding.ts';
import type { LegalText } from './schema/legal-texts.ts';
import type { Policy } from './schema/policy.ts';
import { lentRange, type Program, termsOf } from './schema/programs.ts';

const dollars = (amount: number) => formatUsd(cents(amount));

const span = z
  .strictObject({ from: z.int().positive(), to: z.int().positive() })
  .refine((it) => it.from <= it.to, { message: 'must not be above {parent}.to', path: ['from'] });

export const advertisedSchema = z.strictObject({
  /** The smallest loan at a branch, if it is below what the programs lend online; otherwise null. */
  smallestLoanAtBranch: money.nullable(),
  /** The loan of the example; its payment is computed. */
  example: z.strictObject({ amount: money, apr: rate, months: z.int().positive() }),
  /** What the landing page lets applicants choose from, each with the example's rate and term. */
  landingAmounts: z.array(money).min(2).max(6),
  exampleVehicle: money,
  /** The amount that offers start with where the applicant requested none: this, or the nearest one offered. */
  usualAmount: money,
  prequalifyingMinutes: z.int().positive(),
  branchCallsWithinHours: span,
  fundsArriveInBusinessDays: span,
});
type Advertised = z.output<typeof advertisedSchema>;

/** Whose offers are advertised. */
interface Offering {
  readonly policy: AdvertisedPolicy & Pick<Policy, 'timeLimits'>;
  readonly openStates: readonly { readonly code: string }[];
}

/**
 * The example priced like an offer, with the lowest origination fee of any state on a day: at the highest contract rate whose APR is
 * not above the example's.
 */
export function exampleOffer(
  { policy: { fees }, openStates }: Offering,
  { amount, months, apr }: Advertised['example'],
  date: string,
): PricedOffer {
  const origination = Math.min(
    ...openStates.map(
      ({ code: state }) =>
        feesOf(fees, { state, amountCents: amount, isAutoSecured: false, on: date }).origination,
    ),
  );
  const fee = Number.isFinite(origination) ? origination : 0;
  const offer = priceOffer({
    principal: cents(amount),
    months,
    contractRate: apr,
    floor: '0',
    caps: [{ basis: fee > 0 ? 'all_in' : 'rate', percent: percent(apr), source: 'example' }],
    prepaidFees: cents(fee),
  });
  if (offer === 'dropped')
    throw new RangeError(`The fee of ${dollars(fee)} is above the APR of the example.`);
  return offer;
}

/** The programs that lend an amount over a term at a contract rate. */
const lendingAt = (
  programs: readonly Program[],
  { principal, months, rate: contractRate }: Pick<PricedOffer, 'months' | 'principal' | 'rate'>,
): readonly Program[] =>
  programs.filter(
    (program) =>
      program.minCents <= principal &&
      principal <= program.maxCents &&
      termsOf(program).includes(months) &&
      contractRate.gte(program.floor) &&
      contractRate.lte(program.ceiling),
  );

/** As of a day ("2026-03-01"). */
export function policyFacts({ policy, openStates }: Offering, date: string): PolicyFacts {
  const all = lentRange(policy.programs);
  const { lowest, highest } = aprRange(
    policy,
    openStates.map(({ code }) => code),
    date,
  );
  return {
    leastAmount: dollars(all.leastCents),
    mostAmount: dollars(all.mostCents),
    lowestApr: `${lowest}%`,
    highestApr: `${highest}%`,
    shortestTerm: String(all.shortestMonths),
    longestTerm: String(all.longestMonths),
    minDaysBetweenLoans: String(timeLimitsOn(policy, date).minDaysBetweenLoans),
  };
}

/** Whether only a loan secured by a vehicle has this amount at the advertised rate and term. */
export const needsVehicle = (offering: Offering, example: Advertised['example'], date: string): boolean =>
  lendingAt(offering.policy.programs, exampleOffer(offering, example, date)).every(
    ({ isAutoSecured }) => isAutoSecured,
  );

/** "2 to 3 business days", "1 business day". */
export function spanText({ from, to }: { readonly from: number; readonly to: number }, unit: string): string {
  return `${from === to ? from : `${from} to ${to}`} ${unit}${to === 1 ? '' : 's'}`;
}

interface AdvertisingLender extends Offering {
  readonly advertised: Advertised;
  readonly brand: Brand;
  readonly branches: readonly Branch[];
  readonly funding: Funding;
  readonly texts: readonly LegalText[];
}

/** The days from the disclosures' newest version on, on which what is offered changes. */
function advertisedDays({ policy: { fees, pricing, stateCaps } }: Offering, { effective }: LegalText) {
  const laws = stateCaps.caps.map((row) => ({ from: row.effective.from, until: row.effective.to }));
  const later = daysOfChange([...fees, ...pricing.rows, ...laws], pricing.rows).filter(
    (day) => day > effective,
  );
  return [effective, ...later];
}

/** Refuses the first file that promises what another does not keep. */
export function checkAdvertising(lender: AdvertisingLender, refuse: Refuse): void {
  const { brand, branches } = lender;
  if (brand.branchCount > branches.length)
    refuse(
      'public/brand.json',
      `branchCount is ${brand.branchCount}, but branches.json has ${branches.length} branches.`,
    );
  const disclosures = lender.texts.findLast((text) => text.id === 'licenses-and-disclosures') as LegalText;
  const days = advertisedDays(lender, disclosures);
  for (const day of days) {
    const mistake = findAdvertisedMistake(lender, day);
    if (mistake) refuse('public/advertised.json', mistake);
  }
  const mistake = findDisclosureMistake(lender, { disclosures, days });
  if (mistake) refuse(`public/texts/${disclosures.id}.${disclosures.version}.json`, mistake);
}

function findAdvertisedMistake(lender: AdvertisingLender, day: string): string | undefined {
  const { advertised, funding } = lender;
  const { programs } = lender.policy;
  const { example, smallestLoanAtBranch, fundsArriveInBusinessDays: funds } = advertised;
  const lending = programs.filter(
    ({ minCents, maxCents }) => minCents <= example.amount && example.amount <= maxCents,
  );
  const amount = dollars(example.amount);
  if (lending.length === 0)
    return `example.amount is ${amount}, which no program of policy/programs.json lends.`;
  const overMonths = lending.filter((program) => termsOf(program).includes(example.months));
  if (overMonths.length === 0)
    return `example.months is ${example.months}, for which no program of policy/programs.json lends ${amount}.`;
  const isAboveCeiling = Number(example.apr) > Number(lender.policy.aprCeiling);
  if (isAboveCeiling || lendingAt(overMonths, exampleOffer(lender, example, day)).length === 0) {
    const bands = overMonths.map(({ floor, ceiling }) => `${floor} to ${ceiling}`).join(' or ');
    return `example.apr is ${example.apr}, outside the rates at which ${amount} is lent (${bands} before fees, at most ${lender.policy.aprCeiling} with them).`;
  }
  for (const each of advertised.landingAmounts)
    if (lendingAt(programs, exampleOffer(lender, { ...example, amount: each }, day)).length === 0)
      return `landingAmounts has ${dollars(each)}, which no program of policy/programs.json lends over ${example.months} months at ${example.apr}%.`;
  const { leastCents: least, mostCents: most } = lentRange(programs);
  if (advertised.usualAmount < least || most < advertised.usualAmount)
    return `usualAmount must be within what is lent online (${dollars(least)} to ${dollars(most)}).`;
  if (smallestLoanAtBranch !== null && smallestLoanAtBranch >= least)
    return `smallestLoanAtBranch must be below what is lent online (${dollars(smallestLoanAtBranch)} is not below ${dollars(least)}), or null.`;
  // A signature after the cutoff goes into the next day's file.
  const { settlesAfterBankingDays: settles } = funding;
  if (funds.from < settles || funds.to < settles + 1)
    return `fundsArriveInBusinessDays must be at least ${settles} to ${settles + 1}: funding.json settles credits after ${settles} banking days, and a day later after the cutoff.`;
  return undefined;
}

function findDisclosureMistake(
  { policy, openStates, advertised }: AdvertisingLender,
  { disclosures, days }: { readonly disclosures: LegalText; readonly days: readonly string[] },
): string | undefined {
  const { programs, fees } = policy;
  const all = lentRange(programs);
  const text = JSON.stringify(disclosures.body);
  if (fees.some((fee) => fee.kind === 'origination') && /no origination fee/i.test(text))
    return 'body states that there is no origination fee, and policy/fees.json has one.';
  const states = openStates.map(({ code }) => code);
  for (const day of days) {
    const { lowest, highest } = aprRange(policy, states, day);
    const ranges = {
      '{leastAmount} to {mostAmount}': `${dollars(all.leastCents)} to ${dollars(all.mostCents)}`,
      '{shortestTerm} to {longestTerm} months': `${all.shortestMonths} to ${all.longestMonths} months`,
      '{lowestApr} to {highestApr}': `${lowest}% to ${highest}%`,
    };
    for (const [names, written] of Object.entries(ranges))
      if (!text.includes(names) && !text.includes(written))
        return `body must name what the policy lends on ${day}, "${written}" or "${names}"; add a version that does.`;
    if (!/example[^"]*\d\.\d\d%/i.test(text)) continue;
    const { apr, amount, months } = advertised.example;
    const { monthlyPayment, totalOfPayments } = exampleOffer({ policy, openStates }, advertised.example, day);
    const stated = [amount, monthlyPayment, totalOfPayments].map(dollars);
    const missing = [...stated, `${months} months`, `${apr}%`].find((figure) => !text.includes(figure));
    if (missing)
      return `body has no ${missing} in its example, which is that of advertised.json on ${day}; add a version that does.`;
  }
  return undefined;
}
