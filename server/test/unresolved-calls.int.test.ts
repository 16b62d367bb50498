// Unresolved hard pulls: the application waits, and they are listed and settled by an operator.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { runCallsCommand } from '#server/cli/calls.ts';
import { lockApplication } from '#server/journey/applications.ts';
import { openDatabase, transact } from '#server/platform/db/database.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { markUnresolved } from '#server/platform/jobs/call-records.ts';
import { hardPullKey } from '#server/stages/approval/decide.ts';
import { expireOffers } from '#server/stages/retention/expire.ts';
import { decidedAs, linkedAs } from './journeys.ts';
import { finished } from './receive-funds.ts';
import { replaceCall } from './replace.ts';
import { copyEmbeddedDatabase } from './test-databases.ts';
import { lockWaitedFor } from './waits.ts';
import { applicationOf, form, hasServer, openWorld } from './world.ts';

const run = promisify(execFile);

const world = openWorld();

/** The command's output; run alongside the app if the database is a server. */
async function operator(...commands: string[][]): Promise<string[]> {
  const { DATABASE_URL, dataDirectory: DATA_DIR } = world.config;
  const lines: string[] = [];
  const command = (args: string[]) =>
    runCallsCommand({ DATABASE_URL, DATA_DIR }, args, (line) => lines.push(line));
  if (DATABASE_URL !== undefined) await Promise.all(commands.map(command));
  else {
    await world.restart(async () => {
      for (const args of commands) await command(args);
    });
  }
  return lines;
}

/** An applicant whose hard pull has no outcome. With `twice` it happened; otherwise it didn't. */
async function parkedAs(mode: 'twice' | 'refused' | 'redirected', person = 1) {
  const { browser, sent } = person === 6 ? await decidedAs(world, person) : await linkedAs(world);
  if (mode === 'redirected')
    replaceCall(globalThis, 'fetch', (real) => async (...request: Parameters<typeof fetch>) => {
      const isPull = request[0] instanceof Request && request[0].url.includes('credit-profile');
      return isPull ? Response.redirect('https://elsewhere.example/', 307) : real(...request);
    });
  else await world.fault('bureau', { mode, path: 'credit-profile', times: 1 });
  const { links } = await browser.journey();
  if (person === 6) {
    const { submitApplication } = (await browser.get(links.fastPathOffer as string)).json();
    await browser.post(submitApplication.href, { acceptHardPull: true });
    await browser.arriveAt('contact');
  } else {
    const { job } = (await browser.post(links.submitApproval as string, { acceptHardPull: true })).json();
    expect(await finished(browser, job.href)).toBe('FAILURE');
  }
  const id = applicationOf(links.user);
  expect((await browser.journey()).defaultScreen).toBe('contact');
  const line = (await operator([])).find((one) => one.includes(id)) ?? '';
  return { browser, sent, id, line, call: line.split(' ')[0] as string };
}

const hardPulls = async (ssn: unknown) =>
  (await world.console<{ kind: string }[]>(`pulls?ssn=${String(ssn)}`)).filter((one) => one.kind === 'hard')
    .length;
const settlingsOf = (id: ApplicationId) =>
  world.product.services.db
    .selectFrom('audit_event')
    .select('data')
    .where('application_id', '=', id)
    .where('type', '=', 'call-resolved')
    .execute();

describe('a hard pull with an unknown outcome', () => {
  it('is listed by application, kind, time and the bureau’s name for it, with nothing personal', async () => {
    expect(await operator([])).toEqual(['There are no unresolved calls.']);
    const { line, id, sent, call } = await parkedAs('twice');
    expect(line).toMatch(
      new RegExp(
        `^\\d+ {2}hard-pull of application ${id}, since \\d{4}-\\d\\d-\\d\\dT[\\d:]{8}Z; look up at bureau by the applicant’s name and this time$`,
      ),
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

  it('that was not made is made once, and the applicant notified by email, however often it is settled', async () => {
    const { browser, sent, id, call } = await parkedAs('refused');
    expect(await hardPulls(sent.ssn)).toBe(0);
    const command = ['settle', call, '--did-not-happen'];
    const output = await operator(command, command);
    expect(new Set(output)).toEqual(
      new Set([
        `Call ${call} isn't unresolved, so nothing changed.`,
        `Call ${call} is settled. The application continues. Its one hard pull is made now, and the applicant gets an email once it's approved.`,
      ]),
    );
    await browser.arriveAt('approval-payment');
    expect(await hardPulls(sent.ssn)).toBe(1);
    expect((await settlingsOf(id)).map((one) => one.data)).toEqual([
      { operation: 'hard-pull', settled: 'failed' },
    ]);
    const mail = await world.mailAbout(sent.email, /is approved/);
    expect(mail.text).toContain('/resume?token=');
    expect((await operator(['settle', call, '--happened']))[0]).toContain('nothing changed');
    expect((await browser.journey()).defaultScreen).toBe('approval-payment');
  });

  it.runIf(hasServer)('is settled while its job marks it unresolved', async () => {
    const { id, call } = await parkedAs('twice');
    const { db } = world.product.services;
    let settled: Promise<string[]> | undefined;
    await transact(db, async (tx) => {
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
    expect((await browser.journey()).defaultScreen).toBe('contact');
    expect(await hardPulls(sent.ssn)).toBe(1);
    const { db } = world.product.services;
    const application = () =>
      db
        .selectFrom('application')
        .select(['state', 'live_ssn'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    expect(await application()).toEqual({ state: 'LEFT_TO_BRANCH', live_ssn: null });
    expect((await settlingsOf(id)).map((one) => one.data)).toEqual([
      { operation: 'hard-pull', settled: 'lost' },
    ]);
    expect(await operator([])).toEqual(['There are no unresolved calls.']);
  });

  it('of the fast path continues there', async () => {
    const { browser, sent, call } = await parkedAs('refused', 6);
    await operator(['settle', call, '--did-not-happen']);
    await browser.arriveAt('fast-path-select-payment');
    expect(await hardPulls(sent.ssn)).toBe(1);
  });

  it('blocks a second application in the meantime', async () => {
    const { sent, call } = await parkedAs('refused');
    const again = form(1, { ssn: sent.ssn });
    const second = await world.browser().post('/api/v2/prequalifications/', again);
    expect(second.json()).toMatchObject({ duplicateLead: true });
    await operator(['settle', call, '--happened']);
  });

  it('is not made when it is settled after the offers expired', async () => {
    const { browser, sent, id, call } = await parkedAs('refused');
    await world.product.services.db
      .updateTable('application')
      .set({ offers_expire_at: new Date() })
      .where('id', '=', id)
      .execute();
    // While it waits, it doesn't expire by itself.
    expect(await expireOffers(world.product.services, 100)).toBe(0);
    await operator(['settle', call, '--did-not-happen']);
    expect((await browser.journey()).defaultScreen).toBe('expired');
    expect(await hardPulls(sent.ssn)).toBe(0);
  });
});

describe('the command', () => {
  it.each([
    [['settle']],
    [['settle', '1']],
    [['settle', '1', '--happened', '--did-not-happen']],
    [['settle', 'all', '--happened']],
    [['settle', '1', '--maybe']],
    [['list']],
    [['--happened']],
  ])('prints its usage, given %j', async (args) => {
    await expect(runCallsCommand({}, args, () => {})).rejects.toThrow(
      /^Run `ops calls` to list unresolved calls/,
    );
  });

  it('reports that there is no such call', async () => {
    await expect(operator(['settle', '999999', '--happened'])).rejects.toThrow(/^There is no call 999999\./);
  });

  it('reports in a sentence that a running product has the embedded database', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'branchline-calls-'));
    copyEmbeddedDatabase(folder);
    const product = await openDatabase({ url: undefined, poolSize: 1, dataDirectory: folder });
    const ended = await run(process.execPath, ['server/src/cli/ops.ts', 'calls'], {
      env: { DATA_DIR: folder, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    }).catch((error: { stderr: string; code: number }) => error);
    expect(ended).toMatchObject({ code: 1 });
    expect(ended.stderr).toMatch(/^The data folder .* is in use by another Branchline process .*\n$/);
    await product.close();
    rmSync(folder, { recursive: true, force: true });
  });
});
