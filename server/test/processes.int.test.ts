// The app as processes: started with invalid settings, killed in the middle of work, and restarted.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadLender } from '#lender/load.ts';
import { freePort } from '../../scripts/free-port.js';
import { listenOn, sandboxForProcesses, startProcess } from './process.ts';
import { copyEmbeddedDatabase, createTestDatabase } from './test-databases.ts';
import { testFolder } from './test-folder.ts';
import { eventually, hasServer } from './world.ts';

const folder = testFolder(afterAll);
const sandbox = await sandboxForProcesses({ slowResponseMs: 3000 });

const start = (role: string, env: Record<string, string>) =>
  startProcess(role, { ...sandbox.env, DATA_DIR: join(folder, 'data'), ...env });

/** One or two plain sentences on one line, and a failing exit code. */
async function mustRefuse(env: Record<string, string>, sentence: RegExp, role = 'both') {
  const { ended, output } = await start(role, env);
  expect(await ended).toBe(1);
  const lines = output().trim().split('\n');
  expect(lines, output()).toHaveLength(1);
  expect(lines[0]).toMatch(sentence);
  expect(lines[0]).toMatch(/\.$/);
  expect(output()).not.toMatch(/\n\s+at |Error:/);
}

describe('a start with a mistake logs it in one line, and ends', () => {
  const dataOf = (name: string) => {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true });
    copyEmbeddedDatabase(path);
    return path;
  };

  it.each(['PORT', 'METRICS_PORT'])('if %s is in use', { tags: ['full'] }, async (name) => {
    const taken = await listenOn(0);
    const { port } = taken.address() as { port: number };
    await mustRefuse(
      { [name]: String(port), DATA_DIR: dataOf('port') },
      new RegExp(`^Port ${port} is in use\\. Stop what uses it, or set ${name} to another one\\.$`),
    );
    taken.close();
  });

  it('if a file of the lender has a mistake, naming file and field', { tags: ['full'] }, async () => {
    const lender = join(folder, 'lender');
    cpSync(loadLender().directory, lender, { recursive: true });
    const path = join(lender, 'public/brand.json');
    const brand = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...brand, name: 7 }));
    await mustRefuse({ LENDER_DIR: lender, DATA_DIR: dataOf('lender-data') }, /brand\.json.*name/);
    writeFileSync(path, '{ "name": ');
    // Before the frontend is built from it.
    const checked = spawnSync(process.execPath, ['scripts/check-lender.ts'], {
      env: { LENDER_DIR: lender },
      encoding: 'utf8',
    });
    expect(checked.status).toBe(1);
    expect(checked.stderr).toMatch(/^lender\/public\/brand\.json: this is not JSON: .*\n$/);
  });

  it('if a variable or the role is wrong', { tags: ['full'] }, async () => {
    const DATA_DIR = dataOf('variable');
    await mustRefuse({ DATABASE_URL: 'postgres://' }, /^DATABASE_URL /);
    await mustRefuse({ BUREAU_URL: 'not an address', DATA_DIR }, /^BUREAU_URL cannot be used: /);
    await mustRefuse({ DATA_DIR }, /^Start web, worker or both, not "helper"\.$/, 'helper');
  });

  it('if another process has the embedded database, until it is killed', { tags: ['full'] }, async () => {
    const env = { DATA_DIR: dataOf('shared') };
    const first = await start('both', env);
    await first.ready;
    await mustRefuse(env, /^The data folder .*shared is in use by another Branchline process \(\d+\)\. /);
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await start('both', env);
    await second.ready;
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  });
});

it('a start whose database does not respond waits, and logs it once, without its password', {
  tags: ['full'],
}, async () => {
  const port = await freePort();
  const DATABASE_URL = `postgres://someone:secret@127.0.0.1:${port}/nothing`;
  const { child, ended, output } = await start('both', { DATABASE_URL });
  await eventually(async () => output().includes('waiting for it'));
  expect(output().trim().split('\n')).toHaveLength(1);
  expect(JSON.parse(output())).toMatchObject({
    database: `postgres://someone@127.0.0.1:${port}/nothing`,
    reason: expect.stringContaining('ECONNREFUSED'),
  });
  expect(output()).not.toContain('secret');
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

it.runIf(hasServer)('five processes begin together on a new database', { tags: ['full'] }, async () => {
  const { url, drop } = await createTestDatabase('empty');
  const env = { DATABASE_URL: url, DATA_DIR: join(folder, 'together') };
  const first = await start('web', env);
  const others = await Promise.all([1, 2, 3, 4].map((i) => start(i % 2 ? 'worker' : 'both', env)));
  const all = [first, ...others];
  await Promise.all(all.map((one) => one.ready));
  for (const { child } of all) child.kill('SIGTERM');
  expect(await Promise.all(all.map((one) => one.ended))).toEqual([0, 0, 0, 0, 0]);
  await drop();
});
