// `ops decide-again`: repeats the decision of one application from its stored inputs and policy, to explain it or to see what
// today's policy would decide. It changes nothing.
import { isoDate } from '#finance/dates.ts';
import { formatUsd } from '#finance/money.ts';
import { type Lender, loadLender } from '#lender/load.ts';
import { dayIn } from '../platform/clock.ts';
import { transact } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { SetupError } from '../platform/failure.ts';
import type { ApprovalDecision, PrequalificationDecision } from '../policy/decide.ts';
import type { ApprovalInputs } from '../policy/inputs.ts';
import { Policies } from '../policy/policies.ts';
import { PolicyGapError } from '../policy/policy-rows.ts';
import { reasonWording } from '../policy/reasons.ts';
import { audit } from '../records/audit.ts';
import { readDecision } from '../records/decisions.ts';
import { readPolicyVersion } from '../records/policy-versions.ts';
import { type Command, type CommandServices, readArguments, timeOf, withServices } from './command.ts';
import { findReference, isReference } from './references.ts';

const usage =
  'Run `ops decide-again <application>` to make its last decision again by the policy that made it, with --prequalification for the one on the soft pull, and with --today for the policy and the day of today.';

type Decision = PrequalificationDecision | ApprovalDecision;

export const runDecideAgainCommand: Command = async (env, args, print) => {
  const { values, positionals } = readArguments(args, usage, {
    prequalification: 'boolean',
    today: 'boolean',
  });
  const [reference, ...rest] = positionals;
  if (!isReference(reference) || rest.length > 0) throw new SetupError(usage);
  await withServices(env, { keys: true }, async (services) => {
    const lender = loadLender(services.config.lenderDirectory);
    const id = await findReference(services.db, 'application', reference);
    for (const line of await decideAgain(services, lender, id, values)) print(line);
  });
};

/** The lines to print. */
export async function decideAgain(
  { db, vault, clock }: Pick<CommandServices<{ keys: true }>, 'db' | 'vault' | 'clock'>,
  lender: Lender,
  id: ApplicationId,
  {
    prequalification = false,
    today = false,
  }: { readonly prequalification?: boolean; readonly today?: boolean },
): Promise<readonly string[]> {
  const approval = prequalification ? undefined : await readDecision(db, vault, id, 'approval');
  const kept = approval ?? (await readDecision(db, vault, id, 'prequalification'));
  if (kept === undefined) throw new SetupError(`No decision is stored for application ${id}.`);
  const kind = approval === undefined ? 'prequalification' : 'approval';
  const { inputs, decision: was, decidedAt } = kept;
  const { timeZone } = lender.brand.hours;
  const on = isoDate(dayIn(timeZone, today ? clock.now() : decidedAt));
  const policies = new Policies({
    lender,
    readStored: (version) => readPolicyVersion(db, version),
    alert: () => {},
  });
  const policy = today ? policies.current(on) : await policies.asOf(was).catch(refuseUnreadable);
  const is: Decision =
    kind === 'approval'
      ? policy.decideApproval(inputs as ApprovalInputs, on)
      : policy.decidePrequalification(inputs, on);
  const agrees = outcomeOf(is) === outcomeOf(was);
  await transact(db, (tx) =>
    audit(
      tx,
      clock,
      { applicationId: id },
      { type: 'decision-replayed', kind, policyVersion: is.policyVersion, agrees },
    ),
  );
  return [
    `${kind} of application ${id}, decided ${timeOf(decidedAt)} by policy ${was.policyVersion}: ${was.kind}`,
    ...details(policy.lender, was),
    '',
    `Again, as of ${on} by policy ${is.policyVersion}: ${is.kind}`,
    ...details(policy.lender, is),
    '',
    agrees ? 'Both decisions are the same.' : 'The decisions differ.',
  ];
}

function refuseUnreadable(error: unknown): never {
  if (error instanceof PolicyGapError)
    throw new SetupError(
      `${error.message} Only --today can decide; \`ops policy\` lists the stored versions.`,
    );
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

function details(lender: Lender, decision: Decision): readonly string[] {
  return [
    ...('reasons' in decision
      ? reasonWording(lender, decision.reasons).map((words) => `  because: ${words}`)
      : []),
    ...('programs' in decision
      ? decision.programs.map(
          ({ name, minCents, maxCents }) => `  ${name}: ${formatUsd(minCents)} to ${formatUsd(maxCents)}`,
        )
      : []),
    ...decision.rows.map(({ table, row, about }) => `  ${table} ${row}: ${about}`),
  ];
}
