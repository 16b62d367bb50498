// `ops export`: files for an examiner, as CSV. They contain no name unless one is requested, and each is recorded.
import { createWriteStream } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { addDays, type IsoDate } from '#finance/dates.ts';
import type { Lender } from '#lender/load.ts';
import { instantOf } from '#lender/zoned-time.ts';
import { defineCommand, flag, optional, type Print, type Read, required } from '../../commands/command.ts';
import { onReplica } from '../../commands/replica.ts';
import { day, newFile, purpose } from '../../commands/words.ts';
import { applicationsSince, readApplications } from '../../journey/applications.ts';
import { statesAfter } from '../../journey/chart.ts';
import { type NoticeInPeriod, noticePeriodsEnding, noticePeriodsOf } from '../../notices/notice-periods.ts';
import { reasonsSent } from '../../notices/render-notice.ts';
import { lenderDay } from '../../platform/clock.ts';
import { type Db, transact } from '../../platform/db/database.ts';
import type { Page, Period } from '../../platform/db/rows.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { SetupError } from '../../platform/failure.ts';
import { readFields, readNames } from '../../records/applicants.ts';
import { audit, latestAnchor } from '../../records/audit.ts';
import { type DatedOutcome, isByPolicy, outcomesBetween } from '../../records/decisions.ts';
import { leadsOpened } from '../../records/leads.ts';
import { storedPolicies } from '../../records/policy-versions.ts';
import type { With } from '../../services.ts';
import {
  columnsOf,
  columnsTable,
  type Exported,
  type ExportName,
  exportNames,
  exportsByName,
  isLate,
  valuesOf,
} from './export-columns.ts';

const options = {
  from: required(day, 'the first day, in the lender’s time zone'),
  to: required(day, 'the last day'),
  out: optional(newFile, 'write to a new file that only you can read'),
  withIdentity: flag('add the names; needs --for'),
  for: optional(purpose, 'why, such as "exam of 2026"; it is recorded'),
};
type Requested = Omit<Read<typeof options>, 'out'> & { readonly what: ExportName };

type Needs = With<'db' | 'vault' | 'clock' | 'lender'>;
/** The export is recorded in `db`, and its rows come from `reads`. */
type Exporting = Needs & { readonly reads: Db };

const endOf = ({ brand }: Lender, to: IsoDate) => instantOf(brand.hours.timeZone, addDays(to, 1), '00:00');

const pageSize = 500;

const fileOf = (what: ExportName) =>
  defineCommand(what, exportsByName[what].rows, {
    options,
    check: ({ from, to, withIdentity, for: why }) => {
      if (to < from) return '--to is before --from.';
      return withIdentity && why === undefined ? '--with-identity needs --for "why".' : undefined;
    },
    needs: ['vault', 'lender'],
    run: async (services, { out, ...which }, print) => {
      // Without --out, the standard output is the file.
      const notice: Print = (line) => (out === undefined ? process.stderr.write(`${line}\n`) : print(line));
      const lines = await onReplica(services, notice, async ({ db: reads, asOf }) => {
        if (asOf !== undefined && asOf < endOf(services.lender, which.to))
          throw new SetupError(
            'The replica does not show the whole period yet. Export later, or without DATABASE_REPLICA_URL.',
          );
        const file =
          out === undefined ? process.stdout : createWriteStream(out, { mode: 0o600, flags: 'wx' });
        return writeExport({ ...services, reads }, { what, ...which }, file);
      });
      for (const line of lines) notice(line);
    },
  });

export const exporting = defineCommand('export', 'write decisions, notices or ended applications to CSV', {
  verbs: [
    ...exportNames.map(fileOf),
    defineCommand('columns', 'print what each column has', { run: async () => columnsTable() }),
  ],
});

/** Writes the file a page at a time, and returns how many rows it has and which notices in it are late. */
export async function writeExport(
  services: Exporting,
  requested: Requested,
  file: Writable,
  size = pageSize,
): Promise<readonly string[]> {
  const { what, from, to, withIdentity, for: why = null } = requested;
  await transact(services.db, (tx) =>
    audit(tx, services.clock, {}, { type: 'records-exported', what, from, to, withIdentity, why }),
  );
  const columns = columnsOf(what, withIdentity);
  const anchor = await latestAnchor(services.db, services.clock.now());
  const late: string[] = [];
  let count = 0;
  async function* rows() {
    for await (const found of exportedRows({ ...services, db: services.reads }, requested, size)) {
      const row = { ...found, anchor };
      count += 1;
      if (isLate(row)) late.push(`${row.application.id}  ${row.notice?.kind} is late`);
      yield valuesOf(columns, row);
    }
  }
  const csv = stringify({ header: true, columns: [...columns], escape_formulas: true });
  await pipeline(Readable.from(rows()), csv, file, { end: file !== process.stdout });
  const lateness = late.length === 0 ? 'no notice is late' : `late: ${late.length}`;
  return [`${count} ${count === 1 ? 'row' : 'rows'}, ${lateness}.`, ...late];
}

/** What a page lists: a decision or a notice of an application, or an application alone. */
interface Listed {
  readonly at: Date;
  readonly id: string;
  readonly applicationId: ApplicationId;
  readonly decision?: DatedOutcome;
  readonly notice?: NoticeInPeriod;
}

async function* exportedRows(services: Needs, { what, from, to, withIdentity }: Requested, size: number) {
  const { timeZone } = services.lender.brand.hours;
  const period = { from: instantOf(timeZone, from, '00:00'), until: endOf(services.lender, to) };
  let after: Page['after'];
  for (;;) {
    const listed = await listings[what](services, period, { after, size });
    const meant =
      what === 'incomplete' ? listed.filter(({ notice }) => notice?.kind === 'incomplete') : listed;
    if (meant.length > 0) yield* await completed(services, meant, withIdentity);
    if (listed.length < size) return;
    after = listed.at(-1);
  }
}

type Listing = (services: Needs, period: Period, page: Page) => Promise<readonly Listed[]>;

const ofTerms: Listing = async ({ db }, period, page) =>
  (await noticePeriodsEnding(db, period, page)).map((notice) => ({ ...notice, at: notice.dueAt, notice }));

const ofStates =
  (event: 'withdrawn' | 'expired'): Listing =>
  async ({ db }, period, page) =>
    (await applicationsSince(db, statesAfter(event), period, page)).map(({ id, state_since: at }) => ({
      at,
      id,
      applicationId: id,
    }));

const listings: Readonly<Record<ExportName, Listing>> = {
  decisions: async ({ db, vault }, period, page) => {
    const made = await outcomesBetween(db, vault, period, page);
    return made.map((decision) => ({ ...decision, at: decision.decidedAt, decision }));
  },
  notices: ofTerms,
  withdrawn: ofStates('withdrawn'),
  incomplete: ofTerms,
  expired: ofStates('expired'),
};

/** Adds what the applications of a page have beside it. */
async function completed(
  { db, vault, clock, lender }: Needs,
  listed: readonly Listed[],
  withIdentity: boolean,
): Promise<readonly Omit<Exported, 'anchor'>[]> {
  const ids = [...new Set(listed.map(({ applicationId }) => applicationId))];
  const applications = await readApplications(db, ids);
  const opened = await leadsOpened(db, ids);
  const states = await readFields(db, vault, ids, ['us_state']);
  const names = withIdentity ? await readNames(db, vault, ids) : undefined;
  const terms = Map.groupBy(await noticePeriodsOf(db, ids), ({ applicationId }) => applicationId);
  const today = lenderDay(lender, clock.now());
  const policies = storedPolicies(db, lender);
  const rows: Omit<Exported, 'anchor'>[] = [];
  for (const { applicationId: id, decision, notice: own } of listed) {
    const application = applications.get(id);
    if (application === undefined) continue;
    const all = terms.get(id) ?? [];
    const notice = own ?? noticeAbout(all, decision);
    rows.push({
      lender,
      // One whose version cannot be read prices nothing.
      decidedBy:
        decision && isByPolicy(decision)
          ? (await policies.asOf(decision.decision).catch(() => undefined))?.lender
          : undefined,
      today,
      application,
      receivedAt: opened.get(id) ?? application.created_at,
      name: names?.get(id),
      usState: states.get(id)?.us_state,
      decision,
      notice,
      hasOtherNotice: notice === undefined && all.length > 0,
      sent: notice === undefined ? [] : await reasonsSent(db, vault, notice),
    });
  }
  return rows;
}

/** The notice about a decision, or the newest; without one, the 30 days that still run or that a withdrawal ended. */
function noticeAbout(terms: readonly NoticeInPeriod[], decision: DatedOutcome | undefined) {
  const notices = terms.filter(({ kind, state }) => kind !== 'pending' && state !== 'void');
  const about = decision ? notices.find(({ decisionId }) => decisionId === decision.id) : notices.at(-1);
  return about ?? terms.findLast(({ kind }) => kind === 'pending');
}
