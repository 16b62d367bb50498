// The credit score disclosure notice (12 CFR 1022.74(e), (f)): once for the score that was used, before the loan is signed.
import type { DecisionKind } from '../credit-policy/decide.ts';
import { transactOn } from '../journey/applications.ts';
import { enqueueNotice } from '../journey/effects.ts';
import type { Tx } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { RetryLater } from '../platform/jobs/jobs.ts';
import { readDecision } from '../records/decisions.ts';
import { findNotice, type Notice } from '../records/notices.ts';
import type { With } from '../services.ts';

export async function disclosedDecision({ db, vault }: With<'db' | 'vault'>, notice: Notice) {
  const { applicationId, basis, decisionId } = notice;
  const kind: DecisionKind = basis === 'approval' ? 'approval' : 'prequalification';
  const made = await readDecision(db, vault, applicationId, kind, decisionId);
  if (made === undefined) throw new Error('There is no decision whose score could be disclosed.');
  return made;
}

/** The application's notice about a score, or about the bureau having none. */
async function disclosureOf(services: With<'db' | 'vault'>, id: ApplicationId, score: number | null) {
  const latest = await findNotice(services.db, id, 'score-disclosure');
  if (latest === undefined) return undefined;
  return (await disclosedDecision(services, latest)).inputs.score === score ? latest : undefined;
}

/** Call it in the transaction that saves the decision. Another report with the same score needs no second notice. */
export async function discloseScore(
  tx: Tx,
  services: With<'clock' | 'vault' | 'jobs'>,
  id: ApplicationId,
  basis: DecisionKind,
  score: number | null,
): Promise<void> {
  if (await disclosureOf({ db: tx, vault: services.vault }, id, score)) return;
  await enqueueNotice(tx, services, id, 'score-disclosure', basis);
}

/** Throws `RetryLater` until the notice about the approval's score is rendered. A notice that was never required becomes required. */
export async function assertScoreDisclosed(
  services: With<'clock' | 'db' | 'vault' | 'jobs'>,
  id: ApplicationId,
): Promise<void> {
  const made = await readDecision(services.db, services.vault, id, 'approval');
  if (made === undefined) throw new Error('There is no approval.');
  const { score } = made.inputs;
  if ((await disclosureOf(services, id, score))?.renderedAt) return;
  await transactOn(services.db, id, (tx) => discloseScore(tx, services, id, 'approval', score));
  throw new RetryLater('The credit score disclosure notice is not rendered yet.');
}
