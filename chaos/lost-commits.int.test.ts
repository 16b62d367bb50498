// What a lender risks whose database acknowledges a commit before a standby has it, and what prevents it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { buildSandbox, type Sandbox } from '#sandbox/app.ts';
import { freePort } from '../scripts/free-port.js';
import { requestOverHttp } from '../server/test/crash.ts';
import { linkedAs } from '../server/test/journeys.ts';
import { killAll, startProcess } from '../server/test/process.ts';
import { Browser, consoleOf, eventually } from '../server/test/world.ts';
import { type PatroniCluster, startPatroni } from './patroni.ts';

let cluster: PatroniCluster | undefined;
let sandbox: Sandbox | undefined;
let folder = '';
afterEach(async () => {
  killAll();
  await sandbox?.close();
  await cluster?.remove();
  rmSync(folder, { recursive: true, force: true });
});

const warning = 'the database has no synchronous standby';

// Only root may make the networks of a cluster's nodes.
it.runIf(process.getuid?.() === 0).each([
  ['without a synchronous standby, is made twice', false, 2],
  ['with one, is made once', true, 1],
])(
  'a hard pull, after the leader is lost %s',
  { tags: ['full'], timeout: 400_000 },
  async (_, isSynchronous, pulls) => {
    cluster = await startPatroni({ isSynchronous });
    sandbox = buildSandbox();
    const { url, port, smtpPort } = await sandbox.listen();
    folder = mkdtempSync(join(tmpdir(), 'branchline-lost-'));
    const appPort = await freePort();
    const metricsPort = await freePort();
    const run = await startProcess('both', {
      PORT: String(appPort),
      METRICS_PORT: String(metricsPort),
      SANDBOX_PORT: String(port),
      SANDBOX_SMTP_PORT: String(smtpPort),
      DATA_DIR: folder,
      DATABASE_URL: cluster.url,
      LOG_LEVEL: 'warn',
      DATABASE_STATEMENT_SECONDS: '5',
    });
    await run.ready;
    expect(run.output().includes(warning)).toBe(!isSynchronous);
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(metrics).toMatch(new RegExp(`^branchline_database_synchronous ${isSynchronous ? 1 : 0}$`, 'm'));

    const vendors = consoleOf(url);
    const base = `http://127.0.0.1:${appPort}`;
    const world = { ...vendors, browser: () => new Browser((request) => requestOverHttp(base, request)) };
    const { browser, sent } = await linkedAs(world);
    const { submitApproval } = (await browser.journey()).links;
    const accept = () => browser.post(submitApproval as string, { acceptHardPull: true });
    const hardPulls = async () =>
      (await vendors.console<{ kind: string }[]>(`pulls?ssn=${sent.ssn}`)).filter(
        ({ kind }) => kind === 'hard',
      ).length;

    (await cluster.whole()).freezeReplication();
    expect((await accept()).statusCode).toBe(isSynchronous ? 503 : 200);
    if (!isSynchronous) await eventually(async () => (await hardPulls()) === 1);
    expect(await hardPulls()).toBe(isSynchronous ? 0 : 1);
    await cluster.endNode('leader-lost', 0);
    // The applicant presses again, because the page is where it was before.
    const again = async () => (await accept().catch(() => undefined))?.statusCode === 200;
    await eventually(again);
    await eventually(async () => (await browser.journey()).defaultScreen === 'approval-payment');
    expect(await hardPulls()).toBe(pulls);
  },
);
