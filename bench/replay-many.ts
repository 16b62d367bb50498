// Measures a replay of many stored decisions: `npm run -s policy:replay` on copies of made-up decisions in a database of their own,
// with the resident memory of its process after every so many decisions.
//
//     node --import ./server/node-24.js bench/replay-many.ts --database postgres://… --data /tmp/replay --decisions 1000000
//
// The database has no schema yet, or the copies of an earlier call with the same data folder, which has the keys.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { endChild } from '../scripts/child-process.ts';
import { type Db, openDatabase } from '../server/src/platform/db/database.ts';
import { encryptionContext } from '../server/src/platform/db/encrypted-columns.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { readVault, type Vault } from '../server/src/platform/encryption.ts';
import {
  demoLender,
  demoLenderDirectory,
  type KeptForTest,
  storeDecisions,
} from '../server/test/stored-decisions.ts';

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    data: { type: 'string' },
    decisions: { type: 'string', default: '1000000' },
    threads: { type: 'string', default: '2' },
  },
});
const { database: url, data: dataDirectory } = values;
const wanted = Number(values.decisions);
if (url === undefined || dataDirectory === undefined || !(wanted >= 1)) throw new Error('--database, --data');

const from = new Date('2026-01-01T12:00:00Z');
const [sources, atOnce] = [5000, 500];

async function fill(): Promise<void> {
  const database = await openDatabase({ url, poolSize: 2, dataDirectory: undefined });
  try {
    const { db } = database;
    await migrate(database.maintenance.db);
    const keys = { keys: undefined, lookupKey: undefined, dataDirectory: dataDirectory as string };
    const vault = readVault({ ...keys, isProduction: false });
    const stored = await sql<{ n: number }>`select count(*)::int as n from decision`.execute(db);
    if ((stored.rows[0]?.n ?? 0) > 0) return;
    const people = Math.min(sources, Math.ceil(wanted / 2));
    const kept = await storeDecisions({ db, vault, lender: demoLender() }, { people, from });
    await copy(db, vault, kept);
    await sql`vacuum analyze`.execute(db);
  } finally {
    await database.close();
  }
}

/** Stores copies as applications of their own, in the order of their decisions. */
async function copy(db: Db, vault: Vault, kept: readonly KeptForTest[]): Promise<void> {
  const byApplication = Map.groupBy(kept, ({ reference }) => reference);
  const copies = Math.ceil(wanted / kept.length) - 1;
  const applications: unknown[] = [];
  const decisions: unknown[] = [];
  const write = async () => {
    await sql`
      insert into application (id, state, state_since, source, partner_id, experience, created_at, requested_amount, text_budget)
      select id, 'declined', at, source, partner, 'default', at, requested, 'returning'
      from json_to_recordset(${JSON.stringify(applications)}::json)
        as (id uuid, at timestamptz, source text, partner text, requested integer)`.execute(db);
    await sql`
      insert into decision select * from json_to_recordset(${JSON.stringify(decisions)}::json)
        as (id uuid, application_id uuid, kind text, policy_version text, release text, outcome text, inputs text, detail text,
          decided_at timestamptz)`.execute(db);
    applications.length = 0;
    decisions.length = 0;
  };
  for (const own of byApplication.values()) {
    const texts = own.map(
      ({ inputs, decision }) => [JSON.stringify(inputs), JSON.stringify(decision)] as const,
    );
    for (let at = 1; at <= copies; at += 1) {
      const reference = randomUUID();
      const [{ source, partner, requested, decidedAt }] = own as [KeptForTest];
      applications.push({ id: reference, at: decidedAt, source, partner, requested });
      for (const [n, one] of own.entries()) {
        const id = randomUUID();
        const [inputs, detail] = texts[n] as readonly [string, string];
        decisions.push({
          id,
          application_id: reference,
          kind: one.kind,
          policy_version: one.decision.policyVersion,
          release: 'test',
          outcome: one.decision.kind,
          inputs: vault.encrypt(inputs, encryptionContext('decision', 'inputs', id)),
          detail: vault.encrypt(detail, encryptionContext('decision', 'detail', id)),
          decided_at: new Date(one.decidedAt.getTime() + at),
        });
      }
      if (decisions.length >= atOnce) await write();
    }
  }
  await write();
}

/** Resident memory of a process, in MB. */
function residentMb(pid: number): number {
  const [, kb = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kb) / 1000);
}

async function replay(): Promise<void> {
  const out = path.join(mkdtempSync(path.join(tmpdir(), 'replay-')), 'report');
  const own = path.join(import.meta.dirname, '..');
  const args = ['--policy', path.join(demoLenderDirectory, 'policy'), '--for', 'bench', '--out', out];
  const began = performance.now();
  const child = spawn(
    process.execPath,
    ['server/src/cli/policy-replay.ts', ...args, '--threads', values.threads, '--to', '2026-12-31'],
    {
      cwd: own,
      env: { ...process.env, NODE_ENV: 'development', DATABASE_URL: url, DATA_DIR: dataDirectory },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const since: number[] = [];
  const sampling = setInterval(() => child.pid && since.push(residentMb(child.pid)), 1000);
  try {
    for await (const line of createInterface(child.stdout)) {
      const seconds = Math.round((performance.now() - began) / 1000);
      console.log(
        `${seconds} s, ${since.length > 0 ? Math.max(...since.splice(0)) : '?'} MB at most: ${line}`,
      );
    }
  } finally {
    clearInterval(sampling);
    await endChild(child);
  }
}

await fill();
await replay();
