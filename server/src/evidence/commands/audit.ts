// `ops audit`: checks that no audit event was changed, erased or added outside the product.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { defineCommand, optional } from '../../commands/command.ts';
import { timeOf } from '../../commands/printing.ts';
import { listOf, matching, path, text } from '../../commands/words.ts';
import { type Anchor, type ExportedEvent, missingFrom, verifyAudit } from '../audit-chain.ts';

const shown = 100;
const batchSize = 1000;

const verify = defineCommand('verify', 'recompute every hash and signature; exit code 1 if one is wrong', {
  options: {
    key: optional(listOf(text('public key')), 'every checkpoint must be signed with one of them'),
    export: optional(path('file'), 'every event and checkpoint that was exported to it must still be here'),
    anchor: optional(
      listOf(matching('number:digest', /^\d+:[0-9a-f]{64}$/)),
      'these checkpoints, as an export or the core system has them, must still be here',
    ),
  },
  needs: ['blobs'],
  run: async ({ db, clock, blobs }, { key: keys = [], export: file, anchor: given = [] }, print) => {
    const anchors: Anchor[] = given.map((anchor) => {
      const [number, digest = ''] = anchor.split(':');
      return { number: Number(number), digest };
    });
    const missing = file ? await missingFrom(db, blobs, exportedTo(file, anchors)) : [];
    const verified = await verifyAudit(db, clock, { keys, anchors, blobs });
    const { events, chains, checkpoints, latest } = verified;
    const problems = [...verified.problems, ...missing];
    print(`${events} events in ${chains} chains, ${checkpoints} checkpoints.`);
    if (latest)
      print(`The latest checkpoint is of ${timeOf(latest.at)}, signed with the key ${latest.publicKey}.`);
    if (problems.length > 0) process.exitCode = 1;
    return [
      ...problems.slice(0, shown),
      ...(problems.length > shown ? [`and ${problems.length - shown} more`] : []),
      problems.length === 0 ? 'Nothing was changed.' : `${problems.length} problems.`,
    ];
  },
});

export const auditing = defineCommand('audit', 'check that no audit event was changed or erased', {
  verbs: [verify],
});

/** The events of an export, in batches; its checkpoints are added to `anchors`. */
export async function* exportedTo(path: string, anchors: Anchor[]): AsyncGenerator<readonly ExportedEvent[]> {
  let batch: ExportedEvent[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    // A syslog server writes its own words before ours.
    const at = line.indexOf('{');
    const read = (at < 0 ? {} : JSON.parse(line.slice(at))) as ExportedEvent & { checkpoint?: Anchor };
    if (read.checkpoint !== undefined) anchors.push(read.checkpoint);
    if (read.hash === undefined) continue;
    batch.push(read);
    if (batch.length === batchSize) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
