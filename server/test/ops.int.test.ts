// What operators look up and change with `npm run ops`, and that every change records its operator.
import { createHash, randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { defineCommand, runCommand } from '#server/commands/command.ts';
import { sendResumeLink } from '#server/messages/application-messages.ts';
import { searchPerson } from '#server/operations/commands/applications.ts';
import { expiringCredentials, saveCredentials } from '#server/operations/credentials.ts';
import { countQueues } from '#server/operations/queues.ts';
import { clockOf, dayIn } from '#server/platform/clock.ts';
import { transact } from '#server/platform/db/database.ts';
import { insertRow, rowsOf } from '#server/platform/db/rows.ts';
import type { ApplicationId, JobId } from '#server/platform/db/tables.ts';
import { markPossiblyMade } from '#server/platform/jobs/call-records.ts';
import { actingAs, operatorName } from '#server/platform/operator.ts';
import { readApplicant } from '#server/records/applicants.ts';
import { auditEventsOf } from '#server/records/audit.ts';
import { decidedAs } from './journeys.ts';
import { bearer, leadsOf } from './leads.ts';
import { operate } from './operator.ts';
import { printedBy } from './printed-by.ts';
import { audited } from './rows.ts';
import { applicationOf, eventually, openWorld } from './world.ts';

const world = openWorld();
let id: ApplicationId;
let email: string;
beforeAll(async () => {
  const { journey, sent } = await decidedAs(world, 11);
  id = applicationOf(journey.links.user);
  email = sent.email as string;
});

/** What was recorded under a type, with its operator. */
const eventsOf = async (type: string) =>
  (await auditEventsOf(world.db, id))
    .filter((event) => event.type === type)
    .map(({ data, operator }) => ({ data, operator }));
const ops = (...args: string[]) => operate(world, ...args);

it('a command starts no scheduled job', async () => {
  await sql`update pgboss.version set cron_on = now() - interval '1 hour'`.execute(world.db);
  await ops('accounts', 'accept', id);
  const { rows } = await sql`
    select now() - cron_on > interval '59 minutes' as "isUntouched" from pgboss.version`.execute(world.db);
  expect(rows).toEqual([{ isUntouched: true }]);
});

describe('applications', () => {
  it('are found by the beginning of their reference, and shown without anything personal', async () => {
    expect(await ops('applications')).toMatch(new RegExp(`1 {2}DECLINED[^]*${id} {2}DECLINED since`));
    const shown = await ops('applications', id.slice(0, 8).toUpperCase());
    for (const part of [
      'prequalification: DECLINED, by policy',
      /DECLINED, by policy.*\n {4}Excessive obligations in relation to income\n/,
      /bureau soft-pull: completed/,
      /denial \(prequalification\): \S+, due \d{4}-\d\d-\d\d, required \d{4}-/,
      /journey-moved {2}.*"to":"DECLINED"/,
    ])
      expect(shown).toMatch(part);
    expect(shown).not.toMatch(/Rivera|example\.com|801555/);
    expect(await eventsOf('application-viewed')).toEqual([{ data: {}, operator: 'Pat Operator' }]);
    expect(await ops('applications', '--state', 'PREQUALIFIED')).toBe('None is in PREQUALIFIED.');
    for (const [args, refusal] of [
      [[email], /^error: .* is invalid[\s\S]*Usage: ops applications/],
      [['--state', 'NONE'], / is invalid. It is one of [A-Z_]+, /],
      [['--person'], /^error: --person needs --for/],
      [['00000000'], /reference begins with 00000000/],
      [['--for', 'x', id], /^error: --person needs --for/],
    ] as const)
      await expect(ops('applications', ...args)).rejects.toThrow(refusal);
  });

  it('are found by a person, and the search is recorded with who searched and why', async () => {
    const search = (...answers: string[]) => {
      const prompt = async () => answers.shift() ?? '';
      return printedBy((print) =>
        actingAs('Pat Operator', () => searchPerson(world.services, 'Call of Nov 23', print, prompt)),
      );
    };
    const applicant = await readApplicant(world.db, world.services.vault, id);
    for (const known of [applicant.ssn, applicant.email.toUpperCase(), applicant.phone.slice(2)])
      expect(await search(known, applicant.lastName.toLowerCase())).toContain(`${id}  DECLINED since`);
    for (const [known, lastName] of [
      [applicant.ssn, 'Somebody'],
      ['666-00-0000', applicant.lastName],
    ] as const)
      expect(await search(known, lastName)).toBe('There are no applications of this person.');
    const searches = (await audited(world, 'person-searched')).map(({ data, operator }) => [data, operator]);
    expect(searches).toEqual(Array(5).fill([{ why: 'Call of Nov 23' }, 'Pat Operator']));
  });
});

it('a command and a restarted product use the clock that was moved', { tags: ['full'] }, async () => {
  const moved = await world.browser().post('/dev/clock', { advanceSeconds: 40 * 86_400 });
  const { now } = moved.json() as { now: string };
  const expected = ` as of ${dayIn(world.services.lender.brand.hours.timeZone, new Date(now))}: `;
  expect(await ops('explain', id, '--for', 'x', '--today')).toContain(expected);
  const { dataDirectory, isProduction } = world.config;
  const restarted = clockOf({ dataDirectory, isProduction }).now().getTime();
  expect(Math.abs(restarted - world.clock.now().getTime())).toBeLessThan(60_000);
  world.clock.advance(-40 * 86_400_000);
  expect(clockOf({ dataDirectory, isProduction: true }).now().getTime()).toBeLessThan(Date.parse(now));
});

it('a job that gave up is listed and runs again with all its attempts', async () => {
  expect(await ops('jobs')).toBe('There are no jobs that gave up.');
  const work = await transact(world.db, async (tx) => {
    const made = await world.services.jobs.enqueue(tx, sendResumeLink, id, { mail: randomUUID() });
    await tx.updateTable('job').set({ failures: 10 }).where('id', '=', made).execute();
    return made;
  });
  await eventually(async () => (await eventsOf('job-failed'))[0]);
  const line = `^${work} {2}email-resume-link of application ${id}, gave up .*, 10 failed attempts\n1 gave up`;
  expect(await ops('jobs')).toMatch(new RegExp(line));
  const again = `email-resume-link of application ${id} runs again.`;
  expect(await ops('jobs', 'run', work)).toBe(again);
  expect(await ops('jobs', 'run', work)).toBe(`There is no failed job ${work}, so nothing changed.`);
  expect((await world.mailAbout(email, /^Your link to/)).text).toContain('/resume?token=');
  const run = { data: { job: 'email-resume-link' }, operator: 'Pat Operator' };
  expect(await eventsOf('job-run-again')).toEqual([run]);
});

describe('what waits for a person', () => {
  const overdueQueues = async () =>
    (await countQueues(world.services)).filter(({ overdue }) => overdue > 0).map(({ queue }) => queue);

  it('is listed by queue with what is overdue, which makes the exit code 1, and counted for alerts', async () => {
    const before = await overdueQueues();
    // Without the queue's own record no worker takes it.
    const retrying = randomUUID() as string as JobId;
    await insertRow(world.db, 'job', {
      ...{ id: retrying, application_id: id, name: sendResumeLink.name, awaited: false, failures: 7 },
      ...{ created_at: new Date(0), changed_at: new Date(0) },
      status: 'PENDING',
    });
    const last_error = 'VendorUnavailable: The mail server is unavailable.';
    await rowsOf(world.db, 'job', { id: retrying }).update({ last_error });
    const call = { vendor: 'bureau', operation: 'hard-pull', key: `hard-pull:${id}`, applicationId: id };
    await transact(world.db, (tx) => markPossiblyMade(tx, call, 'never-repeat', new Date('2026-01-05')));
    const exitCode = process.exitCode;
    try {
      const printed = await ops('today');
      expect(process.exitCode).toBe(1);
      for (const part of [
        'Jobs that fail and retry: 1, 1 overdue (npm run -s ops -- jobs)',
        `OVERDUE  1970-01-01  email-resume-link, 7 failed attempts, application ${id}`,
        `OVERDUE  2026-01-05  hard-pull, application ${id}`,
        /\d+ overdue\.$/,
      ])
        expect(printed).toMatch(part);
    } finally {
      process.exitCode = exitCode;
    }
    const overdue = (await overdueQueues()).filter((queue) => !before.includes(queue));
    expect(overdue).toEqual(['calls', 'retrying-jobs']);
    await world.product.operations.refresh();
    const metrics = await world.services.metrics.registry.metrics();
    expect(metrics).toContain('branchline_human_queue{queue="calls",state="overdue"} 1');
    expect(await ops('jobs')).toContain(
      `${retrying}  email-resume-link of application ${id} retries after 7 failed attempts: VendorUnavailable: The mail server is unavailable.`,
    );
    const after = world.db;
    await rowsOf(after, 'job', { id: retrying }).update({ status: 'SUCCESS' });
    await after.deleteFrom('vendor_call').where('key', '=', call.key).execute();
  });

  it('includes a password that the bureau lets expire, and not one that was changed', async () => {
    const { db, vault, config } = world.services;
    const at = (day: string) => ({ now: () => new Date(`${day}T12:00:00Z`) });
    const save = (day: string, BUREAU_PASSWORD: string) =>
      saveCredentials(db, { vault, clock: at(day) }, { ...config, BUREAU_PASSWORD });
    const expiring = async (day: string) =>
      (await expiringCredentials(db, new Date(`${day}T12:00:01Z`))).map(({ name }) => name);
    await save('2026-01-01', 'first');
    await save('2026-02-01', 'first');
    expect(await expiring('2026-03-31')).toEqual([]);
    expect(await expiring('2026-04-01')).toEqual(['BUREAU_PASSWORD']);
    await save('2026-03-20', 'second');
    expect(await expiring('2026-04-01')).toEqual([]);
  });
});

it('a partner’s key is made, counts in a running process, and stops when it is revoked, also the sandbox’s', async () => {
  const ofSandbox = 'sandbox-harborlight-key';
  const made = await ops('partner-keys', 'create', 'harborlight');
  const key = made.split('\n').at(-1) as string;
  const [, keyId] = /^Key (\S+) of harborlight/.exec(made) ?? [];
  // A right key meets an empty lead.
  const answerTo = async (token: string) =>
    (await world.browser().post(leadsOf('harborlight'), {}, bearer(token))).statusCode;
  expect([await answerTo(key), await answerTo(ofSandbox)]).toEqual([400, 400]);
  expect(await answerTo('another')).toBe(401);
  expect(await ops('partner-keys')).toContain(`${keyId}  harborlight  since`);
  const sandboxHash = createHash('sha256').update(ofSandbox).digest('hex');
  await ops('partner-keys', 'revoke', keyId as string);
  expect(await ops('partner-keys', 'revoke', sandboxHash)).toMatch(/^Revoked/);
  expect(await ops('partner-keys', 'revoke', sandboxHash)).toMatch(/already revoked/);
  expect([await answerTo(key), await answerTo(ofSandbox)]).toEqual([401, 401]);
  await expect(ops('partner-keys', 'create', 'unknown')).rejects.toThrow(/no partner unknown/);
  expect(JSON.stringify(await world.db.selectFrom('partner_key').selectAll().execute())).not.toContain(key);
  const revoked = await audited(world, 'partner-key-revoked');
  expect(revoked).toMatchObject(Array(2).fill({ operator: 'Pat Operator' }));
});

it('who runs a command is named by --as, or else by the system', async () => {
  const whoami = defineCommand('whoami', 'name', { needs: [], run: async () => operatorName() });
  const nameBy = (...args: string[]) => {
    const options = { env: { NODE_ENV: 'development' }, args };
    return printedBy((print) =>
      runCommand(whoami, { ...options, print, open: (_, use) => use({} as never) }),
    );
  };
  expect(await nameBy('--as', 'Pat Reyes')).toBe('Pat Reyes');
  expect(await nameBy('--as=Pat')).toBe('Pat');
  expect(await nameBy()).toBe(userInfo().username);
  for (const args of [['--as'], ['--as', ''], ['--as='], ['--as', '--happened'], ['--as', 'a\nb']])
    await expect(nameBy(...args)).rejects.toThrow("error: option '--as <your name>' argument");
});
