// `ops audit`: checks that no audit event was changed, erased or added outside the product.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import {
  type ExportedEvent,
  missingFrom,
  publicKeyOf,
  signingKey,
  verifyAudit,
} from '../evidence/audit-chain.ts';
import { SetupError } from '../platform/failure.ts';
import { type Command, readArguments, timeOf, typedPath, withServices } from './command.ts';

const usage = [
  'Run one of',
  '  ops audit verify                 recompute every hash, digest and signature; exit code 1 if one is wrong',
  '  ops audit verify --key <key>     the same, and the latest checkpoint must be signed with this public key',
  '  ops audit verify --export <file> the same, and everything that was exported to the file must still be here',
].join('\n');
const shown = 100;
const batchSize = 1000;

export const runAuditCommand: Command = async (env, args, print) => {
  const { values, positionals } = readArguments(args, usage, { key: 'string', export: 'string' });
  if (positionals.join(' ') !== 'verify') throw new SetupError(usage);
  const problems = await withServices(env, {}, async ({ db, clock, config }) => {
    const { AUDIT_KEY: own } = config;
    const key = values.key ?? (own && publicKeyOf(signingKey(Buffer.from(own, 'base64'))));
    const verified = await verifyAudit(db, clock, key);
    const { events, chains, checkpoints, latest } = verified;
    print(`${events} events in ${chains} chains, ${checkpoints} checkpoints.`);
    if (latest)
      print(`The latest checkpoint is of ${timeOf(latest.at)}, signed with the key ${latest.publicKey}.`);
    const found = [...verified.problems];
    if (values.export !== undefined)
      for await (const batch of exportedTo(typedPath(env, values.export)))
        found.push(...(await missingFrom(db, batch)));
    return found;
  });
  for (const problem of problems.slice(0, shown)) print(problem);
  if (problems.length > shown) print(`and ${problems.length - shown} more`);
  print(problems.length === 0 ? 'Nothing was changed.' : `${problems.length} problems.`);
  if (problems.length > 0) process.exitCode = 1;
};

/** The events of an export, in batches. */
async function* exportedTo(path: string): AsyncGenerator<readonly ExportedEvent[]> {
  let batch: ExportedEvent[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    // A syslog server writes its own words before ours.
    const at = line.indexOf('{');
    const read = (at < 0 ? {} : JSON.parse(line.slice(at))) as ExportedEvent;
    if (read.hash === undefined) continue;
    batch.push(read);
    if (batch.length === batchSize) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
