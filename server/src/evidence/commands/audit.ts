// `ops audit`: checks that no audit event was changed, erased or added outside the product.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { defineCommand, optional } from '../../commands/command.ts';
import { timeOf } from '../../commands/printing.ts';
import { path, text } from '../../commands/words.ts';
import { type ExportedEvent, missingFrom, publicKeyOf, signingKey, verifyAudit } from '../audit-chain.ts';

const shown = 100;
const batchSize = 1000;

const verify = defineCommand('verify', 'recompute every hash and signature; exit code 1 if one is wrong', {
  options: {
    key: optional(text('public key'), 'the latest checkpoint must be signed with it'),
    export: optional(path('file'), 'everything that was exported to it must still be here'),
  },
  needs: [],
  run: async ({ db, clock, config }, { key, export: exported }, print) => {
    const { AUDIT_KEY: own } = config;
    const ownKey = own && publicKeyOf(signingKey(Buffer.from(own, 'base64')));
    const { events, chains, checkpoints, latest, problems } = await verifyAudit(db, clock, key ?? ownKey);
    print(`${events} events in ${chains} chains, ${checkpoints} checkpoints.`);
    if (latest)
      print(`The latest checkpoint is of ${timeOf(latest.at)}, signed with the key ${latest.publicKey}.`);
    const found = [...problems];
    if (exported !== undefined)
      for await (const batch of exportedTo(exported)) found.push(...(await missingFrom(db, batch)));
    if (found.length > 0) process.exitCode = 1;
    return [
      ...found.slice(0, shown),
      ...(found.length > shown ? [`and ${found.length - shown} more`] : []),
      found.length === 0 ? 'Nothing was changed.' : `${found.length} problems.`,
    ];
  },
});

export const auditing = defineCommand('audit', 'check that no audit event was changed or erased', {
  verbs: [verify],
});

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
