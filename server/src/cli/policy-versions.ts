// `ops policy`: the versions of the credit policy that ever decided, and the files of one of them.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readStorageConfig } from '../platform/config.ts';
import { type Db, openDatabase } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { SetupError } from '../platform/failure.ts';
import { decisionsByVersion } from '../records/decisions.ts';
import { listPolicyVersions, readPolicyVersion } from '../records/policy-versions.ts';

const usage =
  'Run `ops policy` for the versions that decided, `ops policy VERSION` to print one, or `ops policy VERSION --out FOLDER` to write its files.';

interface Asked {
  readonly version?: string | undefined;
  readonly out?: string | undefined;
}

/** The lines for the versions, or for the files of one. Throws a SetupError for a version that was not kept. */
export async function policyReport(db: Db, { version, out }: Asked): Promise<readonly string[]> {
  if (version === undefined) return listVersions(db);
  const kept = await readPolicyVersion(db, version);
  if (!kept) throw new SetupError(`No policy ${version} is kept. \`ops policy\` lists those that are.`);
  const formatted = kept.files.map(({ name, json }) => ({
    name,
    text: `${JSON.stringify(JSON.parse(json), null, 2)}\n`,
  }));
  const head = `${version}, SHA-256 ${kept.digest}, first decided ${kept.firstDecidedAt.toISOString()}`;
  if (out === undefined) return [head, ...formatted.flatMap(({ name, text }) => ['', `== ${name}`, text])];
  if (existsSync(out) && readdirSync(out).length > 0) throw new SetupError(`${out} is not empty.`);
  mkdirSync(out, { recursive: true });
  for (const { name, text } of formatted) writeFileSync(path.join(out, name), text);
  return [head, `${formatted.length} files written to ${out}.`];
}

async function listVersions(db: Db): Promise<readonly string[]> {
  const [kept, decided] = await Promise.all([listPolicyVersions(db), decisionsByVersion(db)]);
  const lost = decided.filter(({ version }) => !kept.some((one) => one.version === version));
  if (kept.length + lost.length === 0) return ['No policy has decided anything yet.'];
  const line = (version: string, since: string, count: string) =>
    `${version.padEnd(20)}${since.padEnd(28)}${count}`;
  // Decisions are purged in time, the policies they were made by are not.
  const decisionsOf = (version: string) => decided.find((one) => one.version === version)?.decisions ?? 0;
  return [
    line('Version', 'Decides since', 'Decisions kept'),
    ...kept.map(({ version, firstDecidedAt }) =>
      line(version, firstDecidedAt.toISOString(), String(decisionsOf(version))),
    ),
    ...lost.map(({ version, decisions }) => line(version, 'before versions were kept', String(decisions))),
  ];
}

export async function runPolicyCommand(
  env: NodeJS.ProcessEnv,
  args: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { out: { type: 'string' } },
    allowPositionals: true,
    strict: false,
  });
  const { out, ...others } = values;
  if (Object.keys(others).length > 0 || positionals.length > 1 || typeof out === 'boolean')
    throw new SetupError(usage);
  if (out !== undefined && positionals.length === 0) throw new SetupError(usage);
  const { DATABASE_URL: url, dataDirectory } = readStorageConfig(env);
  const database = await openDatabase({ url, poolSize: 2, dataDirectory });
  try {
    await migrate(database.db);
    const folder = out === undefined ? undefined : path.resolve(env.INIT_CWD ?? '.', out);
    for (const line of await policyReport(database.db, { version: positionals[0], out: folder })) print(line);
  } finally {
    await database.close();
  }
}
