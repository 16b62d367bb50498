// `ops explain`: explains a decision by making it again from its stored inputs and policy. It changes nothing.

import { writeFileSync } from 'node:fs';
import type { Lender } from '#lender/load.ts';
import type { CreditPolicy, Decision } from '../credit-policy/decide.ts';
import type { ApprovalInputs } from '../credit-policy/inputs.ts';
import type { AppliedPolicy } from '../credit-policy/policies.ts';
import { PolicyGapError } from '../credit-policy/policy-rows.ts';
import { renderPdf } from '../pdf/render-pdf.ts';
import { lenderDay } from '../platform/clock.ts';
import { transact } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { SetupError } from '../platform/failure.ts';
import { counterfactualsOf } from '../policy-analysis/counterfactuals.ts';
import { decisionExplanation } from '../policy-analysis/decision-explanation.ts';
import { audit, auditEventsOf } from '../records/audit.ts';
import { readDecision } from '../records/decisions.ts';
import { holdsOf } from '../records/holds.ts';
import { noticesOf } from '../records/notices.ts';
import { lenderInForce } from '../records/policy-steps.ts';
import type { With } from '../services.ts';
import {
  type Command,
  dayOf,
  isPurpose,
  newFilePath,
  readArguments,
  storedPolicies,
  timeOf,
  withServices,
} from './command.ts';
import { documentText } from './document-text.ts';
import { findReference, isReference } from './references.ts';

const usage = [
  'Run `ops explain <application> --for "case 4711"` for its last decision. Who reads it, and why, is recorded. Optional are',
  '  --prequalification  the decision on the soft pull',
  '  --today             decide again by the policy and on the day of today',
  '  --pdf FILE          write a PDF, too',
].join('\n');

interface Requested {
  readonly why: string;
  readonly prequalification?: boolean | undefined;
  readonly today?: boolean | undefined;
}

export const runExplainCommand: Command = async (env, args, print) => {
  const { values, positionals } = readArguments(args, usage, {
    for: 'string',
    prequalification: 'boolean',
    today: 'boolean',
    pdf: 'string',
  });
  const [reference, ...rest] = positionals;
  const { for: why, pdf, ...which } = values;
  if (!isReference(reference) || rest.length > 0 || !isPurpose(why)) throw new SetupError(usage);
  const path = pdf === undefined ? undefined : newFilePath(env, pdf);
  await withServices(env, { keys: true }, async (services) => {
    const lender = await lenderInForce(services.db, services.clock, services.config.lenderDirectory);
    const id = await findReference(services.db, 'application', reference);
    const document = await explain(services, lender, id, { why, ...which });
    print(documentText(document));
    if (path === undefined) return;
    const { bytes } = await renderPdf(document);
    writeFileSync(path, bytes, { mode: 0o600, flag: 'wx' });
  });
};

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
