// `ops holds`: shows what waits for a reviewer, and takes the decision. Views and decisions are in the audit log.

import { randomUUID } from 'node:crypto';
import type { FileAccess } from '../funding/ach/ach-storage.ts';
import { readApplication } from '../journey/applications.ts';
import { noticePeriodsOf } from '../notices/notice-periods.ts';
import { repeatMilitaryCheck } from '../operations/holds/jobs.ts';
import { cannotResume, refuseHold, releaseHold, type Unresolved } from '../operations/holds/release.ts';
import { alertPhones, isReview } from '../operations/holds/review.ts';
import { type Db, transact } from '../platform/db/database.ts';
import { SetupError } from '../platform/failure.ts';
import { isUnresolved } from '../platform/jobs/call-records.ts';
import { operatorName } from '../platform/operator.ts';
import { readApplicant } from '../records/applicants.ts';
import { audit } from '../records/audit.ts';
import { findHold, type Hold, openHolds, type Resolver, readEvidence } from '../records/holds.ts';
import { lenderInForce } from '../records/policy-steps.ts';
import { missingVehicleDocuments } from '../records/vehicle-checks.ts';
import type { With } from '../services.ts';
import { hardPullKey } from '../stages/approval/decide.ts';
import { saveMilitaryCheck } from '../stages/screening/military-checks.ts';
import { type Command, dayOf, type Print, readArguments, storedPolicies, withServices } from './command.ts';
import { findReference, isReference } from './references.ts';
import { resolvedBefore, review, reviewOptions, reviewRequestOf, reviewUsage } from './reviews.ts';

const usage = [
  'Run `ops holds` to list what waits for a person, or',
  '  ops holds show <id>',
  '  ops holds release <id> --note "why" [--covered or --not-covered, --certificate <number>]',
  '  ops holds refuse <id> --note "why" [--reason code[,code], for a review or a vehicle]',
  '  ops holds ask <id>, for a military answer that is missing',
  ...reviewUsage,
].join('\n');

type Needs = FileAccess & With<'db' | 'clock' | 'vault' | 'jobs' | 'lender' | 'policies'>;

const tasks: Record<Hold['kind'], string> = {
  ofac: "Compare the person with the list entry. Release it only if it's someone else.",
  fraud:
    'Fraud monitoring found this before the payment. Make sure that the applicant asked for this loan and owns the account, by a number that you know. Release it to pay the loan, or refuse it.',
  military: 'Repeat the military check (ops holds ask), or search it yourself and release with its answer.',
  signature: 'The documents were returned signed, but the loan no longer passes a check. Nothing is funded.',
  vehicle:
    'The loan is signed and secured by a vehicle. Look at the proof of insurance and, if it is listed, the title. Release it once you have seen them. Nothing is funded before.',
  restore:
    'A backup was restored. While the reason is not-looked-up, run ops after-restore again. Settle its hard pull with ops calls if it is listed there. If isUnknownEnvelope is true, look in DocuSign for an envelope to the applicant. Release it if nothing happened since the backup, or refuse it to leave it to the branch.',
  identity:
    'Make sure who is applying: for an alert, by the call that ops holds call records. Then release it.',
  bank: "The bank's data doesn't confirm what the applicant declared. Compare it with the documents, and release what they confirm.",
  undecided:
    'A vendor gave no answer in time, or the policy approved other terms than the accepted ones. Release it to have it decided again.',
};

export const runHoldsCommand: Command = async (env, args, print) => {
  // Report a mistake in the command before anything is decrypted.
  requestOf(args);
  await withServices(env, { keys: true, jobs: true }, async (services) => {
    const lender = await lenderInForce(services.db, services.clock, services.config.lenderDirectory);
    return holdsCommand({ ...services, lender, policies: storedPolicies(services.db, lender) }, args, print);
  });
};

function requestOf(args: readonly string[]) {
  const { values, positionals } = readArguments(args, usage, {
    ...reviewOptions,
    certificate: 'string',
    covered: 'boolean',
    'not-covered': 'boolean',
  });
  const { note = '', certificate, covered, 'not-covered': notCovered } = values;
  const [verb, id, ...rest] = positionals;
  if (verb === undefined) return { verb: 'list' } as const;
  if (!isReference(id) || rest.length > 0) throw new SetupError(usage);
  if (verb === 'show') return { verb, id } as const;
  const request = reviewRequestOf(verb, id, values, usage);
  if (request !== undefined) return request;
  const isDecision = verb === 'release' && note.trim() !== '';
  if (!isDecision || (covered === true && notCovered === true)) throw new SetupError(usage);
  const military = covered === true ? 'covered' : notCovered === true ? 'not-covered' : undefined;
  return { verb, id, note, military, certificate } as const;
}

type Decided = Exclude<ReturnType<typeof requestOf>, { verb: 'list' | 'show' }>;

async function list(db: Db, print: Print): Promise<void> {
  const holds = await openHolds(db);
  if (holds.length === 0) return print('Nothing is waiting for a person.');
  const terms = await noticePeriodsOf(
    db,
    holds.map(({ applicationId }) => applicationId),
  );
  const pending = terms.filter(({ kind, state }) => kind === 'pending' && state !== 'void');
  const dueOf = new Map(pending.map(({ applicationId, dueAt }) => [applicationId, dueAt]));
  for (const { id, applicationId, kind, stage, reason, openedAt } of holds) {
    const dueAt = dueOf.get(applicationId);
    const by = dueAt === undefined ? '' : `, decide by ${dayOf(dueAt)}`;
    print(
      `${id}  ${kind} (${reason}) at ${stage}, application ${applicationId}, since ${dayOf(openedAt)}${by}`,
    );
  }
  print(`${holds.length} waiting. See one with: npm run -s ops -- holds show <id>`);
}

export async function holdsCommand(services: Needs, args: readonly string[], print: Print): Promise<void> {
  const { db, clock } = services;
  const request = requestOf(args);
  if (request.verb === 'list') return list(db, print);
  const hold = await findHold(db, await findReference(db, 'hold', request.id));
  if (hold === undefined) throw new SetupError(`There is no hold ${request.id}. Run ops holds to list them.`);
  if (request.verb === 'show') {
    const { applicationId, kind } = hold;
    await transact(db, (tx) => audit(tx, clock, { applicationId }, { type: 'hold-viewed', kind }));
    return show(services, hold, print);
  }
  print(await decide(services, hold, request));
}

/** Takes the decision, and returns a sentence about its effect. */
async function decide(services: Needs, hold: Hold, request: Decided): Promise<string> {
  const by = operatorName() ?? 'an operator';
  if (request.verb === 'call' || request.verb === 'offer' || isReview(hold))
    return review(services, hold, request, by);
  switch (request.verb) {
    case 'ask':
      return askAgain(services, hold);
    case 'refuse':
      return refuse(services, hold, request.reasons, { by, note: request.note });
    case 'release':
      return release(services, hold, request, by);
  }
}

async function askAgain({ db, clock, jobs }: Needs, hold: Hold): Promise<string> {
  const { id, applicationId, kind } = hold;
  if (kind !== 'military' || hold.resolution !== null)
    throw new SetupError(`Hold ${id} isn't waiting for the military database.`);
  await transact(db, async (tx) => {
    await jobs.enqueue(tx, repeatMilitaryCheck, applicationId, {});
    await audit(tx, clock, { applicationId }, { type: 'hold-check-requested', kind });
  });
  return 'The military check runs again. The application continues when the database responds.';
}

async function refuse(
  services: Needs,
  hold: Hold,
  reasons: readonly string[],
  resolver: Resolver,
): Promise<string> {
  const points = hold.kind === 'vehicle' ? refusedPoints(hold, reasons) : undefined;
  const done = await transact(services.db, (tx) => refuseHold(tx, services, hold, resolver, points));
  switch (done) {
    case 'ended':
      return 'Refused: the application has ended.';
    case 'paid':
      return 'Refused, but the bank has the money already, so the loan stays. Settle it with the bank and in the core system.';
    default:
      return whyUnchanged(hold, done);
  }
}

async function release(
  services: Needs,
  hold: Hold,
  { military, certificate, note }: Extract<Decided, { verb: 'release' }>,
  by: string,
): Promise<string> {
  const { db, clock } = services;
  const { applicationId, kind } = hold;
  if (kind === 'military' && military === undefined)
    throw new SetupError('Give the result of the military database: --covered or --not-covered.');
  if (kind === 'restore' && (await isUnresolved(db, hardPullKey(applicationId))))
    throw new SetupError(
      `We don't know yet whether the hard pull of application ${applicationId} was made. Check with the bureau, and run ops calls first.`,
    );
  const papers = kind === 'vehicle' ? await missingVehicleDocuments(db, applicationId) : [];
  if (papers.length > 0)
    throw new SetupError(`The applicant hasn't sent ${papers.join(' and ')} yet. Nothing changed.`);
  const done = await transact(db, async (tx) => {
    if (kind !== 'restore' && (await cannotResume(tx, hold))) return 'cannot-resume';
    const released = await releaseHold(tx, services, hold, 'released', { by, note });
    const isReleased = released === 'continues' || released === 'waits';
    if (kind === 'military' && military !== undefined && isReleased) {
      await saveMilitaryCheck(tx, services, applicationId, {
        key: `operator:${hold.id}:${randomUUID()}`,
        source: 'operator',
        answer: {
          answer: military,
          message: null,
          searchedOn: dayOf(clock.now()),
          certificate: certificate ?? null,
        },
      });
    }
    return released;
  });
  switch (done) {
    case 'cannot-resume': {
      const { state, state_since: since } = await readApplication(db, applicationId);
      return `Application ${applicationId} has ended (${state} since ${dayOf(since)}) and can't be released, so nothing changed. The person may apply again.`;
    }
    case 'continues':
      return 'Released: the application continues.';
    case 'waits':
      return 'Released. The application still waits for another hold: ops holds.';
    case 'ended':
      return 'Recorded. The application has ended; the person can apply again.';
    default:
      return whyUnchanged(hold, done);
  }
}

/** The notice names them, so what had to be seen and was seen must not be among them. */
function refusedPoints({ points }: Hold, reasons: readonly string[]): readonly string[] {
  if (reasons.length === 0 && points.length === 1) return points;
  if (reasons.length === 0 || !reasons.every((reason) => points.includes(reason)))
    throw new SetupError(
      `Give your reasons after --reason, of: ${points.join(', ')}. The notice names them.`,
    );
  return reasons;
}

function whyUnchanged(hold: Hold, why: Unresolved): string {
  const { applicationId } = hold;
  switch (why) {
    case 'resolved-before':
      return resolvedBefore(hold);
    case 'restored':
      return `A restored backup stopped application ${applicationId}. Settle its hold of the kind restore first; nothing changed.`;
    case 'not-looked-up':
      throw new SetupError(
        `A vendor did not answer about application ${applicationId}, so what happened since the backup isn't known. Run ops after-restore again first.`,
      );
    case 'canceled':
      throw new SetupError(
        `The loan of application ${applicationId} was canceled after the backup, so it must not be paid. Refuse the hold.`,
      );
  }
}

async function show({ db, vault }: Needs, hold: Hold, print: Print): Promise<void> {
  const { applicationId, kind, stage, reason, openedAt, resolution } = hold;
  const [applicant, evidence] = await Promise.all([
    readApplicant(db, vault, applicationId),
    readEvidence(db, vault, hold.id),
  ]);
  print(`${kind} (${reason}) at ${stage}, since ${openedAt.toISOString()}, ${resolution ?? 'waiting'}`);
  print(`Application ${applicationId}`);
  const { firstName, lastName, dob, streetAddress, city, state, zipCode } = applicant;
  print(`Applicant: ${firstName} ${lastName}, born ${dob}, ${streetAddress}, ${city}, ${state} ${zipCode}`);
  // The number in an alert is the one to call, not the one in the application (15 U.S.C. 1681c-1(h)(1)(B), (2)(B)).
  const phones = alertPhones(evidence);
  for (const phone of phones) print(`Call the number in the alert: ${phone}`);
  if (reason === 'alert' && phones.length === 0) print('The alert names no phone number.');
  print(`Found: ${JSON.stringify(evidence, null, 2)}`);
  print(tasks[kind]);
}
