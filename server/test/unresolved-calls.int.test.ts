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
import { operate } from './operator.ts';
import { acceptHardPull } from './receive-funds.ts';
import { rowsOf, setRows } from './rows.ts';
import { pullsOf } from './vendors.ts';
import { lockWaitedFor } from './waits.ts';
import { hasServer, openWorld } from './world.ts';

const world = openWorld();

const calls = (...args: string[]) => operate(world, 'calls', ...args);

/** An applicant whose hard pull has no outcome. With `twice` it happened; otherwise it didn't. */
async function parkedAs(mode: 'twice' | 'refused') {
  const { browser, sent, id } = await linkedAs(world);
  await world.fault('bureau', { mode, path: 'credit-profile', times: 1 });
  expect(await acceptHardPull(browser)).toBe('FAILURE');
  expect(await browser.screen()).toBe('contact');
  const line = (await calls()).split('\n').find((one) => one.includes(id)) ?? '';
  return { browser, sent, id, line, call: line.split(' ')[0] as string };
}

const hardPulls = async (ssn: unknown) =>
  (await pullsOf(world, ssn)).filter((kind) => kind === 'hard').length;
const settlingsOf = async (id: ApplicationId) =>
  (await rowsOf(world, 'audit_event', id, { type: 'call-resolved' })).map(({ data }) => data);

describe('a hard pull with an unknown outcome', () => {
  it('is listed by application, kind, time and the bureau’s name for it, with nothing personal', async () => {
    expect(await calls()).toBe('There are no unresolved calls.');
    const { line, id, sent, call } = await parkedAs('twice');
    expect(line.replace(/^\d+ /, '').replace(/\d{4}-\d\d-\d\dT[\d:]{8}Z/, 'TIME')).toBe(
      ` hard-pull of application ${id}, since TIME; look up at bureau by the applicant’s name and this time`,
    );
    for (const personal of [sent.firstName, sent.lastName, sent.email, sent.phone, sent.ssn])
      expect(line).not.toContain(personal);
    const output = await calls('settle', call, '--happened');
    expect(output).toContain('The application ends, and the branch will call');
  });

  it.runIf(hasServer)('that was not made is made once, and emailed once', { tags: ['full'] }, async () => {
    const { browser, sent, id, call } = await parkedAs('refused');
    expect(await hardPulls(sent.ssn)).toBe(0);
    const settled = [1, 2].map(() => calls('settle', call, '--did-not-happen'));
    expect((await Promise.all(settled)).sort()).toEqual([
      `Call ${call} is settled. The application continues. Its one hard pull is made now, and the applicant gets an email once it's approved.`,
      `Call ${call} isn't unresolved, so nothing changed.`,
    ]);
    await browser.arriveAt('approval-payment');
    expect(await hardPulls(sent.ssn)).toBe(1);
    expect(await settlingsOf(id)).toEqual([{ operation: 'hard-pull', settled: 'failed' }]);
    expect((await world.mailAbout(sent.email, /is approved/)).text).toContain('/resume?token=');
    expect(await calls('settle', call, '--happened')).toContain('nothing changed');
    expect(await browser.screen()).toBe('approval-payment');
  });

  it.runIf(hasServer)('is settled while its job marks it unresolved', async () => {
    const { id, call } = await parkedAs('twice');
    let settled: Promise<string> | undefined;
    await transact(world.db, async (tx) => {
      await lockApplication(tx, id);
      settled = calls('settle', call, '--happened');
      await lockWaitedFor(world);
      expect(await markUnresolved(tx, hardPullKey(id))).toBe(true);
    });
    expect(await settled).toContain(`Call ${call} is settled.`);
  });

  it('that was made without a response ends the application, names the branch to call, and is not repeated', async () => {
    const { browser, sent, id, call } = await parkedAs('twice');
    await calls('settle', call, '--happened');
    expect(await browser.screen()).toBe('contact');
    expect(await hardPulls(sent.ssn)).toBe(1);
    expect(await readApplication(world.db, id)).toMatchObject({ state: 'LEFT_TO_BRANCH', live_ssn: null });
    expect(await settlingsOf(id)).toEqual([{ operation: 'hard-pull', settled: 'lost' }]);
    expect(await calls()).toBe('There are no unresolved calls.');
  });

  it('is not made when it is settled after the offers expired', async () => {
    const { browser, sent, id, call } = await parkedAs('refused');
    await setRows(world, 'application', id, { deadline: new Date() });
    // While it waits, it doesn't expire by itself.
    expect(await endWhatIsPast(world.services, 100, new IndependentTasks())).toBe(0);
    await calls('settle', call, '--did-not-happen');
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
    await expect(calls('settle', '999999', '--happened')).rejects.toThrow(/^There is no call 999999\./);
  });
});
