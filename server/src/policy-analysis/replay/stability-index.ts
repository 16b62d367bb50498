// The population stability index: how far the people who apply now differ from those of a baseline. Below 0.1 they are alike, from
// 0.25 on the policy decides about others than it was made for (Siddiqi, Credit Risk Scorecards, 2006, chapter 9).
import type { Counts, WatchedBands } from '../../platform/db/tables.ts';
import { sizeOf } from './replay-summary.ts';

/** Fewer say little about a population. */
const leastForIndex = 100;

/** What an empty band counts as, because its logarithm has no value. */
const leastShare = 0.0001;

/** Σ (now − then) · ln(now / then) over the shares of all bands. Undefined if either has no one. */
export function stabilityIndex(then: Counts, now: Counts): number | undefined {
  const [allThen, allNow] = [sizeOf(then), sizeOf(now)];
  if (allThen === 0 || allNow === 0) return undefined;
  const shareOf = (counts: Counts, band: string, all: number) =>
    Math.max((counts[band] ?? 0) / all, leastShare);
  return [...new Set([...Object.keys(then), ...Object.keys(now)])].reduce((sum, band) => {
    const [before, after] = [shareOf(then, band, allThen), shareOf(now, band, allNow)];
    return sum + (after - before) * Math.log(after / before);
  }, 0);
}

/** The index of each measure; none where too few apply now. */
export function stabilityOf(baseline: WatchedBands, now: WatchedBands): { score?: number; income?: number } {
  if (sizeOf(now.score) < leastForIndex) return {};
  const [score, income] = [
    stabilityIndex(baseline.score, now.score),
    stabilityIndex(baseline.income, now.income),
  ];
  return { ...(score !== undefined && { score }), ...(income !== undefined && { income }) };
}
