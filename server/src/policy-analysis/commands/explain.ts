// `ops explain`: explains a decision by making it again from its stored inputs and policy. It changes nothing.

import { writeFileSync } from 'node:fs';
import { cents, formatUsd } from '#finance/money.ts';
import type { Lender } from '#lender/load.ts';
import { defineCommand, flag, optional, required } from '../../commands/command.ts';
import { documentText } from '../../commands/document-text.ts';
import { dayOf, timeOf } from '../../commands/printing.ts';
import { beginning, reference } from '../../commands/references.ts';
import { newFile, purpose } from '../../commands/words.ts';
import { type Decision, decideAs } from '../../credit-policy/decide.ts';
import type { AppliedPolicy } from '../../credit-policy/policies.ts';
import { PolicyGapError } from '../../credit-policy/policy-rows.ts';
import { answerTo, requestedOf } from '../../credit-policy/request.ts';
import { readApplication } from '../../journey/applications.ts';
import { stateOf } from '../../journey/chart.ts';
import { reasonsSent } from '../../notices/render-notice.ts';
import { renderPdf } from '../../pdf/render-pdf.ts';
import { lenderDay } from '../../platform/clock.ts';
import { transact } from '../../platform/db/database.ts';
import type { ApplicationId, ApprovedTerm } from '../../platform/db/tables.ts';
import { SetupError } from '../../platform/failure.ts';
import { type AcceptedTerms, audit, auditEventsOf } from '../../records/audit.ts';
import { type DatedAction, type DatedOutcome, isByPolicy, outcomesOf } from '../../records/decisions.ts';
import { holdsOf } from '../../records/holds.ts';
import { noticesOf } from '../../records/notices.ts';
import { storedPolicies } from '../../records/policy-versions.ts';
import type { With } from '../../services.ts';
import {
  decisionExplanation,
  type ExplainedApplication,
  explanation,
  requestLines,
  requestText,
  section,
} from '../decision-explanation.ts';

export const explaining = defineCommand('explain', 'explain a decision to an examiner, and decide it again', {
  arguments: { application: required(reference('application'), 'its last decision is explained') },
  options: {
    for: required(purpose, 'why, such as "case 4711"; it is recorded with who reads it'),
    decision: optional(beginning, 'an earlier decision, of those that are listed'),
    today: flag('decide again by the policy and on the day of today'),
    pdf: optional(newFile, 'write a PDF, too'),
  },
  needs: ['vault', 'lenderInForce'],
  run: async (services, { application, for: why, pdf, ...which }, print) => {
    const document = await explain(services, services.lender, application, { why, ...which });
    print(documentText(document));
    if (pdf !== undefined) writeFileSync(pdf, (await renderPdf(document)).bytes, { mode: 0o600, flag: 'wx' });
  },
});

/** The explanation of an application's last decision, or of how it stands without one. Throws a SetupError if the decision's policy cannot be read. */
export async function explain(
  { db, vault, clock }: With<'db' | 'vault' | 'clock'>,
  lender: Lender,
  id: ApplicationId,
  /** `decision`: the beginning of an earlier decision's reference. */
  { why, today, decision: earlier }: { why: string; today?: boolean; decision?: string | undefined },
) {
  const all = await outcomesOf(db, vault, id);
  const made = all.findLast((one) => earlier === undefined || one.id.startsWith(earlier.toLowerCase()));
  if (made === undefined && earlier !== undefined)
    throw new SetupError(`Application ${id} has no such decision. \`ops explain\` without it lists all.`);
  const explained = await courseOf({ db, vault }, id, all);
  const record = (of: { kind: string; policyVersion: string; agrees: boolean }) =>
    transact(db, (tx) => audit(tx, clock, { applicationId: id }, { type: 'decision-explained', ...of, why }));
  if (made?.kind === 'action' || made === undefined) {
    await record({ kind: made?.kind ?? 'none', policyVersion: 'none', agrees: true });
    const { head, items } = withoutPolicy(made);
    return explanation(lender, clock.now(), explained, head, section('What it rests on', items));
  }
  const { kind, inputs, decision, decidedAt, release } = made;
  const on = lenderDay(lender, decidedAt);
  const policies = storedPolicies(db, lender);
  const policy = await policies.asOf(decision).catch(refuseUnreadable);
  const againOn = today ? lenderDay(lender, clock.now()) : on;
  const againBy: AppliedPolicy = today ? policies.current(againOn) : policy;
  const again = decideAs(kind, againBy, inputs, againOn);
  const agrees = outcomeOf(again) === outcomeOf(decision);
  const { state, militaryCovered } = inputs;
  const context = { lender: policy.lender, state, militaryCovered, date: on };
  const requested = requestedOf(kind, await readApplication(db, id));
  const { policyVersion } = again;
  await record({ kind, policyVersion, agrees });
  return decisionExplanation(policy.lender, clock.now(), {
    ...explained,
    kind,
    decision,
    inputs,
    decidedAt,
    release,
    date: on,
    again: { policy: `policy ${policyVersion} as of ${againOn}`, outcome: again.kind, agrees },
    request: requestLines(answerTo(requested, 'programs' in decision ? decision.programs : [], context)),
  });
}

/** The history of an application, from the request to its notices. */
async function courseOf(
  { db, vault }: With<'db' | 'vault'>,
  id: ApplicationId,
  all: readonly DatedOutcome[],
): Promise<ExplainedApplication> {
  const application = await readApplication(db, id);
  const holds = await holdsOf(db, id);
  const events = await auditEventsOf(db, id);
  const notices: string[] = [];
  for (const notice of await noticesOf(db, id)) {
    const { kind, state, requiredAt, sentAt, decisionId } = notice;
    const reasons = kind === 'pending' ? [] : await reasonsSent(db, vault, notice);
    notices.push(
      [
        `${kind}: ${state}`,
        `required ${dayOf(requiredAt)}`,
        ...(sentAt === null ? [] : [`sent ${dayOf(sentAt)}`]),
        ...(decisionId === null ? [] : [`on decision ${decisionId.slice(0, 8)}`]),
        ...(reasons.length === 0 ? [] : [`with the reasons: ${reasons.join('; ')}`]),
      ].join(', '),
    );
  }
  const { approved_term: approved, state, state_since } = application;
  const { requiredNotice: required } = stateOf(state);
  return {
    reference: id,
    course: {
      State: `${state} since ${timeOf(state_since)}${required.notice === 'none' ? `. ${required.because}` : ''}`,
      Requested: requestText(requestedOf('prequalification', application)),
      Offered:
        all
          .filter(isByPolicy)
          .flatMap(({ id: of, decision }) =>
            'programs' in decision
              ? `up to ${formatUsd(cents(Math.max(...decision.programs.map(({ maxCents }) => maxCents))))} by ${of.slice(0, 8)}`
              : [],
          )
          .join(', ') || 'nothing',
      Accepted:
        events
          .flatMap(({ type, data }) =>
            type === 'terms-accepted' ? [acceptedText(data as AcceptedTerms)] : [],
          )
          .join(', then ') || 'nothing',
      Approved: approved === null ? 'nothing' : termText(approved),
    },
    decisions: all.map(
      (one) =>
        `${timeOf(one.decidedAt)}: ${one.id.slice(0, 8)}, ${one.kind}, ${one.outcome}${one.kind === 'action' ? ` (${one.trace.basis})` : ''}`,
    ),
    actions: [
      ...holds.map(
        (hold) =>
          `${timeOf(hold.openedAt)}: held (${hold.kind}, ${hold.reason}), ${hold.resolution ?? 'waiting'}`,
      ),
      ...events.flatMap(({ at, type, operator }) =>
        operator === null ? [] : [`${timeOf(at)}: ${type} by ${operator}`],
      ),
    ],
    notices,
  };
}

const termText = ({
  amount,
  months,
  apr,
  isAutoSecured,
}: Pick<ApprovedTerm, 'amount' | 'months' | 'apr' | 'isAutoSecured'>) =>
  `${formatUsd(cents(amount))} over ${months} months at ${apr.toFixed(2)}% APR${isAutoSecured ? ', on the vehicle' : ''}`;

const acceptedText = ({ as, decision, ...term }: AcceptedTerms) =>
  `${termText(term)}, offered by ${decision.slice(0, 8)} (${as})`;

function withoutPolicy(made: DatedAction | undefined) {
  if (made === undefined) return { head: { Decision: 'none' }, items: [] };
  const { trace, outcome, decidedAt, release } = made;
  const head = {
    Decision: `action: ${outcome}`,
    Basis: trace.basis,
    Decided: decidedAt.toISOString(),
    Release: `Branchline ${release}`,
    'Decision of the policy before it': trace.decision?.slice(0, 8) ?? 'none',
  };
  const held = trace.holds.map(
    ({ kind, reason, points, resolution }) =>
      `hold (${[kind, reason, ...points].join(', ')}): ${resolution ?? 'waiting'}`,
  );
  const known = Object.entries(trace.known).map(([source, answer]) => `${source}: ${answer}`);
  const unknown = Object.entries(trace.unknown).map(([source, why]) => `${source}: unknown, ${why}`);
  return { head, items: [...held, ...known, ...unknown] };
}

function refuseUnreadable(error: unknown): never {
  if (error instanceof PolicyGapError)
    throw new SetupError(`${error.message} \`ops policy\` lists the stored versions.`);
  throw error;
}

/** The outcome of a decision, without its explanation. */
const outcomeOf = (decision: Decision): string =>
  JSON.stringify([
    decision.kind,
    'reasons' in decision ? decision.reasons : null,
    'programs' in decision ? decision.programs : null,
    'fastPath' in decision ? decision.fastPath : null,
  ]);
