// Replays kept decisions under a changed policy: reads them in order, decides them again in threads, and adds everything up.
import type { IsoDate } from '#finance/dates.ts';
import type { Lender } from '#lender/load.ts';
import type { StoredPolicy } from '#lender/load-policy.ts';
import { PolicyGapError } from '../../credit-policy/policy-rows.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Period } from '../../platform/db/rows.ts';
import type { Vault } from '../../platform/encryption.ts';
import { workerPool } from '../../platform/worker-pool.ts';
import { listPolicyVersions, readPolicyVersion } from '../../records/policy-versions.ts';
import { createReplayer, type ReplaySetup } from './replay-batch.ts';
import { emptySummary, mergeSummary, type ReplaySummary } from './replay-summary.ts';
import { type StoredDecision, storedDecisions } from './stored-decisions.ts';

export interface ReplayServices {
  /** May be a replica: a replay only reads. */
  readonly db: Db;
  readonly vault: Vault;
  /** Today's, whose time zone decides on which day a decision was made. */
  readonly lender: Lender;
}

interface ReplayOptions {
  /** The day whose rows of the changed policy decide. */
  readonly on?: IsoDate | undefined;
  /** Values for facts that stored inputs lack, by name. */
  readonly assumed?: Readonly<Record<string, unknown>>;
  /** Threads to decide in, each of which reads the lender from its folder. Without it, this thread decides. */
  readonly threads?: { readonly count: number; readonly lenderDirectory: string };
  /** Called after each batch with how many decisions were read so far. */
  readonly onBatch?: (read: number) => void;
}

/**
 * Decides stored decisions again under the policy of `changed`, and returns what that changes. No vendor is called, and nothing is
 * written. Every decision is replayed on its own day, or on the first day on which the change is in force, if that is later; with `on`,
 * on that day. The summary takes constant memory, and is the same for any number of threads.
 */
export async function replayDecisions(
  { db, vault, lender }: ReplayServices,
  changed: Lender,
  { from = new Date(0), until }: Pick<Period, 'until'> & Partial<Period>,
  options: ReplayOptions = {},
): Promise<ReplaySummary> {
  const { on, assumed = {}, threads, onBatch } = options;
  const { version, digest, files } = changed.policy;
  const setup: ReplaySetup = {
    changed: { version, digest, files },
    stored: await storedPolicies(db),
    on,
    assumed,
  };
  const { run, close } = deciding(lender, setup, threads);
  const summary = emptySummary();
  let read = 0;
  const pending: { readonly size: number; readonly result: Promise<ReplaySummary> }[] = [];
  const takeFirst = async () => {
    const first = pending.shift();
    if (first === undefined) return;
    mergeSummary(summary, await first.result);
    read += first.size;
    onBatch?.(read);
  };
  try {
    const reading = { db, vault, timeZone: lender.brand.hours.timeZone };
    for await (const decisions of storedDecisions(reading, { from, until })) {
      const result = run(decisions);
      // A later batch may fail while an earlier one is awaited.
      result.catch(() => {});
      pending.push({ size: decisions.length, result });
      if (pending.length > (threads?.count ?? 0)) await takeFirst();
    }
    while (pending.length > 0) await takeFirst();
    return summary;
  } finally {
    await close();
  }
}

function deciding(lender: Lender, setup: ReplaySetup, threads: ReplayOptions['threads']) {
  if (threads === undefined) return { run: createReplayer(lender, setup), close: async () => {} };
  const { count, lenderDirectory } = threads;
  return workerPool<readonly StoredDecision[], ReplaySummary>(
    new URL('./replay.worker.ts', import.meta.url),
    {
      threads: count,
      workerData: { lenderDirectory, setup },
      // Prices take 130 MB at most. With less room for what is new, V8 collects it instead of growing.
      resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 384 },
    },
  );
}

/** Every version that decided, as stored. Decisions by one whose files were changed are refused. */
async function storedPolicies(db: Db): Promise<readonly StoredPolicy[]> {
  const stored: StoredPolicy[] = [];
  for (const { version } of await listPolicyVersions(db)) {
    try {
      const kept = await readPolicyVersion(db, version);
      if (kept) stored.push({ version, digest: kept.digest, files: kept.files });
    } catch (error) {
      if (!(error instanceof PolicyGapError)) throw error;
    }
  }
  return stored;
}
