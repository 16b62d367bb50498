// The process entry point: `web` answers requests, `worker` runs jobs, `both` does both. Shuts down cleanly on request.
import { once } from 'node:events';
import { LenderFileError } from '#lender/lender-files.ts';
import { createProduct, type Role } from './app.ts';
import { readConfig } from './platform/config.ts';
import { importDeferred } from './platform/deferred-import.ts';
import { SetupError } from './platform/failure.ts';
import { serveOperations } from './platform/operations-server.ts';

const roles = ['web', 'worker', 'both'] as const;

async function main(): Promise<void> {
  const requestedRole = process.argv[2] ?? 'both';
  const role: Role | undefined = roles.find((name) => name === requestedRole);
  if (role === undefined) throw new SetupError(`Start web, worker or both, not "${requestedRole}".`);
  const config = readConfig(process.env, role);
  // Threads that render documents read the lender's files, too.
  process.env.LENDER_DIR = config.lenderDirectory;
  let end = (): void => process.exit(0);
  process.on('SIGINT', () => end());
  process.on('SIGTERM', () => end());
  // Our parent process has exited.
  process.on('disconnect', () => end());
  const product = await createProduct(config, { role });

  let ending = false;
  const stop = async () => {
    if (ending) return;
    ending = true;
    const graceSeconds = config.stopGraceSeconds;
    const { stopSeconds } = product.services.vendors.timeouts;
    // The next start picks up any work that does not finish in time.
    setTimeout(() => process.exit(0), (graceSeconds + stopSeconds + 5) * 1000).unref();
    await product.close({ graceSeconds, stopSeconds });
    operations.close();
    process.exit(0);
  };
  // `npm start` holds the ports from when it chose them, before it built.
  if (process.argv.includes('--ports-held')) {
    process.send?.({ type: 'listening next' });
    await once(process, 'message');
  }
  const operations = await serveOperations(product.operations, config.METRICS_PORT, config.HOST).catch(
    (error) => inUse(error, 'METRICS_PORT', config.METRICS_PORT),
  );
  // Before the first connection, which a stop must not cut off.
  end = () => void stop();
  if (product.app)
    await product.app
      .listen({ port: config.PORT, host: config.HOST })
      .catch((error) => ending || inUse(error, 'PORT', config.PORT));
  if (ending) return;
  process.send?.({ type: 'ready' });
  product.services.log.info({ ...(product.app ? { port: config.PORT } : {}), role }, 'ready');
  // What needs one fails then. An exit now would cut off the jobs that run.
  await importDeferred().catch((error: unknown) =>
    product.services.log.error({ err: error }, 'a package could not be loaded ahead'),
  );
}

function inUse(error: unknown, name: string, port: number): never {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    throw new SetupError(`Port ${port} is in use. Stop what uses it, or set ${name} to another one.`);
  throw error;
}

main().catch((error: unknown) => {
  if (error instanceof SetupError || error instanceof LenderFileError) console.error(error.message);
  else console.error(error);
  process.exit(1);
});
