// `ops explain`: explains a decision by making it again from its stored inputs and policy. It changes nothing.

import { writeFileSync } from 'node:fs';
import type { Lender } from '#lender/load.ts';
import { defineCommand, flag, optional, required } from '../../commands/command.ts';
import { documentText } from '../../commands/document-text.ts';
import { dayOf, timeOf } from '../../commands/printing.ts';
import { reference } from '../../commands/references.ts';
import { newFile, purpose } from '../../commands/words.ts';
import type { CreditPolicy, Decision } from '../../credit-policy/decide.ts';
import type { ApprovalInputs } from '../../credit-policy/inputs.ts';
import type { AppliedPolicy } from '../../credit-policy/policies.ts';
import { PolicyGapError } from '../../credit-policy/policy-rows.ts';
import { answerTo, requestedOf } from '../../credit-policy/request.ts';
import { readApplication } from '../../journey/applications.ts';
import { renderPdf } from '../../pdf/render-pdf.ts';
import { lenderDay } from '../../platform/clock.ts';
import { transact } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { SetupError } from '../../platform/failure.ts';
import { audit, auditEventsOf } from '../../records/audit.ts';
import { readDecision } from '../../records/decisions.ts';
import { holdsOf } from '../../records/holds.ts';
import { noticesOf } from '../../records/notices.ts';
import { storedPolicies } from '../../records/policy-versions.ts';
import type { With } from '../../services.ts';
import { counterfactualsOf } from '../counterfactuals.ts';
import { decisionExplanation, requestLines } from '../decision-explanation.ts';

interface Requested {
  readonly why: string;
  readonly prequalification?: boolean | undefined;
  readonly today?: boolean | undefined;
}

export const explaining = defineCommand('explain', 'explain a decision to an examiner, and decide it again', {
  arguments: { application: required(reference('application'), 'its last decision is explained') },
  options: {
    for: required(purpose, 'why, such as "case 4711"; it is recorded with who reads it'),
    prequalification: flag('the decision on the soft pull'),
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

/** The explanation of an application's last decision. Throws a SetupError if none is stored, or its policy cannot be read. */
export async function explain(
  { db, vault, clock }: With<'db' | 'vault' | 'clock'>,
  lender: Lender,
  id: ApplicationId,
  { why, prequalification = false, today = false }: Requested,
) {
  const approval = prequalification ? undefined : await readDecision(db, vault, id, 'approval');
  const stored = approval ?? (await readDecision(db, vault, id, 'prequalification'));
  if (stored === undefined) throw new SetupError(`No decision is stored for application ${id}.`);
  const kind = approval === undefined ? 'prequalification' : 'approval';
  const { inputs, decision, decidedAt, release } = stored;
  const on = lenderDay(lender, decidedAt);
  const policies = storedPolicies(db, lender);
  const policy = await policies.asOf(decision).catch(refuseUnreadable);
  const decideBy = (by: CreditPolicy, day = on) =>
    kind === 'approval'
      ? (changed: typeof inputs): Decision => by.decideApproval(changed as ApprovalInputs, day)
      : (changed: typeof inputs): Decision => by.decidePrequalification(changed, day);
  const againOn = today ? lenderDay(lender, clock.now()) : on;
  const againBy: AppliedPolicy = today ? policies.current(againOn) : policy;
  const again = decideBy(againBy, againOn)(inputs);
  const agrees = outcomeOf(again) === outcomeOf(decision);
  const lends = (changed: typeof inputs) => {
    try {
      return 'programs' in decideBy(policy)(changed);
    } catch (error) {
      if (error instanceof PolicyGapError) return false;
      throw error;
    }
  };
  const { state, militaryCovered } = inputs;
  const context = { lender: policy.lender, state, militaryCovered, date: on };
  const requested = requestedOf(kind, await readApplication(db, id));
  const holds = await holdsOf(db, id);
  const notices = await noticesOf(db, id);
  const events = await auditEventsOf(db, id);
  const { policyVersion } = again;
  await transact(db, (tx) =>
    audit(tx, clock, { applicationId: id }, { type: 'decision-explained', kind, policyVersion, agrees, why }),
  );
  return decisionExplanation(policy.lender, clock.now(), {
    reference: id,
    kind,
    decision,
    inputs,
    decidedAt,
    release,
    date: on,
    again: { policy: `policy ${policyVersion} as of ${againOn}`, outcome: again.kind, agrees },
    counterfactuals:
      'programs' in decision ? [] : counterfactualsOf(inputs, lends, policy.lender.policy.attributes),
    request: requestLines(answerTo(requested, 'programs' in decision ? decision.programs : [], context)),
    actions: [
      ...holds.map(
        (hold) =>
          `${timeOf(hold.openedAt)}: held (${hold.kind}, ${hold.reason}), ${hold.resolution ?? 'waiting'}`,
      ),
      ...events.flatMap(({ at, type, operator }) =>
        operator === null ? [] : [`${timeOf(at)}: ${type} by ${operator}`],
      ),
    ],
    notices: notices.map(({ kind: what, state, requiredAt, sentAt }) =>
      [
        `${what}: ${state}`,
        `required ${dayOf(requiredAt)}`,
        ...(sentAt === null ? [] : [`sent ${dayOf(sentAt)}`]),
      ].join(', '),
    ),
  });
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
