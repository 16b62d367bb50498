// `ops policy challenge`: starts a challenger beside the policy in force, ends it, and reports both.
import type { Lender } from '#lender/load.ts';
import { readStoredPolicy } from '#lender/load-policy.ts';
import { defineCommand, optional } from '../../commands/command.ts';
import { onReplica } from '../../commands/replica.ts';
import { purpose, text, whole } from '../../commands/words.ts';
import { PolicyGapError } from '../../credit-policy/policy-rows.ts';
import { lenderDay } from '../../platform/clock.ts';
import { type Db, transact } from '../../platform/db/database.ts';
import { SetupError } from '../../platform/failure.ts';
import { audit } from '../../records/audit.ts';
import { readPolicyVersion, storedPolicies } from '../../records/policy-versions.ts';
import type { With } from '../../services.ts';
import {
  type Challenge,
  challengerDecisionsOf,
  insertChallenge,
  latestChallenge,
  stopChallenge,
} from '../challenges.ts';
import { sideOf } from '../replay/replay.ts';
import type { ReplayServices } from '../replay/replay-decisions.ts';
import { addRefusal, addReplayed, emptySummary } from '../replay/replay-summary.ts';
import { replayReport } from '../replay/report.ts';
import { parseStored, storedDecisions } from '../replay/stored-decisions.ts';

type Needs = With<'db' | 'vault' | 'clock'>;

export const challenge = defineCommand('challenge', 'decide silently by another version for a share', {
  arguments: { version: optional(text('version')) },
  options: {
    share: optional(whole('percent', 1, 100), 'of the applicants'),
    for: optional(purpose, 'why; it is recorded'),
  },
  check: ({ version, share, for: why }) =>
    version === undefined || share === undefined || why === undefined
      ? 'Give a version, --share and --for "why".'
      : undefined,
  needs: ['vault', 'lenderInForce'],
  run: (services, { version = '', share = 0, for: why = '' }) =>
    startChallenge(services, { version, share, why, inForce: services.lender.policy.version }),
  verbs: [
    defineCommand('report', 'compare it with what was decided', {
      needs: ['vault', 'lenderInForce'],
      run: (services, _, print) =>
        onReplica(services, print, ({ db: reads }) => reportChallenge(services, reads)),
    }),
    defineCommand('stop', 'end it', { needs: ['vault'], run: endChallenge }),
  ],
});

/** Throws a SetupError for a version that is not stored or is in force, or while another challenge runs. */
export async function startChallenge(
  services: Needs,
  started: Pick<Challenge, 'version' | 'share' | 'why'> & { readonly inForce: string },
): Promise<string> {
  const { db, clock } = services;
  const { version, share, why, inForce } = started;
  const stored = await readPolicyVersion(db, version);
  if (stored === undefined)
    throw new SetupError(`Policy ${version} isn't stored. \`ops policy\` lists those that are.`);
  if (version === inForce)
    throw new SetupError(`Policy ${version} is in force. Name the version to compare with it.`);
  readStoredPolicy(stored);
  const running = await latestChallenge(db);
  if (running?.stopped_at === null)
    throw new SetupError(
      `${running.version} is the challenger now. Stop it with \`ops policy challenge stop\`.`,
    );
  await transact(db, async (tx) => {
    await insertChallenge(tx, services, { version, share, why });
    await audit(tx, clock, {}, { type: 'challenge-started', version, share, why });
  });
  return `Policy ${version} decides silently for ${share}% of the applicants from now on.`;
}

export async function endChallenge({ db, clock }: Needs): Promise<string> {
  const running = await latestChallenge(db);
  if (running?.stopped_at !== null) throw new SetupError('No challenge is running.');
  await transact(db, async (tx) => {
    if (await stopChallenge(tx, running.id, clock.now()))
      await audit(tx, clock, {}, { type: 'challenge-stopped', version: running.version });
  });
  return `The challenge by policy ${running.version} is over. Its decisions are stored with the applications.`;
}

/** The replay's report of the latest challenge, after its days. Reads decisions from `reads`. */
export async function reportChallenge(services: Needs & ReplayServices, reads: Db) {
  const { db, clock, lender } = services;
  const latest = await latestChallenge(db);
  if (latest === undefined) throw new SetupError('There was no challenge yet.');
  await transact(db, (tx) => audit(tx, clock, {}, { type: 'challenge-read', version: latest.version }));
  const until = latest.stopped_at ?? clock.now();
  const summary = await summarizeChallenge({ ...services, db: reads }, latest, until);
  const days = (until.getTime() - latest.started_at.getTime()) / 86_400_000;
  const report = replayReport(summary, {
    title: 'Champion and challenger',
    sides: ['Champion', 'Challenger'],
    lender: lender.brand.legalName,
    madeOn: lenderDay(lender, clock.now()),
    changed: latest.version,
    decisions: `those of ${latest.share}% of the applicants from ${lenderDay(lender, latest.started_at)} to ${lenderDay(lender, until)}`,
    rowsOn:
      'of the day of each decision, or of the first on which all that the challenger changes is in force',
  });
  return [
    `${latest.version} ${latest.stopped_at === null ? 'has decided' : 'decided'} for ${latest.share}% of the applicants for ${days.toFixed(1)} days: ${latest.why}`,
    '',
    ...report.split('\n'),
  ];
}

/** Compares every stored decision of the challenger until an instant with the one that counted. */
async function summarizeChallenge({ db, vault, lender }: ReplayServices, challenge: Challenge, until: Date) {
  const stored = await readPolicyVersion(db, challenge.version);
  if (stored === undefined) throw new PolicyGapError(`Policy ${challenge.version} is not stored.`);
  const challenger: Lender = { ...lender, policy: readStoredPolicy(stored) };
  const policies = storedPolicies(db, lender);
  const summary = emptySummary();
  const period = { from: challenge.started_at, until };
  for await (const decisions of storedDecisions(
    { db, vault, timeZone: lender.brand.hours.timeZone },
    period,
  )) {
    const ids = decisions.map(({ id }) => id);
    const decidedById = await challengerDecisionsOf(db, vault, challenge.id, ids);
    for (const championDecision of decisions) {
      const decided = decidedById.get(championDecision.id);
      if (decided === undefined) continue;
      if ('refused' in decided) {
        addRefusal(summary, decided.refused);
        continue;
      }
      const kept = parseStored(championDecision, lender.advertised.usualAmount);
      const champion = await policies.asOf(kept.decision);
      const before = sideOf(kept.decision, { lender: champion.lender, on: kept.on }, kept);
      const after =
        'gap' in decided
          ? sideOf(new PolicyGapError(decided.gap), { lender: challenger, on: kept.on }, kept)
          : sideOf(decided, { lender: challenger, on: decided.rowsOn }, kept);
      addReplayed(summary, { ...kept, before, after }, kept.decision.policyVersion);
    }
  }
  return summary;
}
