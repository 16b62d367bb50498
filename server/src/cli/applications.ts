// `ops applications`: finds applications. It prompts for who a person is, so that no shell history has it.

import { reasonsIn } from '../credit-policy/reasons.ts';
import {
  type Application,
  countByState,
  latestApplications,
  readApplication,
} from '../journey/applications.ts';
import { stateNames } from '../journey/chart.ts';
import { type Db, transact } from '../platform/db/database.ts';
import { countText } from '../platform/db/rows.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';
import { SetupError } from '../platform/failure.ts';
import { callsOf } from '../platform/jobs/call-records.ts';
import { givenUp } from '../platform/jobs/job-records.ts';
import { knownLookups } from '../records/applicant-fields.ts';
import {
  applicationsOfEmail,
  applicationsOfPhone,
  applicationsOfSsn,
  findPerson,
} from '../records/applicants.ts';
import { audit, auditEventsOf } from '../records/audit.ts';
import { coreEventsOf } from '../records/core-events.ts';
import { decisionsOf } from '../records/decisions.ts';
import { findDisbursement } from '../records/disbursements.ts';
import { holdsOf } from '../records/holds.ts';
import { type Notice, noticesOf, readReasons } from '../records/notices.ts';
import { isSamePerson } from '../records/person.ts';
import { lenderInForce } from '../records/policy-steps.ts';
import { textsSentTo } from '../records/texts.ts';
import type { With } from '../services.ts';
import { ofacScreeningsOf } from '../stages/screening/ofac-screenings.ts';
import {
  type Command,
  dayOf,
  isPurpose,
  type Print,
  readArguments,
  timeOf,
  withServices,
} from './command.ts';
import { coreEventLine } from './core-events.ts';
import { type Prompt, terminalPrompt } from './person.ts';
import { findReference, isReference } from './references.ts';

const usage = [
  'Run one of',
  '  ops applications                              how many there are in each state, and the newest',
  '  ops applications <reference>                  the history of one; its first 8 characters will do',
  '  ops applications --state <STATE> [--most 50]  the newest in a state',
  '  ops applications --person --for "case 4711"   those of a person; it prompts for who that is, and records the search',
].join('\n');

export const runApplicationsCommand: Command = async (env, args, print) => {
  const { values, positionals } = readArguments(args, usage, {
    state: 'string',
    most: 'string',
    person: 'boolean',
    for: 'string',
  });
  const [reference, ...rest] = positionals;
  const most = Number(values.most ?? '20');
  const state = stateNames.find((name) => name === values.state);
  const isWhole = Number.isInteger(most) && most >= 1 && most <= 10_000 && rest.length === 0;
  const { person = false, for: why } = values;
  const criteria = [reference, values.state ?? values.most, person ? why : undefined];
  if (!isWhole || criteria.filter((text) => text !== undefined).length > 1 || person !== (why !== undefined))
    throw new SetupError(usage);
  if (why !== undefined && !isPurpose(why)) throw new SetupError(usage);
  if (values.state !== undefined && state === undefined)
    throw new SetupError(`${values.state} is not a state. The states are ${stateNames.join(', ')}.`);
  if (reference !== undefined && !isReference(reference)) throw new SetupError(usage);
  if (why !== undefined) {
    const terminal = terminalPrompt();
    return withServices(env, { keys: true }, (services) =>
      searchPerson(services, why, print, terminal.prompt),
    ).finally(terminal.close);
  }
  await withServices(env, { keys: true }, async (services) => {
    if (reference === undefined) return list(services.db, { state, most }, print);
    const lender = await lenderInForce(services.db, services.clock, services.config.lenderDirectory);
    const id = await findReference(services.db, 'application', reference);
    await show({ ...services, lender }, id, print);
  });
};

type Needs = With<'db' | 'clock' | 'vault'>;

/** Finds a person's applications by one identifier and the last name, and records who searched and why. */
export async function searchPerson({ db, clock, vault }: Needs, why: string, print: Print, prompt: Prompt) {
  const identifier = (await prompt('Social Security number, phone or email: ', true)).trim();
  const lastName = await prompt('Last name: ');
  const ids: ApplicationId[] = [];
  for (const id of await applicationsWith(db, vault, identifier)) {
    const person = await findPerson(db, vault, id);
    if (person !== undefined && isSamePerson(person, { ...person, lastName })) ids.push(id);
  }
  await transact(db, async (tx) => {
    const subjects = ids.length === 0 ? [{}] : ids.map((applicationId) => ({ applicationId }));
    for (const subject of subjects) await audit(tx, clock, subject, { type: 'person-searched', why });
  });
  for (const id of ids) print(lineOf(await readApplication(db, id)));
  if (ids.length === 0) print('There are no applications of this person.');
}

async function applicationsWith(db: Db, vault: Vault, identifier: string): Promise<readonly ApplicationId[]> {
  if (identifier.includes('@')) return applicationsOfEmail(db, knownLookups.email(vault, identifier));
  const digits = identifier.replace(/\D/g, '');
  if (digits.length === 9) return applicationsOfSsn(db, knownLookups.ssn(vault, digits));
  return applicationsOfPhone(db, knownLookups.phone(vault, `+1${digits.slice(-10)}`));
}

async function list(
  db: Db,
  { state, most }: { readonly state: Application['state'] | undefined; readonly most: number },
  print: Print,
): Promise<void> {
  if (state === undefined) {
    for (const { name, count } of await countByState(db)) print(`${countText(count).padStart(8)}  ${name}`);
    print('');
  }
  const found = await latestApplications(db, { state, most });
  for (const application of found) print(lineOf(application));
  if (found.length === 0) print(state === undefined ? 'There are no applications.' : `None is in ${state}.`);
}

const lineOf = ({
  id,
  state,
  state_since: since,
  created_at: created,
  source,
  partner_id: partner,
}: Application) => `${id}  ${state} since ${timeOf(since)}, begun ${dayOf(created)}, ${partner ?? source}`;

async function show(services: Needs & With<'lender'>, id: ApplicationId, print: Print) {
  const { db, clock } = services;
  await transact(db, (tx) => audit(tx, clock, { applicationId: id }, { type: 'application-viewed' }));
  const application = await readApplication(db, id);
  print(lineOf(application));
  const { state_before_restore: before, deadline, purged_at: purged } = application;
  if (before !== null) print(`stopped by a restored backup; it was ${before}`);
  if (deadline !== null) print(`offers or approval end ${timeOf(deadline)}`);
  if (purged !== null) print(`its data was deleted ${dayOf(purged)}`);
  for (const section of await sectionsOf(services, id)) {
    if (section.lines.length === 0) continue;
    print('');
    print(section.title);
    for (const line of section.lines) print(`  ${line}`);
  }
}

async function sectionsOf(services: Needs & With<'lender'>, id: ApplicationId) {
  const { db, vault, lender } = services;
  const decisions = await decisionsOf(db, vault, id);
  const paid = await findDisbursement(db, id);
  return [
    {
      title: 'Decisions',
      lines: decisions.flatMap(({ decidedAt, kind, outcome, policyVersion, decision }) => [
        `${timeOf(decidedAt)}  ${kind}: ${outcome}, by policy ${policyVersion}`,
        ...(decision.kind === 'DECLINED' ? reasonsIn(lender, decision.reasons) : []).map((why) => `  ${why}`),
      ]),
    },
    {
      title: 'OFAC list',
      lines: (await ofacScreeningsOf(db, id)).map(({ screenedAt, occasion, result, listDate }) =>
        [timeOf(screenedAt), occasion, result, ...(listDate === null ? [] : [`list of ${listDate}`])].join(
          '  ',
        ),
      ),
    },
    {
      title: 'Holds',
      lines: (await holdsOf(db, id)).map(
        ({ id: hold, kind, reason, openedAt, resolution }) =>
          `${hold}  ${kind} (${reason}) since ${timeOf(openedAt)}, ${resolution ?? 'waiting'}`,
      ),
    },
    {
      title: 'Vendor calls',
      lines: (await callsOf(db, id)).map(
        ({ id: call, intended_at: at, vendor, operation, status }) =>
          `${call}  ${timeOf(at)}  ${vendor} ${operation}: ${status}`,
      ),
    },
    {
      title: 'Failed jobs',
      lines: (await givenUp(db, id)).map(({ id, job, gaveUpAt }) => `${id}  ${job}, ${timeOf(gaveUpAt)}`),
    },
    { title: 'Notices', lines: await noticeLines(services, await noticesOf(db, id)) },
    {
      title: 'Texts',
      lines: (await textsSentTo(db, id)).map(({ about, status, errorCode, changedAt }) =>
        [timeOf(changedAt), about, status, ...(errorCode === null ? [] : [`(${errorCode})`])].join('  '),
      ),
    },
    {
      title: 'Payment',
      lines: paid
        ? [
            `in the file of ${paid.file_day}, arrives ${paid.effective_on}, our number ${paid.sequence}`,
            ...datesOf({ booked: paid.created_at, written: paid.written_at, sent: paid.sent_at }),
          ]
        : [],
    },
    { title: 'From the core system', lines: (await coreEventsOf(db, id)).map(coreEventLine) },
    {
      title: 'Audit',
      lines: (await auditEventsOf(db, id)).map(({ at, type, data, operator }) =>
        [timeOf(at), type, JSON.stringify(data), ...(operator === null ? [] : [`by ${operator}`])].join('  '),
      ),
    },
  ];
}

async function noticeLines({ db, vault }: Needs, notices: readonly Notice[]): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const notice of notices) {
    const { id, kind, basis, state, mailedOn, mailedBy, mailingId } = notice;
    lines.push(
      [
        `${kind}${basis === null ? '' : ` (${basis})`}: ${state}`,
        `due ${dayOf(notice.dueAt)}`,
        ...datesOf({
          required: notice.requiredAt,
          rendered: notice.renderedAt,
          emailed: notice.sentAt,
          viewed: notice.viewedAt,
          bounced: notice.bouncedAt,
          'letter since': notice.letterAt,
          printed: notice.printedAt,
        }),
        ...(mailedOn === null ? [] : [`mailed ${mailedOn} by ${mailedBy}`]),
        ...(mailingId === null ? [] : [`mailing ${mailingId}`]),
      ].join(', '),
      ...((await readReasons(db, vault, id)) ?? []).map((reason) => `  ${reason}`),
    );
  }
  return lines;
}

const datesOf = (dates: Readonly<Record<string, Date | null>>): readonly string[] =>
  Object.entries(dates).flatMap(([what, at]) => (at === null ? [] : [`${what} ${dayOf(at)}`]));
