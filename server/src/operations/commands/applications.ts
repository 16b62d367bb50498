// `ops applications`: finds applications. It prompts for who a person is, so that no shell history has it.

import {
  defineCommand,
  flag,
  type Opened,
  optional,
  otherwise,
  type Print,
  type Prompt,
} from '../../commands/command.ts';
import { dayOf, tableOf, timeOf } from '../../commands/printing.ts';
import { reference } from '../../commands/references.ts';
import { oneOf, purpose, whole } from '../../commands/words.ts';
import { reasonsIn } from '../../credit-policy/reasons.ts';
import {
  type Application,
  countByState,
  latestApplications,
  readApplication,
} from '../../journey/applications.ts';
import { stateNames } from '../../journey/chart.ts';
import { type Db, transact } from '../../platform/db/database.ts';
import { countText } from '../../platform/db/rows.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import type { Vault } from '../../platform/encryption.ts';
import { callsOf } from '../../platform/jobs/call-records.ts';
import { givenUp } from '../../platform/jobs/job-records.ts';
import { knownLookups } from '../../records/applicant-fields.ts';
import {
  applicationsOfEmail,
  applicationsOfPhone,
  applicationsOfSsn,
  findPerson,
  isSamePerson,
} from '../../records/applicants.ts';
import { audit, auditEventsOf } from '../../records/audit.ts';
import { coreEventsOf, type SavedCoreEvent } from '../../records/core-events.ts';
import { outcomesOf } from '../../records/decisions.ts';
import { findDisbursement } from '../../records/disbursements.ts';
import { holdsOf } from '../../records/holds.ts';
import { type Notice, noticesOf, readReasons } from '../../records/notices.ts';
import { lenderInForce } from '../../records/policy-versions.ts';
import { textsSentTo } from '../../records/texts.ts';
import type { With } from '../../services.ts';
import { ofacScreeningsOf } from '../../stages/screening/ofac-screenings.ts';

export const applications = defineCommand('applications', 'find applications by reference or state', {
  arguments: { reference: optional(reference('application'), 'shows its history') },
  options: {
    state: optional(oneOf('state', stateNames), 'list the newest in it; else count all states, too'),
    most: otherwise('20', whole('number', 1, 10_000), 'how many of the newest'),
    person: flag('those of a person; it prompts for who that is, and records the search'),
    for: optional(purpose, 'why you search for a person'),
  },
  check: ({ reference: one, state, person, for: why }) => {
    if (person !== (why !== undefined)) return '--person needs --for "why", and nothing else takes it.';
    return [one, state, why].filter((given) => given !== undefined).length > 1
      ? 'Give a reference, a state or --person.'
      : undefined;
  },
  needs: ['vault'],
  run: async (services, { reference: id, state, most, for: why }, print) => {
    if (why !== undefined) return searchPerson(services, why, print, services.prompt);
    if (id === undefined) return list(services.db, { state, most }, print);
    return show(services, id, print);
  },
});

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
    const counts = (await countByState(db)).map(({ name, count }) => [countText(count), name]);
    for (const line of tableOf(counts, [0])) print(`  ${line}`);
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

async function show(services: Needs & Pick<Opened, 'config'>, id: ApplicationId, print: Print) {
  const { db, clock } = services;
  // A list is also readable where a lender's file is not.
  const lender = await lenderInForce(db, clock, services.config.lenderDirectory);
  await transact(db, (tx) => audit(tx, clock, { applicationId: id }, { type: 'application-viewed' }));
  const application = await readApplication(db, id);
  print(lineOf(application));
  const { state_before_restore: before, deadline, purged_at: purged } = application;
  if (before !== null) print(`stopped by a restored backup; it was ${before}`);
  if (deadline !== null) print(`offers or approval end ${timeOf(deadline)}`);
  if (purged !== null) print(`its data was deleted ${dayOf(purged)}`);
  for (const section of await sectionsOf({ ...services, lender }, id)) {
    if (section.lines.length === 0) continue;
    print('');
    print(section.title);
    for (const line of section.lines) print(`  ${line}`);
  }
}

async function sectionsOf(services: Needs & With<'lender'>, id: ApplicationId) {
  const { db, vault, lender } = services;
  const outcomes = await outcomesOf(db, vault, id);
  const paid = await findDisbursement(db, id);
  return [
    {
      title: 'Decisions',
      lines: outcomes.flatMap((made) => {
        const line = `${timeOf(made.decidedAt)}  ${made.kind}: ${made.outcome}, by`;
        if (made.kind === 'action') return `${line} ${made.trace.basis}`;
        const { decision } = made;
        const reasons = decision.kind === 'DECLINED' ? reasonsIn(lender, decision.reasons) : [];
        return [`${line} policy ${decision.policyVersion}`, ...reasons.map((why) => `  ${why}`)];
      }),
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

function coreEventLine({ received_at: at, id, type, outcome, detail }: SavedCoreEvent): string {
  const parts = Object.entries(detail).map(([name, value]) => `${name} ${value}`);
  return `${timeOf(at)}  ${type}: ${outcome}  ${parts.join(', ')}  (${id})`;
}
