// The process: `web` answers requests, `worker` runs jobs, `both` does either. Ends cleanly when told to.
import { LenderFileError } from '#lender/lender-files.ts';
import { createProduct, type Role } from './app.ts';
import { readConfig } from './platform/config.ts';
import { SetupError } from './platform/failure.ts';
import { serveMetrics } from './platform/metrics.ts';

const roles = ['web', 'worker', 'both'] as const;

async function main(): Promise<void> {
  const asked = process.argv[2] ?? 'both';
  const role: Role | undefined = roles.find((one) => one === asked);
  if (role === undefined) throw new SetupError(`Say web, worker or both, not "${asked}".`);
  const config = readConfig(process.env);
  const product = await createProduct(config, { role });

  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    // Whatever does not let go in time is picked up again at the next start.
    setTimeout(() => process.exit(0), 12_000).unref();
    metrics.close();
    await product.close();
    process.exit(0);
  };
  const metrics = await serveMetrics(product.services.metrics, config.METRICS_PORT, config.HOST).catch(
    (error) => inUse(error, 'METRICS_PORT', config.METRICS_PORT),
  );
  if (product.app) {
    await product.app
      .listen({ port: config.PORT, host: config.HOST })
      .catch((error) => inUse(error, 'PORT', config.PORT));
  }
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  // The parent that started us is gone.
  process.on('disconnect', end);
  process.send?.({ type: 'ready' });
  if (product.app) product.services.log.info({ port: config.PORT, role }, 'listening');
}

function inUse(error: unknown, name: string, port: number): never {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    throw new SetupError(`Port ${port} is in use. Stop what uses it, or set ${name} to another one.`);
  }
  throw error;
}

main().catch((error: unknown) => {
  if (error instanceof SetupError || error instanceof LenderFileError) console.error(error.message);
  else console.error(error);
  process.exit(1);
});
