// `ops notices`: lists and decides what needs a review before the law's 30 days are over. Several operators may run it at once,
// even while the product is running on a PostgreSQL server.
import { C1_REASONS } from '#lender/schema/adverse-action.ts';
import { lockApplication, readApplication } from '../journey/applications.ts';
import { stateOf } from '../journey/chart.ts';
import { type Db, transact } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';
import { SetupError } from '../platform/failure.ts';
import { audit } from '../records/audit.ts';
import { findNotice, openNotices, overdueNotices, saveReasons, voidNotice } from '../records/notices.ts';
import type { With } from '../services.ts';
import { isReason } from '../stages/notices/adverse-action.ts';
import { give } from '../stages/notices/due.ts';
import { type Command, dayOf, readArguments, withServices } from './command.ts';
import { findReference, isReference } from './references.ts';

const usage = [
  'Run `ops notices` to list what a person must decide, and then one of',
  '  ops notices deny <application> [--reason code[,code]]   deny it; its notice is drawn and sent',
  '  ops notices ask <application>                           notify the applicant of what is missing',
  '  ops notices settled <application>                       the branch decided, and gave its own notice',
].join('\n');

const verbs = ['deny', 'ask', 'settled'] as const;
type Request =
  | 'list'
  | {
      readonly verb: (typeof verbs)[number];
      /** The reference as it was typed. */
      readonly id: string;
      readonly reasons: readonly string[];
    };

function requestOf(args: readonly string[]): Request {
  const { values, positionals } = readArguments(args, usage, { reason: 'string' });
  const { reason } = values;
  const [verb, text, ...rest] = positionals;
  if (verb === undefined && reason === undefined) return 'list';
  const known = verbs.find((one) => one === verb);
  if (known === undefined || rest.length > 0) throw new SetupError(usage);
  if (!isReference(text)) throw new SetupError(usage);
  if (reason !== undefined && known !== 'deny') throw new SetupError(usage);
  const reasons = reason === undefined ? [] : reason.split(',');
  const unknown = reasons.find((code) => !isReason(code));
  if (unknown !== undefined || reasons.length > 4)
    throw new SetupError(`Give one to four of these reasons: ${C1_REASONS.join(', ')}.`);
  return { verb: known, id: text, reasons };
}

/** One line for each application that waits for a review, the most urgent first. */
export async function noticeTasks(db: Db, now: Date): Promise<readonly string[]> {
  const [open, overdue] = await Promise.all([openNotices(db, now, 'drafted', 1000), overdueNotices(db, now)]);
  const lines: string[] = [];
  for (const { applicationId, dueAt } of open) {
    const { state, state_since: since } = await readApplication(db, applicationId);
    const { requiredNotice: required } = stateOf(state);
    if (required.notice !== 'manual-review') continue;
    const task = `${applicationId}  ${state} since ${dayOf(since)}; decide by ${dayOf(dueAt)}`;
    if (required.otherwise === undefined) {
      const why =
        state === 'RESTORED'
          ? 'a restored backup stopped it'
          : 'the applicant has signed, and nothing is funded until then';
      lines.push(`${task}, with ops holds: ${why}`);
      continue;
    }
    const otherwise = required.otherwise.notice === 'denial' ? 'a denial' : 'a notice of what is missing';
    lines.push(`${task}, or ${otherwise} is sent before`);
  }
  const late = overdue.filter(({ kind }) => kind !== 'open');
  return [
    ...(lines.length === 0 ? ['Nothing is waiting for a person.'] : lines),
    ...late.map(
      ({ applicationId, kind, state, dueAt }) =>
        `${applicationId}  OVERDUE since ${dayOf(dueAt)}: ${kind}, ${state}`,
    ),
  ];
}

/** Decides what was left to a reviewer, and returns a sentence about the effect. */
export async function decideNotice(
  services: With<'db' | 'clock' | 'jobs'> & { readonly vault: Vault },
  { verb, id, reasons }: Exclude<Request, 'list'> & { readonly id: ApplicationId },
): Promise<string> {
  const { db, clock, vault } = services;
  return transact(db, async (tx) => {
    const { state } = await lockApplication(tx, id);
    const { requiredNotice: required } = stateOf(state);
    const open = await findNotice(tx, id, 'open');
    if (required.notice !== 'manual-review' || open === undefined)
      return `Application ${id} isn't waiting for a person, so nothing changed.`;
    const { otherwise, denial: basis } = required;
    if (otherwise === undefined || basis === undefined)
      return `Application ${id} is decided with ops holds, so nothing changed.`;
    if (verb === 'settled') {
      await voidNotice(tx, open.id);
      await audit(tx, clock, { applicationId: id }, { type: 'notice-settled' });
      return `Application ${id} is settled. We won't send a notice.`;
    }
    if (verb === 'ask') {
      const missing = otherwise.notice === 'incomplete' ? otherwise.missing : 'identity-documents';
      await give(services, tx, { applicationId: id }, { notice: 'incomplete', missing }, 'operator');
      return `Application ${id}: we'll notify the applicant of what's missing.`;
    }
    if (reasons.length > 0) await saveReasons(tx, vault, open.id, reasons);
    await give(services, tx, { applicationId: id }, { notice: 'denial', basis }, 'operator');
    return `Application ${id} is denied. We're writing and sending its notice.`;
  });
}

export const runNoticesCommand: Command = async (env, args, print) => {
  const request = requestOf(args);
  if (request === 'list') {
    await withServices(env, {}, async ({ db, clock }) => {
      for (const line of await noticeTasks(db, clock.now())) print(line);
    });
    return;
  }
  await withServices(env, { keys: true, jobs: true }, async (services) => {
    const id = await findReference(services.db, 'application', request.id);
    print(await decideNotice(services, { ...request, id }));
  });
};
