// `ops holds`: lists the applications that wait for a person, shows what was found, and releases or refuses them. Every
// look and every decision is in the audit log, with the operator's name sealed beside the evidence.
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { readApplication } from '../journey/applications.ts';
import { MovableClock } from '../platform/clock.ts';
import { readStorageConfig } from '../platform/config.ts';
import { type Db, openDatabase, transact } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { readVault } from '../platform/encryption.ts';
import { SetupError } from '../platform/failure.ts';
import { Jobs } from '../platform/jobs/jobs.ts';
import { createLog } from '../platform/log.ts';
import { readApplicant } from '../records/applicants.ts';
import { audit, auditExhaustedJob } from '../records/audit.ts';
import { findHold, type Hold, openHolds, readEvidence } from '../records/holds.ts';
import { saveMilitaryCheck } from '../records/military-checks.ts';
import { findNotice } from '../records/notices.ts';
import type { Services } from '../services.ts';
import { askMilitaryAgain } from '../stages/holds/jobs.ts';
import { hasEnded, refuseHold, releaseHold } from '../stages/holds/release.ts';

const usage = [
  'Run `ops holds` to list what waits for a person, or',
  '  ops holds show <id>',
  '  ops holds release <id> --by "your name" --note "why" [--covered or --not-covered, --certificate <number>]',
  '  ops holds refuse <id> --by "your name" --note "why"',
  '  ops holds ask <id>, for a military answer that is missing',
].join('\n');

const dayOf = (instant: Date) => instant.toISOString().slice(0, 10);

type Needs = Pick<Services, 'db' | 'clock' | 'vault' | 'jobs'>;
type Print = (line: string) => void;

/** What a hold asks of the person who looks at it. */
const asks: Record<Hold['kind'], string> = {
  ofac: 'Compare the person with the list entry. Release only if it is somebody else.',
  military: 'Ask the military database (ops holds ask), or search it yourself and release with its answer.',
  signature: 'The documents came back signed, but a check of the loan no longer holds. Nothing is funded.',
  identity:
    'The application ended because a person has to be sure who is asking. Verify that before anything goes on.',
};

export async function runHoldsCommand(
  env: NodeJS.ProcessEnv,
  args: readonly string[],
  print: Print,
): Promise<void> {
  // A mistake in the command is told before anything is opened.
  requestOf(args);
  const config = readStorageConfig(env);
  const { DATABASE_URL: url, dataDirectory, isProduction } = config;
  const database = await openDatabase({ url, poolSize: 2, dataDirectory });
  try {
    const { db } = database;
    await migrate(db);
    const vault = readVault({
      keys: config.ENCRYPTION_KEYS,
      lookupKey: config.LOOKUP_KEY,
      dataDirectory,
      isProduction,
    });
    const clock = new MovableClock();
    const jobs = new Jobs({
      database,
      clock,
      log: createLog('error'),
      auditExhausted: auditExhaustedJob(clock),
    });
    await jobs.start([]);
    try {
      await holdsCommand({ db, clock, vault, jobs }, args, print);
    } finally {
      await jobs.stop();
    }
  } finally {
    await database.close();
  }
}

type Request =
  | { readonly verb: 'list' }
  | { readonly verb: 'show' | 'ask'; readonly id: string }
  | { readonly verb: 'refuse'; readonly id: string; readonly by: string; readonly note: string }
  | {
      readonly verb: 'release';
      readonly id: string;
      readonly by: string;
      readonly note: string;
      readonly military: 'covered' | 'not-covered' | undefined;
      readonly certificate: string | undefined;
    };

function requestOf(args: readonly string[]): Request {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { by: text, note: text, certificate: text, covered: flag, 'not-covered': flag },
    allowPositionals: true,
    strict: false,
  });
  const { by, note, certificate, covered, 'not-covered': notCovered, ...others } = values;
  const [verb, id = '', ...rest] = positionals;
  if (Object.keys(others).length > 0 || rest.length > 0) throw new SetupError(usage);
  if (verb === undefined) return { verb: 'list' };
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new SetupError(usage);
  if (verb === 'show' || verb === 'ask') return { verb, id };
  const isSigned =
    typeof by === 'string' && by.trim() !== '' && typeof note === 'string' && note.trim() !== '';
  if (!isSigned || (verb !== 'release' && verb !== 'refuse') || (covered === true && notCovered === true))
    throw new SetupError(usage);
  if (verb === 'refuse') return { verb, id, by, note };
  const military = covered === true ? 'covered' : notCovered === true ? 'not-covered' : undefined;
  return {
    verb,
    id,
    by,
    note,
    military,
    certificate: typeof certificate === 'string' ? certificate : undefined,
  };
}

async function list(db: Db, print: Print): Promise<void> {
  const holds = await openHolds(db);
  if (holds.length === 0) return print('Nothing waits for a person.');
  for (const { id, applicationId, kind, stage, reason, openedAt } of holds) {
    const dueAt = (await findNotice(db, applicationId, 'open'))?.dueAt;
    const by = dueAt === undefined ? '' : `, decide by ${dayOf(dueAt)}`;
    print(
      `${id}  ${kind} (${reason}) at ${stage}, application ${applicationId}, since ${dayOf(openedAt)}${by}`,
    );
  }
  print(`${holds.length} waiting. See one with: npm run -s ops -- holds show <id>`);
}

export async function holdsCommand(services: Needs, args: readonly string[], print: Print): Promise<void> {
  const { db, clock, jobs } = services;
  const request = requestOf(args);
  if (request.verb === 'list') return list(db, print);
  const hold = await findHold(db, request.id);
  if (hold === undefined) throw new SetupError(`There is no hold ${request.id}. Run ops holds to list them.`);
  const { applicationId, kind } = hold;
  switch (request.verb) {
    case 'show':
      await transact(db, (tx) => audit(tx, clock, { applicationId }, { type: 'hold-viewed', kind }));
      return show(services, hold, print);
    case 'ask':
      if (kind !== 'military' || hold.resolution !== null)
        throw new SetupError(`Hold ${request.id} does not wait for the military database.`);
      await transact(db, (tx) => jobs.enqueue(tx, askMilitaryAgain, applicationId, {}));
      return print('The military database is asked again. The application goes on when it answers.');
    case 'refuse': {
      const done = await transact(db, (tx) => refuseHold(tx, services, hold, request));
      return print(done ? 'Refused: the application has ended.' : alreadyResolved(request.id));
    }
    case 'release': {
      const { military, certificate } = request;
      if (kind === 'military' && military === undefined)
        throw new SetupError('Say what the military database answered: --covered or --not-covered.');
      const done = await transact(db, async (tx) => {
        if (await hasEnded(tx, hold)) return 'ended';
        if (kind === 'military' && military !== undefined) {
          await saveMilitaryCheck(tx, services, applicationId, {
            key: `operator:${hold.id}:${randomUUID()}`,
            source: 'operator',
            answer: {
              answer: military,
              message: null,
              searchedOn: clock.now().toISOString().slice(0, 10),
              certificate: certificate ?? null,
            },
          });
        }
        return releaseHold(tx, services, hold, 'released', request);
      });
      if (done === 'ended') {
        const { state, state_since: since } = await readApplication(db, applicationId);
        return print(
          `Application ${applicationId} has ended (${state} since ${dayOf(since)}) and can't be released: nothing was changed. The person may apply again.`,
        );
      }
      if (!done) return print(alreadyResolved(request.id));
      return print(
        kind === 'identity'
          ? 'Noted. The application has ended; the person can apply again.'
          : 'Released: the application goes on.',
      );
    }
  }
}

const alreadyResolved = (id: string) => `Hold ${id} was resolved before: nothing was changed.`;

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
  const phones = phonesIn(evidence);
  for (const phone of phones) print(`Call the number in the alert: ${phone}`);
  if (kind === 'identity' && reason !== 'ssn-conflict' && phones.length === 0)
    print(`The alert names no phone number.`);
  print(`Found: ${JSON.stringify(evidence, null, 2)}`);
  print(asks[kind]);
}

function phonesIn(evidence: object): string[] {
  const { alerts } = evidence as { alerts?: readonly { phone: string | null }[] };
  return (alerts ?? []).flatMap(({ phone }) => (phone === null ? [] : [phone]));
}
