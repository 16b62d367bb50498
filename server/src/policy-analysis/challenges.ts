// Policy versions that decide silently beside the one in force. Their decisions are kept apart, and purged with the application.
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import type { Lender } from '#lender/load.ts';
import { readStoredPolicy } from '#lender/load-policy.ts';
import { createPolicy, type Decision } from '../credit-policy/decide.ts';
import { PolicyGapError } from '../credit-policy/policy-rows.ts';
import { lenderDay, secondsAfter } from '../platform/clock.ts';
import { type Db, type Tx, transact } from '../platform/db/database.ts';
import { insertRow, rowsOf } from '../platform/db/rows.ts';
import { columnNames, encryptionContext, type Tables } from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';
import { readFields } from '../records/applicants.ts';
import { type DatedDecision, isByPolicy, outcomesBetween } from '../records/decisions.ts';
import { readPolicyVersion } from '../records/policy-versions.ts';
import type { With } from '../services.ts';
import { decideAgain, inForceFrom, type Refusal } from './replay/replay.ts';

export type Challenge = Selectable<Tables['challenge']>;

/** What the challenger decided, or why it did not. */
type ChallengerDecision = Decision | { readonly gap: string } | { readonly refused: Refusal };

export const latestChallenge = (db: Db) => rowsOf(db, 'challenge', {}, ['started_at desc']).first();

export async function insertChallenge(
  tx: Tx,
  { clock, vault }: With<'clock' | 'vault'>,
  { version, share, why }: Pick<Challenge, 'version' | 'share' | 'why'>,
): Promise<void> {
  const id = randomUUID();
  const key = vault.encrypt(randomBytes(32).toString('base64'), encryptionContext('challenge', 'key', id));
  await insertRow(tx, 'challenge', { id, version, share, why, key, started_at: clock.now() });
}

/** Forgets the key: no one can compute afterwards who was chosen. False if the challenge was over. */
export const stopChallenge = (tx: Tx, id: string, at: Date): Promise<boolean> =>
  rowsOf(tx, 'challenge', { id, stopped_at: null }).update({ stopped_at: at, key: null });

/** Whether the challenger decides for the person with this SSN: the same whenever they apply. */
export function isChosen(vault: Vault, { id, key, share }: Challenge, ssn: string): boolean {
  if (key === null) return false;
  const secret = Buffer.from(vault.decrypt(key, encryptionContext('challenge', 'key', id)), 'base64');
  const drawn = createHmac('sha256', secret).update(ssn).digest().readUInt32BE() / 2 ** 32;
  return drawn < share / 100;
}

/** The challenger's own decisions beside these, by the id of each. */
export async function challengerDecisionsOf(
  db: Db,
  vault: Vault,
  challengeId: string,
  decisionIds: readonly string[],
): Promise<ReadonlyMap<string, ChallengerDecision>> {
  const made = rowsOf(db, 'challenge_decision', { challenge_id: challengeId, decision_id: decisionIds });
  const rows = await made.all(['id', 'decision_id', 'detail']);
  return new Map(
    rows.map(({ id, decision_id: of, detail }) => [
      of,
      vault.decryptJson<ChallengerDecision>(detail, encryptionContext('challenge_decision', 'detail', id)),
    ]),
  );
}

type Needs = With<'clock' | 'db' | 'vault' | 'lender' | 'log'>;

/** A decision is read this long after it was made, when its transaction is over and its applicant knows the outcome. */
const lagSeconds = 120;
const pageSize = 100;

export async function decideChallenge(services: Needs, size = pageSize): Promise<void> {
  const challengers = new Map<string, Promise<Challenger>>();
  for (;;) {
    const read = await transact(services.db, async (tx) => {
      // None, or another process decides for it.
      const [challenge] = await rowsOf(tx, 'challenge', { stopped_at: null }).claim(columnNames.challenge, 1);
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
    const row = randomUUID();
    await insertRow(tx, 'challenge_decision', {
      id: row,
      challenge_id: challenge.id,
      decision_id: decisionId,
      application_id: applicationId,
      detail: vault.encryptJson(decide(decision), encryptionContext('challenge_decision', 'detail', row)),
      decided_at: clock.now(),
    });
    // Other work of this process comes first.
    await setImmediate();
  }
  const read = { read_at: last.decidedAt, read_id: last.id };
  await rowsOf(tx, 'challenge', { id: challenge.id }).update(read);
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
