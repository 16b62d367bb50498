// Decides again each minute, with a challenger, what the policy in force decided. No application reads it.
import { setImmediate } from 'node:timers/promises';
import type { Lender } from '#lender/load.ts';
import { readStoredPolicy } from '#lender/load-policy.ts';
import { createPolicy } from '../credit-policy/decide.ts';
import { PolicyGapError } from '../credit-policy/policy-rows.ts';
import { lenderDay, secondsAfter } from '../platform/clock.ts';
import { type Tx, transact } from '../platform/db/database.ts';
import { readFields } from '../records/applicants.ts';
import { type DatedDecision, isByPolicy, outcomesBetween } from '../records/decisions.ts';
import { readPolicyVersion } from '../records/policy-versions.ts';
import type { With } from '../services.ts';
import {
  type Challenge,
  type ChallengerDecision,
  insertChallengerDecision,
  isChosen,
  lockRunningChallenge,
  saveRead,
} from './challenges.ts';
import { decideAgain, inForceFrom } from './replay/replay.ts';

type Needs = With<'clock' | 'db' | 'vault' | 'lender' | 'log'>;

/** A decision is read this long after it was made, when its transaction is over and its applicant knows the outcome. */
const lagSeconds = 120;
const pageSize = 100;

export async function decideChallenge(services: Needs, size = pageSize): Promise<void> {
  const challengers = new Map<string, Promise<Challenger>>();
  for (;;) {
    const read = await transact(services.db, async (tx) => {
      const challenge = await lockRunningChallenge(tx);
      if (challenge === undefined) return 0;
      const { version } = challenge;
      return decidePage(tx, services, challenge, size, async () => {
        const challenger = challengers.get(version) ?? challengerOf(tx, services, version);
        challengers.set(version, challenger);
        return challenger;
      });
    });
    if (read < size) return;
  }
}

type Challenger = (decision: DatedDecision) => ChallengerDecision;

async function decidePage(
  tx: Tx,
  services: Needs,
  challenge: Challenge,
  size: number,
  readChallenger: () => Promise<Challenger>,
): Promise<number> {
  const { vault, clock } = services;
  const { read_at: at, read_id: id } = challenge;
  const page = await outcomesBetween(
    tx,
    vault,
    { from: challenge.started_at, until: secondsAfter(clock.now(), -lagSeconds) },
    { after: at !== null && id !== null ? { at, id } : undefined, size },
  );
  const last = page.at(-1);
  if (last === undefined) return 0;
  const ids = page.map(({ applicationId }) => applicationId);
  const applicants = await readFields(tx, vault, ids, ['ssn']);
  for (const decision of page.filter(isByPolicy)) {
    const { id: decisionId, applicationId } = decision;
    const ssn = applicants.get(applicationId)?.ssn;
    if (ssn === undefined || !isChosen(vault, challenge, ssn)) continue;
    const decide = await readChallenger();
    const compared = { decisionId, applicationId };
    await insertChallengerDecision(tx, services, challenge.id, compared, decide(decision));
    // Other work of this process comes first.
    await setImmediate();
  }
  await saveRead(tx, challenge.id, { at: last.decidedAt, id: last.id });
  return page.length;
}

async function challengerOf(tx: Tx, { lender, log }: Needs, version: string): Promise<Challenger> {
  const stored = await readPolicyVersion(tx, version);
  if (stored === undefined) throw new Error(`The challenger ${version} is not stored.`);
  const changed: Lender = { ...lender, policy: readStoredPolicy(stored) };
  const policy = createPolicy(changed);
  // Rows of the challenger that begin later decide from the first day on which all of them do.
  const first = inForceFrom(lender.policy, changed.policy);
  return (decision) => {
    const on = lenderDay(lender, decision.decidedAt);
    try {
      const decided = decideAgain(policy, decision, first !== undefined && first > on ? first : on);
      return decided instanceof PolicyGapError ? { gap: decided.message } : decided;
    } catch (error) {
      log.error({ err: error, version }, 'the challenger did not decide');
      return { refused: { sentence: 'The challenger failed.' } };
    }
  };
}
