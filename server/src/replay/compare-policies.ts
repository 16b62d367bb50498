// Compares two policies on people who are made up, with the figures and the report of a replay.
import type { IsoDate } from '#finance/dates.ts';
import type { Lender } from '#lender/load.ts';
import { createPolicy } from '../policy/decide.ts';
import type { PolicyInputs } from '../policy/inputs.ts';
import { decideAgain, type ReplayedSide, sideOf } from '../policy/replay.ts';
import { addRefusal, addReplayed, emptySummary, type ReplaySummary } from '../policy/replay-summary.ts';

/** What differs first: the outcome, the reasons, what is offered, or its price. */
export type Aspect = 'outcome' | 'reasons' | 'offers' | 'prices';

export interface Difference {
  readonly person: PolicyInputs;
  readonly aspect: Aspect;
  readonly before: ReplayedSide;
  readonly after: ReplayedSide;
}

/** The summary of a replay of these people's prequalifications on a day, and one difference for each whom the policies treat differently. */
export function comparePolicies(
  before: Lender,
  after: Lender,
  people: readonly PolicyInputs[],
  on: IsoDate,
): { readonly summary: ReplaySummary; readonly differences: readonly Difference[] } {
  const [first, second] = [createPolicy(before), createPolicy(after)];
  const summary = emptySummary();
  const differences: Difference[] = [];
  for (const [at, person] of people.entries()) {
    const kept = {
      reference: String(at),
      kind: 'prequalification',
      inputs: person,
      on,
      channel: 'made up',
      partner: null,
      wanted: { amountCents: after.advertised.usualAmount, isAutoSecured: false },
    } as const;
    const [one, other] = [decideAgain(first, kept, on), decideAgain(second, kept, on)];
    if ('refused' in one || 'refused' in other) {
      for (const each of [one, other]) if ('refused' in each) addRefusal(summary, each.refused);
      continue;
    }
    const sides = {
      before: sideOf(one, { lender: before, on }, kept),
      after: sideOf(other, { lender: after, on }, kept),
    };
    addReplayed(summary, { ...kept, ...sides }, before.policy.version);
    const aspect = firstDifference(sides.before, sides.after);
    if (aspect !== undefined) differences.push({ person, aspect, ...sides });
  }
  return { summary, differences };
}

function firstDifference(before: ReplayedSide, after: ReplayedSide): Aspect | undefined {
  const views: Record<Aspect, (side: ReplayedSide) => unknown> = {
    outcome: ({ outcome }) => outcome,
    reasons: ({ reasons }) => reasons,
    offers: ({ programs, hasFastPath }) => [programs, hasFastPath],
    prices: ({ loan }) => loan,
  };
  return (Object.keys(views) as Aspect[]).find(
    (aspect) => JSON.stringify(views[aspect](before)) !== JSON.stringify(views[aspect](after)),
  );
}
