// What a replay adds up to, in constant memory for any number of decisions. Plain JSON, which threads can send.

import type { DecisionKind } from '../../credit-policy/decide.ts';
import { countedIncomeCents, type DecisionInputs } from '../../credit-policy/inputs.ts';
import type { Counts } from '../../platform/db/tables.ts';
import type { Refusal, ReplayedDecision, ReplayedLoan, ReplayedSide } from './replay.ts';

/** The decisions of one side, before or after. */
export interface SideTally {
  lends: number;
  hasFastPath: number;
  interestCents: number;
  /** How many of them have each APR (basis points), amount (cents), ratio (basis points) and largest amount (cents). */
  apr: Counts;
  amount: Counts;
  debtToIncomeWithLoan: Counts;
  most: Counts;
  /** How many decisions gave each reason, by its wording. */
  reasons: Counts;
}

interface SegmentSide {
  lends: number;
  loans: number;
  aprBasisPoints: number;
  amountCents: number;
  interestCents: number;
}

export interface SegmentTally {
  decided: number;
  /** With another outcome than before. */
  changed: number;
  before: SegmentSide;
  after: SegmentSide;
}

export const dimensions = ['state', 'score', 'income', 'program', 'channel', 'partner'] as const;
export type Dimension = (typeof dimensions)[number];

export const offerChanges = [
  'same',
  'cheaper',
  'dearer',
  'smaller',
  'larger',
  'otherTerm',
  'fastPathOpens',
  'fastPathCloses',
] as const;

export interface KindTally {
  decided: number;
  /** By outcome before and after, as `PREQUALIFIED DECLINED`. */
  moves: Counts;
  /** With the same outcome, other reasons. */
  otherReasons: number;
  /** Where both lend: how the loan differs. */
  offers: Record<(typeof offerChanges)[number], number>;
  /** Where both lend the same amount over the same months: the change of APR in basis points, and of payment in cents. */
  repriced: { aprBasisPoints: number; paymentCents: number };
  before: SideTally;
  after: SideTally;
  segments: Record<Dimension, Record<string, SegmentTally>>;
}

export interface ReplaySummary {
  kinds: Record<DecisionKind, KindTally>;
  /** Decisions by the version that made them. */
  versions: Counts;
  /** Decisions that were left out, by the fact that their inputs lack, or by why else. */
  missingFacts: Counts;
  refused: Counts;
}

/** Upper ends, exclusive: scores, and yearly incomes in dollars. */
const scoreEnds = [560, 600, 640, 680, 720, 760];
const incomeEnds = [20_000, 30_000, 40_000, 50_000, 75_000, 100_000];

const emptySide = (): SideTally => ({
  lends: 0,
  hasFastPath: 0,
  interestCents: 0,
  apr: {},
  amount: {},
  debtToIncomeWithLoan: {},
  most: {},
  reasons: {},
});

const emptyKind = (): KindTally => ({
  decided: 0,
  moves: {},
  otherReasons: 0,
  offers: Object.fromEntries(offerChanges.map((change) => [change, 0])) as KindTally['offers'],
  repriced: { aprBasisPoints: 0, paymentCents: 0 },
  before: emptySide(),
  after: emptySide(),
  segments: Object.fromEntries(dimensions.map((name) => [name, {}])) as KindTally['segments'],
});

export const emptySummary = (): ReplaySummary => ({
  kinds: { prequalification: emptyKind(), approval: emptyKind() },
  versions: {},
  missingFacts: {},
  refused: {},
});

export function addRefusal(summary: ReplaySummary, refusal: Refusal): void {
  if ('fact' in refusal) count(summary.missingFacts, refusal.fact);
  else count(summary.refused, refusal.sentence);
}

/** Adds a decision. `version` is the policy that decided before. */
export function addReplayed(summary: ReplaySummary, replayed: ReplayedDecision, version: string): void {
  const tally = summary.kinds[replayed.kind];
  const { before, after } = replayed;
  count(summary.versions, version);
  tally.decided += 1;
  count(tally.moves, `${before.outcome} ${after.outcome}`);
  if (before.outcome === after.outcome && before.reasons.join('\n') !== after.reasons.join('\n'))
    tally.otherReasons += 1;
  addToSide(tally.before, before);
  addToSide(tally.after, after);
  addOfferChanges(tally, before, after);
  addToSegments(tally, replayed);
}

const lends = ({ programs }: ReplayedSide) => programs.length > 0;

function addToSide(tally: SideTally, side: ReplayedSide): void {
  const { loan } = side;
  for (const reason of side.reasons) count(tally.reasons, reason);
  if (!lends(side)) return;
  tally.lends += 1;
  tally.hasFastPath += Number(side.hasFastPath);
  count(tally.most, side.mostCents);
  if (loan === undefined) return;
  tally.interestCents += loan.interestCents;
  count(tally.apr, loan.aprBasisPoints);
  count(tally.amount, loan.amountCents);
  // Beyond 1,000% the exact ratio says nothing, and every value takes memory.
  if (loan.debtToIncomeWithLoan !== null)
    count(tally.debtToIncomeWithLoan, Math.min(loan.debtToIncomeWithLoan, 100_000));
}

function addOfferChanges(tally: KindTally, before: ReplayedSide, after: ReplayedSide): void {
  const [was, is] = [before.loan, after.loan];
  if (was === undefined || is === undefined) return;
  const { offers, repriced } = tally;
  if (before.hasFastPath && !after.hasFastPath) offers.fastPathCloses += 1;
  if (!before.hasFastPath && after.hasFastPath) offers.fastPathOpens += 1;
  if (is.amountCents !== was.amountCents) {
    offers[is.amountCents < was.amountCents ? 'smaller' : 'larger'] += 1;
    return;
  }
  if (is.months !== was.months || is.isAutoSecured !== was.isAutoSecured) {
    offers.otherTerm += 1;
    return;
  }
  const change = is.aprBasisPoints - was.aprBasisPoints || is.paymentCents - was.paymentCents;
  offers[change === 0 ? 'same' : change < 0 ? 'cheaper' : 'dearer'] += 1;
  repriced.aprBasisPoints += is.aprBasisPoints - was.aprBasisPoints;
  repriced.paymentCents += is.paymentCents - was.paymentCents;
}

function bandOf(value: number | null, ends: readonly number[]): string {
  if (value === null) return 'none';
  const at = ends.findIndex((end) => value < end);
  if (at === 0) return `< ${ends[0]}`;
  return at < 0 ? `>= ${ends.at(-1)}` : `${ends[at - 1]}..${(ends[at] as number) - 1}`;
}

export const bands: Partial<Record<Dimension, readonly string[]>> = {
  score: ['none', ...bandsOf(scoreEnds)],
  income: bandsOf(incomeEnds),
};

function bandsOf(ends: readonly number[]): readonly string[] {
  return [bandOf((ends[0] as number) - 1, ends), ...ends.map((end) => bandOf(end, ends))];
}

export const bandsIn = (inputs: DecisionInputs) => ({
  score: bandOf(inputs.score, scoreEnds),
  income: bandOf(Math.floor(countedIncomeCents(inputs) / 100), incomeEnds),
});

function addToSegments(tally: KindTally, replayed: ReplayedDecision): void {
  const { inputs, channel, partner, before, after } = replayed;
  const values: Record<Exclude<Dimension, 'program'>, string> = {
    state: inputs.state,
    ...bandsIn(inputs),
    channel,
    partner: partner ?? 'none',
  };
  const changed = Number(before.outcome !== after.outcome);
  for (const [dimension, value] of Object.entries(values) as [Dimension, string][]) {
    const segment = segmentOf(tally, dimension, value);
    segment.decided += 1;
    segment.changed += changed;
    addToSegment(segment.before, Number(lends(before)), before.loan);
    addToSegment(segment.after, Number(lends(after)), after.loan);
  }
  // A decision is in the segment of every program that either side offers; a loan only in its own.
  const [namesBefore, namesAfter] = [before, after].map(({ programs }) =>
    programs.map(({ name }) => name),
  ) as [string[], string[]];
  for (const program of new Set([...namesBefore, ...namesAfter])) {
    const segment = segmentOf(tally, 'program', program);
    const [had, has] = [namesBefore.includes(program), namesAfter.includes(program)];
    segment.decided += 1;
    segment.changed += Number(had !== has);
    addToSegment(segment.before, Number(had), before.loan?.program === program ? before.loan : undefined);
    addToSegment(segment.after, Number(has), after.loan?.program === program ? after.loan : undefined);
  }
}

function segmentOf(tally: KindTally, dimension: Dimension, value: string): SegmentTally {
  const side = (): SegmentSide => ({
    lends: 0,
    loans: 0,
    aprBasisPoints: 0,
    amountCents: 0,
    interestCents: 0,
  });
  const all = tally.segments[dimension];
  all[value] ??= { decided: 0, changed: 0, before: side(), after: side() };
  return all[value];
}

function addToSegment(side: SegmentSide, lent: number, loan: ReplayedLoan | undefined): void {
  side.lends += lent;
  if (loan === undefined) return;
  side.loans += 1;
  side.aprBasisPoints += loan.aprBasisPoints;
  side.amountCents += loan.amountCents;
  side.interestCents += loan.interestCents;
}

export function count(counts: Counts, value: string | number): void {
  counts[value] = (counts[value] ?? 0) + 1;
}

/** Everything in a summary is a number, or has numbers at any depth. */
type Tally = { [name: string]: number | Tally };

/** Adds all of `more` to `summary`. Parts may be added in any order. */
export function mergeSummary(summary: object, more: object): void {
  const sums = summary as Tally;
  for (const [name, value] of Object.entries(more as Tally)) {
    if (typeof value === 'number') sums[name] = ((sums[name] as number | undefined) ?? 0) + value;
    else {
      sums[name] ??= {};
      mergeSummary(sums[name] as Tally, value);
    }
  }
}

export const sizeOf = (values: Counts) => Object.values(values).reduce((sum, times) => sum + times, 0);

export function meanOf(values: Counts): number | undefined {
  const size = sizeOf(values);
  if (size === 0) return undefined;
  return Object.entries(values).reduce((sum, [value, times]) => sum + Number(value) * times, 0) / size;
}

/** The middle value, or the mean of the two middle ones. Undefined without values. */
export function medianOf(values: Counts): number | undefined {
  const size = sizeOf(values);
  if (size === 0) return undefined;
  const sorted = Object.entries(values).sort(([a], [b]) => Number(a) - Number(b));
  const at = (position: number): number => {
    let passed = 0;
    for (const [value, times] of sorted) {
      passed += times;
      if (passed > position) return Number(value);
    }
    return Number.NaN;
  };
  return (at((size - 1) >> 1) + at(size >> 1)) / 2;
}
