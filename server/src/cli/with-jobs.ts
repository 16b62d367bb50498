// What an operator's command needs that changes applications: the database, and the queue for what follows.
import { MovableClock } from '../platform/clock.ts';
import { readStorageConfig } from '../platform/config.ts';
import { openDatabase } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { readVault } from '../platform/encryption.ts';
import { Jobs } from '../platform/jobs/jobs.ts';
import { createLog } from '../platform/log.ts';
import { auditExhaustedJob } from '../records/audit.ts';
import type { Services } from '../services.ts';

export type CommandServices = Pick<Services, 'db' | 'clock' | 'jobs' | 'vault'>;

export async function withJobs<T>(
  env: NodeJS.ProcessEnv,
  use: (services: CommandServices) => Promise<T>,
): Promise<T> {
  const config = readStorageConfig(env);
  const { DATABASE_URL: url, dataDirectory } = config;
  const database = await openDatabase({ url, poolSize: 2, dataDirectory });
  try {
    await migrate(database.db);
    const clock = new MovableClock();
    const auditExhausted = auditExhaustedJob(clock);
    const jobs = new Jobs({ database, clock, log: createLog('error'), auditExhausted });
    await jobs.start([]);
    try {
      return await use({
        db: database.db,
        clock,
        jobs,
        // Only a command that opens what is sealed needs the keys.
        get vault() {
          const { ENCRYPTION_KEYS: keys, LOOKUP_KEY: lookupKey, isProduction } = config;
          return readVault({ keys, lookupKey, dataDirectory, isProduction });
        },
      });
    } finally {
      await jobs.stop();
    }
  } finally {
    await database.close();
  }
}
