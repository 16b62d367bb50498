// `ops export`: files for an examiner. A second, smaller program recomputes what they show from the tables.
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadLender } from '#lender/load.ts';
import { runOps } from '#server/cli/ops.ts';
import { checkpointAudit } from '#server/evidence/audit-checkpoints.ts';
import { writeExport } from '#server/evidence/commands/export.ts';
import { columnsOf, type ExportName } from '#server/evidence/commands/export-columns.ts';
import { printLetters, recordMailing } from '#server/notices/commands/letters.ts';
import { enqueueDueNotices } from '#server/notices/due.ts';
import { dayIn } from '#server/platform/clock.ts';
import { rowsOf as storedRows } from '#server/platform/db/rows.ts';
import { type ApplicationId, encryptionContext } from '#server/platform/db/tables.ts';
import { actingAs } from '#server/platform/operator.ts';
import { saveCorrection } from '#server/records/applicants.ts';
import { latestAnchor } from '#server/records/audit.ts';
import { fileDrop } from '#server/vendors/letter-printer.ts';
import { decidedAs, oneClickAs } from './journeys.ts';
import { letterDesk } from './letters.ts';
import { retentionUntil } from './retention-until.ts';
import { audited, rowsOf } from './rows.ts';
import { testFolder } from './test-folder.ts';
import { jobsEnded } from './waits.ts';
import { openWorld } from './world.ts';

const noticeJobs = ['render-notice', 'draft-notice', 'email-notice'];
const lender = loadLender();
const { timeZone } = lender.brand.hours;
const folder = testFolder(afterAll);
const world = openWorld();
let today: string;
let declined: ApplicationId;

beforeAll(async () => {
  today = dayIn(timeZone, world.clock.now());
  declined = (await decidedAs(world, 10)).id;
  for (const person of [1, 11, 13]) await decidedAs(world, person);
  const { browser } = await decidedAs(world, 1);
  await browser.post(await browser.link('withdraw'));
  await jobsEnded(world, { names: noticeJobs });
  const drop = letterDesk(world, fileDrop(folder));
  await printLetters(drop);
  const denial = (await rowsOf(world, 'notice', declined)).find(({ kind }) => kind === 'denial');
  await recordMailing(drop, { batch: denial?.batch as string, on: today, mailingId: undefined });
  await saveCorrection(world.db as never, world.services.vault, declined, 'lastName', '=1+1');
  await storedRows(world.db, 'application', { id: declined }).update({ requested_auto_secured: false });
});

async function exported(what: ExportName, more: object = {}, size?: number) {
  const file = new PassThrough();
  const content = text(file);
  const requested = { what, from: today, to: today, withIdentity: false, for: undefined, ...more };
  const lines = await writeExport(
    { ...world.services, reads: world.db, lender },
    requested as Parameters<typeof writeExport>[1],
    file,
    size,
  );
  const csv = await content;
  return { lines, csv, rows: parse(csv, { columns: true }) as Record<string, string>[] };
}

it('lists the decisions of the days, with what the tables have', async () => {
  const { rows, csv, lines } = await exported('decisions');
  expect(csv.split('\n')[0]).toBe(columnsOf('decisions', false).join(','));
  expect(lines).toEqual(['5 rows, no notice is late.']);
  const stored = (await world.db.selectFrom('decision').selectAll().execute()).map((row) => {
    const { vault } = world.services;
    const read = <T>(column: 'inputs' | 'detail') =>
      vault.decryptJson<T>(row[column] as never, encryptionContext('decision', column, row.id));
    const { programs = [] } = read<{ programs?: { maxCents: number }[] }>('detail');
    const most = Math.max(0, ...programs.map(({ maxCents }) => maxCents));
    return [row.outcome, read<{ score: number | null }>('inputs').score ?? 0, most];
  });
  const shown = rows.map((row) => [row.outcome, Number(row.score), Number(row.offered_amount) * 100]);
  expect(shown.sort()).toEqual(stored.sort());
  const times = rows.map(({ decided_at: at }) => at as string);
  expect(times).toEqual([...times].sort());
  for (const row of rows) expect(row.decided_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
});

it('shows a denial with its reasons, and how its notice was given', async () => {
  await checkpointAudit(world.services);
  const { rows } = await exported('decisions');
  const row = rows.find(({ application }) => application === declined);
  expect(row).toMatchObject({
    outcome: 'DECLINED',
    us_state: 'UT',
    channel: 'web_form',
    requested_vehicle: 'without',
    received_on: today,
    completed_on: today,
    notice: 'denial',
    delivery: 'letter',
    mailed_on: today,
    given_on: today,
    days_to_notice: '0',
    late: 'no',
    audit_checkpoint: await latestAnchor(world.db, world.clock.now()),
  });
  expect(row?.reasons).not.toBe('');
  expect(Object.keys(row as object)).not.toContain('name');
});

it('ties the notice of a hard pull to its decision, despite the clock', { tags: ['full'] }, async () => {
  const { clock } = world;
  const now = clock.now.bind(clock);
  let steps = 0;
  clock.now = () => {
    steps += 1;
    return new Date(now().getTime() + steps * 100);
  };
  const rows = [];
  for (const [person, notice] of [
    [6, 'approval'],
    [7, 'denial'],
    [28, 'counteroffer'],
  ] as const) {
    const { id } = await oneClickAs(world, person);
    await jobsEnded(world, { names: ['decide-approval', ...noticeJobs] });
    // The approval answers what was accepted, though the form named no amount.
    const requested = { requested_amount: '5000.00', requested_months: '48', requested_vehicle: 'without' };
    rows.push({ application: id, notice, ...requested });
  }
  clock.now = now;
  const decisions = (await exported('decisions')).rows;
  expect(decisions.filter(({ decision }) => decision === 'approval')).toMatchObject(rows);
  expect(decisions.map(({ notice }) => notice)).not.toContain('');
});

it('has the same rows in the same order, however large its pages', async () => {
  expect((await exported('decisions', {}, 1)).csv).toBe((await exported('decisions')).csv);
  const period = { from: '2020-01-01', to: '2099-12-31' };
  expect((await exported('notices', period, 2)).csv).toBe((await exported('notices', period)).csv);
});

it('has names only on request, safe for a spreadsheet, and records who exported what and why', async () => {
  const nameOf = async () => {
    const { rows } = await exported('decisions', { withIdentity: true, for: 'Exam of 2026' });
    return rows.find(({ application }) => application === declined)?.name;
  };
  // The first character of a cell would make it a formula; this one has a first name before.
  expect(await actingAs('pat.reyes', nameOf)).toBe('Alex =1+1');
  await saveCorrection(world.db as never, world.services.vault, declined, 'firstName', '=2');
  expect(await nameOf()).toBe("'=2 =1+1");
  const own = (await audited(world, 'records-exported')).filter(({ operator }) => operator === 'pat.reyes');
  const requested = { what: 'decisions', from: today, to: today, withIdentity: true, why: 'Exam of 2026' };
  expect(own.map(({ data }) => data)).toEqual([requested]);
});

it('lists withdrawn applications, and none of another day', async () => {
  const { rows } = await exported('withdrawn');
  const withdrawn = { status: 'WITHDRAWN', notice: 'pending', delivery: 'not required', late: 'no' };
  expect(rows).toMatchObject([withdrawn]);
  expect((await exported('withdrawn', { from: '2020-01-01', to: '2020-12-31' })).rows).toEqual([]);
});

it('names each late notice', async () => {
  const due = { from: '2020-01-01', to: '2099-12-31' };
  const before = await exported('notices', due);
  expect(before.lines).toEqual([`${before.rows.length} rows, no notice is late.`]);
  // About noon, so that an hour of daylight saving time changes no day.
  const yesterday = new Date(Date.parse(`${today}T17:00:00Z`) - 86_400_000);
  // Its 30 days ended yesterday, and its letter was mailed today.
  const change = (set: { due_at: Date } | { mailed_on: null }) =>
    storedRows(world.db, 'notice', { application_id: declined, kind: 'denial' }).update(set);
  await change({ due_at: yesterday });
  const after = await exported('notices', due);
  expect(after.lines).toEqual([`${before.rows.length} rows, late: 1.`, `${declined}  denial is late`]);
  const late = after.rows.filter((row) => row.late === 'yes');
  expect(late).toMatchObject([{ application: declined, days_to_notice: '31', given_on: today }]);
  // The second program: days between the dates that the file shows.
  for (const { given_on: given, due_on: until, late: isLate } of after.rows)
    expect(isLate).toBe(Date.parse(given || today) > Date.parse(until as string) ? 'yes' : 'no');
  // A letter whose mailing no one recorded is no proof.
  await change({ mailed_on: null });
  const unproven = (await exported('notices', due)).rows.find(({ late: isLate }) => isLate === 'yes');
  expect(unproven).toMatchObject({ delivery: 'letter printed, mailing not recorded', given_on: '' });
});

it('lists what is incomplete and what expired', async () => {
  const ahead = async (days: number) => {
    world.clock.advance(days * 86_400_000);
    today = dayIn(timeZone, world.clock.now());
  };
  await ahead(21);
  await enqueueDueNotices(world.services);
  await jobsEnded(world, { names: noticeJobs });
  const everything = { from: '2020-01-01', to: '2099-12-31' };
  const given = (await exported('incomplete', everything)).rows;
  const unprinted = { notice: 'incomplete', delivery: 'letter not printed', given_on: '', late: 'no' };
  expect(given).toMatchObject([unprinted]);
  await ahead(30);
  const expired = await retentionUntil(world, async () =>
    (await exported('expired')).rows.find(({ application }) => application === given[0]?.application),
  );
  expect(expired).toMatchObject({ status: 'OFFER_EXPIRED', notice: 'incomplete', late: 'yes' });
});

it('as a command refuses what it cannot do', async () => {
  const run = (...args: string[]) => runOps({}, ['export', ...args], () => {});
  const days = ['--from', '2026-01-01', '--to', '2026-03-31'];
  for (const args of [
    [],
    ['everything', ...days],
    ['decisions', '--from', '2026-01-01'],
    ['decisions', '--from', '2026-04-01', '--to', '2026-03-31'],
    ['decisions', ...days, '--with-identity'],
  ])
    await expect(run(...args)).rejects.toThrow('Usage: ops export ');
  const existing = run('decisions', ...days, '--out', 'README.md');
  await expect(existing).rejects.toThrow('README.md exists already. Name a new file.');
});
