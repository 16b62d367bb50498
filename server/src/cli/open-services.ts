// Opens for a command what it names, and closes it after. It runs beside a running product unless the database is embedded.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { loadLender } from '#lender/load.ts';
import type { Need, Open, Prompt } from '../commands/command.ts';
import { clockOf } from '../platform/clock.ts';
import { type Config, readConfig, readStorageConfig } from '../platform/config.ts';
import { openDatabase } from '../platform/db/database.ts';
import { isPreparedHere, migrate, prepareSchema } from '../platform/db/migrate.ts';
import { authenticatedOperator } from '../platform/db/roles.ts';
import { readVault } from '../platform/encryption.ts';
import { SetupError } from '../platform/failure.ts';
import { IndependentTasks } from '../platform/independent-tasks.ts';
import { Jobs } from '../platform/jobs/jobs.ts';
import { openKeys } from '../platform/key-service.ts';
import { createLog } from '../platform/log.ts';
import { identifyOperator } from '../platform/operator.ts';
import { VendorTimeouts } from '../platform/vendor-timeouts.ts';
import { auditExhaustedJob } from '../records/audit.ts';
import { checkKeys } from '../records/key-fingerprints.ts';
import { lenderInForce, storedPolicies } from '../records/policy-versions.ts';
import { Blobs } from '../vendors/blob-store/blobs.ts';
import { createBlobStore } from '../vendors/blob-store/create-blob-store.ts';
import { createVendors } from '../vendors/vendors.ts';

/** `migrates`: owns the database. */
export const openerOf =
  (env: NodeJS.ProcessEnv, migrates = false): Open =>
  async (needs, use) => {
    const config = { ...readStorageConfig(env), ...(needs.includes('config') && readConfig(env)) };
    process.env.LENDER_DIR = config.lenderDirectory;
    const { DATABASE_DIRECT_URL: directUrl, dataDirectory, isProduction, lenderDirectory } = config;
    const isNeeded = (...names: readonly Need[]) => names.some((name) => needs.includes(name));
    const vaultOfKeys = async () => readVault({ ...(await openKeys(config)), dataDirectory, isProduction });
    const vault = isNeeded('vault', 'blobs') ? await vaultOfKeys() : undefined;
    const lender = isNeeded('lender', 'blobs', 'vendors') ? loadLender(lenderDirectory) : undefined;
    const clock = clockOf(config);
    const closing: (() => Promise<void> | void)[] = [];
    try {
      const url = directUrl ?? config.DATABASE_URL;
      const database = await openDatabase({ url, poolSize: 2, dataDirectory });
      closing.push(() => database.close());
      const { db } = database;
      await (migrates ? migrate(database.maintenance.db) : prepareSchema(database, config));
      if (isProduction && !database.embedded) identifyOperator(await authenticatedOperator(db));
      const openVault = async () => {
        const opened = vault ?? (await vaultOfKeys());
        await checkKeys(db, clock, opened);
        return opened;
      };
      if (vault !== undefined) await openVault();
      let terminal: ReturnType<typeof terminalPrompt> | undefined;
      closing.push(() => terminal?.close());
      const prompt: Prompt = (question, secret) => {
        terminal ??= terminalPrompt();
        return terminal.prompt(question, secret);
      };
      const opened = { database, db, clock, config, openVault, prompt };
      const services: Record<string, unknown> = { vault, lender };
      if (isNeeded('lenderInForce', 'policies')) {
        const inForce = await lenderInForce(db, clock, lenderDirectory);
        Object.assign(services, { lender: inForce, policies: storedPolicies(db, inForce) });
      }
      if (lender !== undefined && vault !== undefined && isNeeded('blobs')) {
        const store = createBlobStore(config);
        const timeouts = new VendorTimeouts(config.VENDOR_TIMEOUT_SCALE);
        const lockMonths = lender.retention.loans.months;
        const blobs = new Blobs({ db, vault, clock, store: () => store, timeouts, lockMonths });
        services.blobs = blobs;
        if (isNeeded('vendors')) {
          const vendors = createVendors(config as Config, clock, lender, { db, vault, blobs });
          closing.push(() => vendors.mailer.close());
          services.vendors = vendors;
        }
      }
      if (isNeeded('jobs')) {
        const auditExhausted = auditExhaustedJob(clock);
        const isPrepared = migrates || isPreparedHere(database, config);
        const log = createLog('error');
        const { effects } = await import('../routes-and-jobs.ts');
        const jobs = new Jobs({ database, clock, log, auditExhausted, effects, isPreparedHere: isPrepared });
        closing.push(() => jobs.stop());
        await jobs.start([]);
        services.jobs = jobs;
      }
      await use({ ...opened, ...services });
    } finally {
      // One that fails keeps no other from being closed.
      const closed = new IndependentTasks();
      for (const close of closing.reverse()) await closed.run(async () => close());
      closed.end();
    }
  };

/** Prompts go to the error stream, so that the output can be stored without them. */
function terminalPrompt(): { readonly prompt: Prompt; readonly close: () => void } {
  let isHidden = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) process.stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY === true });
  const waiting = lines[Symbol.asyncIterator]();
  return {
    async prompt(question, secret = false) {
      process.stderr.write(question);
      isHidden = secret;
      const { value, done } = await waiting.next();
      isHidden = false;
      if (secret) process.stderr.write('\n');
      if (done === true) throw new SetupError('The answers ended too soon. Nothing was shown or changed.');
      return String(value);
    },
    close: () => lines.close(),
  };
}
