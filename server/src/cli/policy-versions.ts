// `ops policy`: the versions of the credit policy that ever decided, and the files of one of them.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Db } from '../platform/db/database.ts';
import { SetupError } from '../platform/failure.ts';
import { decisionsByVersion } from '../records/decisions.ts';
import { listPolicyVersions, readPolicyVersion } from '../records/policy-versions.ts';
import { type Command, readArguments, typedPath, withServices } from './command.ts';

const usage =
  'Run `ops policy` for the versions that decided, `ops policy VERSION` to print one, or `ops policy VERSION --out FOLDER` to write its files.';

interface Requested {
  readonly version?: string | undefined;
  readonly out?: string | undefined;
}

/** The lines for the versions, or for the files of one. Throws a SetupError for a version that is not stored. */
export async function policyReport(db: Db, { version, out }: Requested): Promise<readonly string[]> {
  if (version === undefined) return listVersions(db);
  const kept = await readPolicyVersion(db, version);
  if (!kept) throw new SetupError(`Policy ${version} isn't stored. \`ops policy\` lists those that are.`);
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
  if (kept.length + lost.length === 0) return ['No policy has made a decision yet.'];
  const line = (version: string, since: string, count: string) =>
    `${version.padEnd(20)}${since.padEnd(28)}${count}`;
  // Decisions are purged in time; their policies are not.
  const decisionsOf = (version: string) => decided.find((one) => one.version === version)?.decisions ?? 0;
  return [
    line('Version', 'Decides since', 'Decisions stored'),
    ...kept.map(({ version, firstDecidedAt }) =>
      line(version, firstDecidedAt.toISOString(), String(decisionsOf(version))),
    ),
    ...lost.map(({ version, decisions }) => line(version, 'before versions were stored', String(decisions))),
  ];
}

export const runPolicyCommand: Command = async (env, args, print) => {
  const { values, positionals } = readArguments(args, usage, { out: 'string' });
  const [version, ...rest] = positionals;
  if (rest.length > 0 || (values.out !== undefined && version === undefined)) throw new SetupError(usage);
  const out = values.out === undefined ? undefined : typedPath(env, values.out);
  await withServices(env, {}, async ({ db }) => {
    for (const line of await policyReport(db, { version, out })) print(line);
  });
};
