// Unresolved hard pulls: the application waits, and they are listed and settled by an operator.
import { describe, expect, it } from 'vitest';
import { runOps } from '#server/cli/ops.ts';
import { endWhatIsPast } from '#server/evidence/retention/enforce-retention.ts';
import { lockApplication, readApplication } from '#server/journey/applications.ts';
import { transact } from '#server/platform/db/database.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { IndependentTasks } from '#server/platform/independent-tasks.ts';
import { markUnresolved } from '#server/platform/jobs/call-records.ts';
import { hardPullKey } from '#server/stages/approval/decide.ts';
import { linkedAs } from './journeys.ts';
import { finished } from './receive-funds.ts';
import { replaceCall } from './replace.ts';
import { rowsOf, setRows } from './rows.ts';
import { pullsOf } from './vendors.ts';
import { lockWaitedFor } from './waits.ts';
import { hasServer, openWorld } from './world.ts';

const world = openWorld();

/** The command's output; run alongside the app if the database is a server. */
async function operator(...commands: string[][]): Promise<string[]> {
  const { DATABASE_URL, dataDirectory: DATA_DIR } = world.config;
  const lines: string[] = [];
  const command = (args: string[]) =>
    runOps({ DATABASE_URL, DATA_DIR }, ['calls', ...args], (line) => lines.push(line));
  if (DATABASE_URL !== undefined) await Promise.all(commands.map(command));
  else {
    await world.restart(async () => {
      for (const args of commands) await command(args);
    });
  }
  return lines;
}

/** An applicant whose hard pull has no outcome. With `twice` it happened; otherwise it didn't. */
async function parkedAs(mode: 'twice' | 'refused' | 'redirected') {
  const { browser, sent, id } = await linkedAs(world);
  if (mode === 'redirected')
    replaceCall(globalThis, 'fetch', (real) => async (...request: Parameters<typeof fetch>) => {
      const isPull = request[0] instanceof Request && request[0].url.includes('credit-profile');
      return isPull ? Response.redirect('https://elsewhere.example/', 307) : real(...request);
    });
  else await world.fault('bureau', { mode, path: 'credit-profile', times: 1 });
  const href = await browser.link('submitApproval');
  const { job } = (await browser.post(href, { acceptHardPull: true })).json();
  expect(await finished(browser, job.href)).toBe('FAILURE');
  expect(await browser.screen()).toBe('contact');
  const line = (await operator([])).find((one) => one.includes(id)) ?? '';
  return { browser, sent, id, line, call: line.split(' ')[0] as string };
}

const hardPulls = async (ssn: unknown) =>
  (await pullsOf(world, ssn)).filter((kind) => kind === 'hard').length;
const settlingsOf = async (id: ApplicationId) =>
  (await rowsOf(world, 'audit_event', id)).flatMap(({ type, data }) =>
    type === 'call-resolved' ? data : [],
  );

describe('a hard pull with an unknown outcome', () => {
  it('is listed by application, kind, time and the bureau’s name for it, with nothing personal', async () => {
    expect(await operator([])).toEqual(['There are no unresolved calls.']);
    const { line, id, sent, call } = await parkedAs('twice');
    expect(line.replace(/^\d+ /, '').replace(/\d{4}-\d\d-\d\dT[\d:]{8}Z/, 'TIME')).toBe(
      ` hard-pull of application ${id}, since TIME; look up at bureau by the applicant’s name and this time`,
    );
    for (const personal of [sent.firstName, sent.lastName, sent.email, sent.phone, sent.ssn])
      expect(line).not.toContain(personal);
    const output = await operator(['settle', call, '--happened']);
    expect(output).toEqual([expect.stringContaining('The application ends, and the branch will call')]);
  });

  it('is parked if the bureau redirects it to another host', async () => {
    const { line, sent, call } = await parkedAs('redirected');
    expect(line).toContain('hard-pull of application');
    expect(await hardPulls(sent.ssn)).toBe(0);
    await operator(['settle', call, '--happened']);
  });

  it('that was not made is made once, and emailed once', { tags: ['full'] }, async () => {
    const { browser, sent, id, call } = await parkedAs('refused');
    expect(await hardPulls(sent.ssn)).toBe(0);
    const command = ['settle', call, '--did-not-happen'];
    expect((await operator(command, command)).sort()).toEqual([
      `Call ${call} is settled. The application continues. Its one hard pull is made now, and the applicant gets an email once it's approved.`,
      `Call ${call} isn't unresolved, so nothing changed.`,
    ]);
    await browser.arriveAt('approval-payment');
    expect(await hardPulls(sent.ssn)).toBe(1);
    expect(await settlingsOf(id)).toEqual([{ operation: 'hard-pull', settled: 'failed' }]);
    expect((await world.mailAbout(sent.email, /is approved/)).text).toContain('/resume?token=');
    expect((await operator(['settle', call, '--happened']))[0]).toContain('nothing changed');
    expect(await browser.screen()).toBe('approval-payment');
  });

  it.runIf(hasServer)('is settled while its job marks it unresolved', async () => {
    const { id, call } = await parkedAs('twice');
    let settled: Promise<string[]> | undefined;
    await transact(world.db, async (tx) => {
      await lockApplication(tx, id);
      settled = operator(['settle', call, '--happened']);
      await lockWaitedFor(world);
      expect(await markUnresolved(tx, hardPullKey(id))).toBe(true);
    });
    expect(await settled).toEqual([expect.stringContaining(`Call ${call} is settled.`)]);
  });

  it('that was made without a response ends the application, names the branch to call, and is not repeated', async () => {
    const { browser, sent, id, call } = await parkedAs('twice');
    await operator(['settle', call, '--happened']);
    expect(await browser.screen()).toBe('contact');
    expect(await hardPulls(sent.ssn)).toBe(1);
    expect(await readApplication(world.db, id)).toMatchObject({ state: 'LEFT_TO_BRANCH', live_ssn: null });
    expect(await settlingsOf(id)).toEqual([{ operation: 'hard-pull', settled: 'lost' }]);
    expect(await operator([])).toEqual(['There are no unresolved calls.']);
  });

  it('is not made when it is settled after the offers expired', async () => {
    const { browser, sent, id, call } = await parkedAs('refused');
    await setRows(world, 'application', id, { deadline: new Date() });
    // While it waits, it doesn't expire by itself.
    expect(await endWhatIsPast(world.services, 100, new IndependentTasks())).toBe(0);
    await operator(['settle', call, '--did-not-happen']);
    expect(await browser.screen()).toBe('expired');
    expect(await hardPulls(sent.ssn)).toBe(0);
  });
});

describe('the command', () => {
  it.each([
    [['settle', '1']],
    [['settle', '1', '--happened', '--did-not-happen']],
    [['settle', 'all', '--happened']],
    [['settle', '1', '--maybe']],
    [['list']],
  ])('prints its usage, given %j', async (args) => {
    await expect(runOps({}, ['calls', ...args], () => {})).rejects.toThrow('\nUsage: ops calls ');
  });

  it('reports that there is no such call', async () => {
    await expect(operator(['settle', '999999', '--happened'])).rejects.toThrow(/^There is no call 999999\./);
  });
});
