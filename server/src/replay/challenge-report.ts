// What a challenger decided beside the policy in force, in the figures of a replay, and which decisions differ.
import type { Lender } from '#lender/load.ts';
import { readStoredPolicy } from '#lender/load-policy.ts';
import { Policies } from '../policy/policies.ts';
import { PolicyGapError } from '../policy/policy-rows.ts';
import { sideOf } from '../policy/replay.ts';
import { addRefusal, addReplayed, emptySummary, type ReplaySummary } from '../policy/replay-summary.ts';
import { type Challenge, type ChallengerDecision, challengerDecisionsOf } from '../records/challenges.ts';
import { readPolicyVersion } from '../records/policy-versions.ts';
import { parseStored, type StoredDecision, storedDecisions } from '../records/stored-decisions.ts';
import type { ReplayServices } from './replay-decisions.ts';

/** Compares every stored decision of the challenger until an instant with the one that counted. */
export async function summarizeChallenge(
  { db, vault, lender }: ReplayServices,
  challenge: Challenge,
  until: Date,
): Promise<ReplaySummary> {
  const stored = await readPolicyVersion(db, challenge.version);
  if (stored === undefined) throw new PolicyGapError(`Policy ${challenge.version} is not stored.`);
  const challenger: Lender = { ...lender, policy: readStoredPolicy(stored) };
  const readStored = (version: string) => readPolicyVersion(db, version);
  const policies = new Policies({ lender, readStored, alert: () => {} });
  const summary = emptySummary();
  async function add(one: StoredDecision, decided: ChallengerDecision): Promise<void> {
    if ('refused' in decided) return addRefusal(summary, decided.refused);
    const kept = parseStored(one, lender.advertised.usualAmount);
    const made = await policies.asOf(kept.decision);
    const before = sideOf(kept.decision, { lender: made.lender, on: kept.on }, kept);
    const after =
      'gap' in decided
        ? sideOf(new PolicyGapError(decided.gap), { lender: challenger, on: kept.on }, kept)
        : sideOf(decided, { lender: challenger, on: decided.rowsOn }, kept);
    addReplayed(summary, { ...kept, before, after }, kept.decision.policyVersion);
  }
  const reading = { db, vault, timeZone: lender.brand.hours.timeZone };
  for await (const decisions of storedDecisions(reading, { from: challenge.started_at, until })) {
    const ids = decisions.map(({ id }) => id);
    const decided = await challengerDecisionsOf(db, vault, challenge.id, ids);
    for (const one of decisions) {
      const own = decided.get(one.id);
      if (own !== undefined) await add(one, own);
    }
  }
  return summary;
}
