// Replays a batch of stored decisions, in this process or in a thread.
import type { IsoDate } from '#finance/dates.ts';
import type { Lender } from '#lender/load.ts';
import { readStoredPolicy, type StoredPolicy } from '#lender/load-policy.ts';
import { createPolicy, type PolicyBasis } from '../../credit-policy/decide.ts';
import { type AppliedPolicy, Policies } from '../../credit-policy/policies.ts';
import { PolicyGapError } from '../../credit-policy/policy-rows.ts';
import { decideAgain, inForceFrom, samePolicySince, sideOf } from './replay.ts';
import { addRefusal, addReplayed, emptySummary, type ReplaySummary } from './replay-summary.ts';
import { parseStored, type StoredDecision } from './stored-decisions.ts';

/** What to decide by, as threads are sent it. */
export interface ReplaySetup {
  readonly changed: StoredPolicy;
  /** Every version that decided. */
  readonly stored: readonly StoredPolicy[];
  /** The day whose rows decide; otherwise each decision's own, or the first on which the change is in force, if that is later. */
  readonly on?: IsoDate | undefined;
  /** Values for facts that stored inputs lack. */
  readonly assumed: Readonly<Record<string, unknown>>;
}

type Replayer = (decisions: readonly StoredDecision[]) => Promise<ReplaySummary>;

/** `lender`: its policy is today's, and its usual amount is that of applicants who requested none. */
export function createReplayer(lender: Lender, setup: ReplaySetup): Replayer {
  const { on, assumed } = setup;
  const readStored = async (version: string) => setup.stored.find((policy) => policy.version === version);
  const policies = new Policies({ lender, readStored, alert: () => {} });
  const changed: Lender = { ...lender, policy: readStoredPolicy(setup.changed) };
  const policy = createPolicy(changed);
  const firstDays = new Map<string, IsoDate | undefined>();
  function dayOf(basis: PolicyBasis, decidedOn: IsoDate): IsoDate {
    if (on !== undefined) return samePolicySince(changed.policy, on);
    const { policyVersion: version } = basis;
    const [decided] = policies.applied(basis);
    if (decided && !firstDays.has(version)) firstDays.set(version, inForceFrom(decided, changed.policy));
    const first = firstDays.get(version);
    return samePolicySince(changed.policy, first !== undefined && first > decidedOn ? first : decidedOn);
  }

  return async (decisions) => {
    const summary = emptySummary();
    for (const stored of decisions) {
      const kept = parseStored(stored, lender.advertised.usualAmount);
      const earlier = await policies
        .asOf(kept.decision)
        .catch((error: unknown): AppliedPolicy | PolicyGapError => {
          if (error instanceof PolicyGapError) return error;
          throw error;
        });
      if (earlier instanceof PolicyGapError) {
        addRefusal(summary, { sentence: earlier.message });
        continue;
      }
      const { policyVersion } = kept.decision;
      const day = dayOf(kept.decision, kept.on);
      const again = decideAgain(policy, kept, day, assumed);
      if ('refused' in again) {
        addRefusal(summary, again.refused);
        continue;
      }
      const before = sideOf(
        kept.decision,
        { lender: earlier.lender, on: samePolicySince(earlier.lender.policy, kept.on) },
        kept,
      );
      const after = sideOf(again, { lender: changed, on: day }, kept);
      addReplayed(summary, { ...kept, before, after }, policyVersion);
    }
    return summary;
  };
}
