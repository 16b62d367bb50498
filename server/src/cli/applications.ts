// `ops applications`: finds applications by their reference or state, and shows the history of one. Arguments and output hold no
// personal data, so that none reaches a shell history or a screen.
import {
  type Application,
  countByState,
  latestApplications,
  readApplication,
} from '../journey/applications.ts';
import { stateNames } from '../journey/chart.ts';
import { type Db, transact } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { SetupError } from '../platform/failure.ts';
import { callsOf } from '../platform/jobs/call-records.ts';
import { givenUp } from '../platform/jobs/job-records.ts';
import { audit, auditEventsOf } from '../records/audit.ts';
import { coreEventsOf } from '../records/core-events.ts';
import { decisionsOf } from '../records/decisions.ts';
import { findDisbursement } from '../records/disbursements.ts';
import { holdsOf } from '../records/holds.ts';
import { noticesOf } from '../records/notices.ts';
import { ofacScreeningsOf } from '../records/ofac-screenings.ts';
import { textsOf } from '../records/texts.ts';
import {
  type Command,
  type CommandServices,
  dayOf,
  type Print,
  readArguments,
  timeOf,
  withServices,
} from './command.ts';
import { coreEventLine } from './core-events.ts';
import { findReference, isReference } from './references.ts';

const usage = [
  'Run one of',
  '  ops applications                              how many there are in each state, and the newest',
  '  ops applications <reference>                  the history of one; its first 8 characters will do',
  '  ops applications --state <STATE> [--most 50]  the newest in a state',
].join('\n');

export const runApplicationsCommand: Command = async (env, args, print) => {
  const { values, positionals } = readArguments(args, usage, { state: 'string', most: 'string' });
  const [reference, ...rest] = positionals;
  const most = Number(values.most ?? '20');
  const state = stateNames.find((name) => name === values.state);
  const isWhole = Number.isInteger(most) && most >= 1 && most <= 10_000 && rest.length === 0;
  if (!isWhole || (reference !== undefined && (values.state ?? values.most) !== undefined))
    throw new SetupError(usage);
  if (values.state !== undefined && state === undefined)
    throw new SetupError(`${values.state} is not a state. The states are ${stateNames.join(', ')}.`);
  if (reference !== undefined && !isReference(reference)) throw new SetupError(usage);
  await withServices(env, {}, async (services) => {
    if (reference === undefined) return list(services.db, { state, most }, print);
    await show(services, await findReference(services.db, 'application', reference), print);
  });
};

async function list(
  db: Db,
  { state, most }: { readonly state: Application['state'] | undefined; readonly most: number },
  print: Print,
): Promise<void> {
  if (state === undefined) {
    for (const { name, count } of await countByState(db)) print(`${String(count).padStart(8)}  ${name}`);
    print('');
  }
  const found = await latestApplications(db, { state, most });
  for (const one of found) print(lineOf(one));
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

async function show({ db, clock }: CommandServices<Record<never, never>>, id: ApplicationId, print: Print) {
  await transact(db, (tx) => audit(tx, clock, { applicationId: id }, { type: 'application-viewed' }));
  const application = await readApplication(db, id);
  print(lineOf(application));
  const { state_before_restore: before, offers_expire_at: until, purged_at: purged } = application;
  if (before !== null) print(`stopped by a restored backup; it was ${before}`);
  if (until !== null) print(`offers or approval end ${timeOf(until)}`);
  if (purged !== null) print(`its data was deleted ${dayOf(purged)}`);
  for (const section of await sectionsOf(db, id)) {
    if (section.lines.length === 0) continue;
    print('');
    print(section.title);
    for (const line of section.lines) print(`  ${line}`);
  }
}

async function sectionsOf(db: Db, id: ApplicationId) {
  const [decisions, ofac, holds, calls, jobs, notices, texts, paid, reported, events] = [
    await decisionsOf(db, id),
    await ofacScreeningsOf(db, id),
    await holdsOf(db, id),
    await callsOf(db, id),
    await givenUp(db, id),
    await noticesOf(db, id),
    await textsOf(db, id),
    await findDisbursement(db, id),
    await coreEventsOf(db, id),
    await auditEventsOf(db, id),
  ];
  return [
    {
      title: 'Decisions',
      lines: decisions.map(
        (one) => `${timeOf(one.decidedAt)}  ${one.kind}: ${one.outcome}, by policy ${one.policyVersion}`,
      ),
    },
    {
      title: 'OFAC list',
      lines: ofac.map(({ screenedAt, occasion, result, listDate }) =>
        [timeOf(screenedAt), occasion, result, ...(listDate === null ? [] : [`list of ${listDate}`])].join(
          '  ',
        ),
      ),
    },
    {
      title: 'Holds',
      lines: holds.map(
        (one) =>
          `${one.id}  ${one.kind} (${one.reason}) since ${timeOf(one.openedAt)}, ${one.resolution ?? 'waiting'}`,
      ),
    },
    {
      title: 'Vendor calls',
      lines: calls.map(
        (one) =>
          `${one.id}  ${timeOf(one.intended_at)}  ${one.vendor} ${one.operation}: ${one.status === 'in-doubt' ? 'outcome unknown' : one.status}`,
      ),
    },
    {
      title: 'Failed jobs',
      lines: jobs.map((one) => `${one.id}  ${one.job}, ${timeOf(one.gaveUpAt)}`),
    },
    {
      title: 'Notices',
      lines: notices.map((one) => `${one.kind}: ${one.state}, due ${dayOf(one.dueAt)}`),
    },
    {
      title: 'Texts',
      lines: texts.map(({ about, status, errorCode, changedAt }) =>
        [timeOf(changedAt), about, status, ...(errorCode === null ? [] : [`(${errorCode})`])].join('  '),
      ),
    },
    {
      title: 'Payment',
      lines: paid
        ? [`in the file of ${paid.file_day}, arrives ${paid.effective_on}, our number ${paid.sequence}`]
        : [],
    },
    { title: 'From the core system', lines: reported.map(coreEventLine) },
    {
      title: 'Audit',
      lines: events.map(({ at, type, data, operator }) =>
        [timeOf(at), type, JSON.stringify(data), ...(operator === null ? [] : [`by ${operator}`])].join('  '),
      ),
    },
  ];
}
