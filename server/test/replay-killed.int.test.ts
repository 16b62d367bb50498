// The process of a replay, killed in the middle: started again, it continues, and reports what an uninterrupted one does.
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { LENDER_DIRECTORY, loadLender } from '#lender/load.ts';
import { openDatabase } from '#server/platform/db/database.ts';
import { readVault } from '#server/platform/encryption.ts';
import { storeDecisions } from './stored-decisions.ts';
import { createTestDatabase } from './test-databases.ts';
import { eventually, hasServer } from './world.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'replay-killed-'));
afterAll(() => rmSync(folder, { recursive: true }));

it.runIf(hasServer)('continues after SIGKILL with the same report', { tags: ['full'] }, async () => {
  const policy = path.join(folder, 'policy');
  cpSync(path.join(LENDER_DIRECTORY, 'policy'), policy, { recursive: true });
  const rules = path.join(policy, 'eligibility.json');
  const edited = readFileSync(rules, 'utf8').replace(
    '"inquiries6Months": "> 8"',
    '"inquiries6Months": "> 5"',
  );
  writeFileSync(rules, edited);
  const { url, drop } = await createTestDatabase('migrated');
  const database = await openDatabase({ url, poolSize: 2, dataDirectory: undefined });
  const children: ChildProcess[] = [];
  try {
    const keys = { keys: undefined, lookupKey: undefined, dataDirectory: folder, isProduction: false };
    const needs = { db: database.db, vault: readVault(keys), lender: loadLender() };
    const { length } = await storeDecisions(needs, { people: 1200, from: new Date('2026-08-01T00:00:00Z') });
    expect(length).toBeGreaterThan(1500);
    const start = (out: string) => {
      const child = spawn(
        process.execPath,
        [
          'server/src/cli/policy-replay.ts',
          ...[
            '--policy',
            policy,
            '--for',
            'Proposal 12',
            '--to',
            '2026-12-31',
            '--threads',
            '2',
            '--out',
            out,
          ],
        ],
        {
          env: { ...process.env, NODE_ENV: 'development', DATABASE_URL: url, DATA_DIR: folder },
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      children.push(child);
      const ended = new Promise<unknown>((resolve) =>
        child.once('exit', (code, signal) => resolve(code ?? signal)),
      );
      return { child, printed: text(child.stdout), ended };
    };
    const [whole, killed] = [path.join(folder, 'whole'), path.join(folder, 'killed')];
    const first = start(killed);
    await eventually(async () => existsSync(path.join(killed, 'unfinished.json')) || undefined);
    first.child.kill('SIGKILL');
    expect(await first.ended).toBe('SIGKILL');
    expect(readdirSync(killed)).not.toContain('report.html');
    const second = start(killed);
    expect(await second.printed).toContain('Continues after 1,000 decisions.');
    expect(await second.ended).toBe(0);
    const uninterrupted = start(whole);
    expect(await uninterrupted.printed).toContain(`${length.toLocaleString('en-US')} decisions replayed`);
    const contentOf = (of: string) =>
      Object.fromEntries(readdirSync(of).map((name) => [name, readFileSync(path.join(of, name), 'utf8')]));
    expect(contentOf(killed)).toEqual(contentOf(whole));
    expect(contentOf(whole)['changed.csv']?.split('\n').length).toBeGreaterThan(2);
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await database.close();
    await drop();
  }
});
