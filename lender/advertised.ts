// What the lender's pages and mails promise beside what the policy decides: the shape of public/advertised.json, and what
// must hold of it and of the brand, so that nothing is advertised that is not done.
import { z } from 'zod';
import { termsOf } from './consistency.ts';
import type { Branch, Brand, Funding, LegalText, Program } from './schema.ts';
import { money, rate } from './schema.ts';

const span = z
  .strictObject({ from: z.int().positive(), to: z.int().positive() })
  .refine((it) => it.from <= it.to, { message: 'must not be above {parent}.to', path: ['from'] });

export const advertisedSchema = z.strictObject({
  /** What branches lend from, where that is less than the programs do online; otherwise null. */
  smallestLoanAtBranch: money.nullable(),
  /** The loan whose schedule is shown; its payment is computed. */
  example: z.strictObject({ amount: money, apr: rate, months: z.int().positive() }),
  exampleVehicle: money,
  prequalifyingMinutes: z.int().positive(),
  branchCallsWithinHours: span,
  fundsArriveInBusinessDays: span,
});
export type Advertised = z.output<typeof advertisedSchema>;

/** What the programs lend in all, as it is advertised. */
export interface AdvertisedRange {
  readonly leastCents: number;
  readonly mostCents: number;
  readonly lowestRate: string;
  readonly highestRate: string;
  readonly shortestMonths: number;
  readonly longestMonths: number;
}

export function advertisedRange(programs: readonly Program[]): AdvertisedRange {
  const rates = programs.flatMap(({ floor, ceiling }) => [floor, ceiling]);
  const byRate = rates.sort((a, b) => Number(a) - Number(b));
  return {
    leastCents: Math.min(...programs.map((one) => one.minCents)),
    mostCents: Math.max(...programs.map((one) => one.maxCents)),
    lowestRate: byRate[0] ?? '',
    highestRate: byRate.at(-1) ?? '',
    shortestMonths: Math.min(...programs.map(({ terms }) => terms.shortest)),
    longestMonths: Math.max(...programs.map(({ terms }) => terms.longest)),
  };
}

/** "2 to 3 business days", "1 business day". */
export function spanText({ from, to }: { readonly from: number; readonly to: number }, unit: string): string {
  return `${from === to ? from : `${from} to ${to}`} ${unit}${to === 1 ? '' : 's'}`;
}

/** "$2,501", as texts write amounts. */
export const advertisedDollars = (cents: number): string =>
  `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: cents % 100 === 0 ? 0 : 2 })}`;

interface Told {
  readonly advertised: Advertised;
  readonly programs: readonly Program[];
  readonly brand: Brand;
  readonly branches: readonly Branch[];
  readonly funding: Funding;
  /** The newest version of the disclosures. */
  readonly disclosures: LegalText;
}

/** The file that promises what another does not keep, with a sentence about it; undefined where they agree. */
export function findAdvertisingMistake(
  told: Told,
): { readonly file: string; readonly sentence: string } | undefined {
  const { brand, branches } = told;
  if (brand.branchCount > branches.length) {
    return {
      file: 'public/brand.json',
      sentence: `branchCount is ${brand.branchCount}, but branches.json has ${branches.length} branches.`,
    };
  }
  return advertisedMistake(told) ?? disclosuresMistake(told);
}

function advertisedMistake({ advertised, programs, funding }: Told) {
  const file = 'public/advertised.json';
  const { example, smallestLoanAtBranch, fundsArriveInBusinessDays: funds } = advertised;
  const lending = programs.filter(
    ({ minCents, maxCents }) => minCents <= example.amount && example.amount <= maxCents,
  );
  const amount = advertisedDollars(example.amount);
  if (lending.length === 0) {
    return { file, sentence: `example.amount is ${amount}, which no program of policy/programs.json lends.` };
  }
  const overMonths = lending.filter((program) => termsOf(program).includes(example.months));
  if (overMonths.length === 0) {
    return {
      file,
      sentence: `example.months is ${example.months}, for which no program of policy/programs.json lends ${amount}.`,
    };
  }
  const apr = Number(example.apr);
  if (!overMonths.some(({ floor, ceiling }) => Number(floor) <= apr && apr <= Number(ceiling))) {
    const bands = overMonths.map(({ floor, ceiling }) => `${floor} to ${ceiling}`).join(' or ');
    return {
      file,
      sentence: `example.apr is ${example.apr}, outside the rates at which ${amount} is lent (${bands}).`,
    };
  }
  const least = advertisedRange(programs).leastCents;
  if (smallestLoanAtBranch !== null && smallestLoanAtBranch >= least) {
    return {
      file,
      sentence: `smallestLoanAtBranch must be below what is lent online (${advertisedDollars(smallestLoanAtBranch)} is not below ${advertisedDollars(least)}), or null.`,
    };
  }
  // A signature after the cutoff goes into the next day's file.
  const { settlesAfterBankingDays: settles } = funding;
  if (funds.from < settles || funds.to < settles + 1) {
    return {
      file,
      sentence: `fundsArriveInBusinessDays must be ${settles} to ${settles + 1} at least: by funding.json credits settle after ${settles} banking days, and a day later after the cutoff.`,
    };
  }
  return undefined;
}

function disclosuresMistake({ programs, disclosures }: Told) {
  const all = advertisedRange(programs);
  const text = JSON.stringify(disclosures.body);
  const missing = [
    `${advertisedDollars(all.leastCents)} to ${advertisedDollars(all.mostCents)}`,
    `${all.shortestMonths} to ${all.longestMonths} months`,
    `${all.lowestRate}% to ${all.highestRate}%`,
  ].find((range) => !text.includes(range));
  if (missing === undefined) return undefined;
  return {
    file: `public/texts/${disclosures.id}.${disclosures.version}.json`,
    sentence: `body must name what policy/programs.json lends, "${missing}"; add a version that does.`,
  };
}
