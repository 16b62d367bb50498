// What a process loads before it is ready. A package that few processes use would cost all its memory.
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const loadedWith = (more: string) => `
  import { registerHooks } from 'node:module';
  const packages = new Set();
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      packages.add(/.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(resolved.url)?.[1]);
      return resolved;
    },
  });
  await import('#server/app.ts');
  ${more}
  process.stdout.write(JSON.stringify([...packages].filter(Boolean)));
  process.exit();`;

const ofWeb = `
  await import('#server/create-app.ts');
  const { createHttp } = await import('#server/platform/http/http-server.ts');
  const { readConfig } = await import('#server/platform/config.ts');
  const { createLog } = await import('#server/platform/log.ts');
  const { createMetrics } = await import('#server/platform/metrics.ts');
  const { developmentEnvironment } = await import('./scripts/development-env.js');
  const config = readConfig(developmentEnvironment(process.env), 'web');
  await createHttp({ config, log: createLog('silent'), metrics: createMetrics() });`;

const run = (script: string, ...options: readonly string[]) =>
  execFileSync(process.execPath, [...options, '--input-type=module', '--eval', script], { encoding: 'utf8' });

it('a process is ready without what it may never need', () => {
  const loaded: unknown = JSON.parse(run(loadedWith(ofWeb)));
  expect(loaded).toContain('fastify');
  for (const name of [
    '@aws-sdk/client-kms @aws-sdk/client-s3 @cantoo/pdf-lib @electric-sql/pglite',
    '@opentelemetry/sdk-trace-base ajv asn1js axios fontkit jose nodemailer pdfkit pkijs plaid',
    'sharp',
  ].flatMap((line) => line.split(' ')))
    expect(loaded).not.toContain(name);
});

it('a worker is ready without what answers browsers', () => {
  const loaded: unknown = JSON.parse(run(loadedWith('')));
  expect(loaded).toContain('pg-boss');
  for (const name of ['fastify', '@fastify/cookie', '@fastify/static']) expect(loaded).not.toContain(name);
});

it('a process that calls Plaid does not hold the source map of its SDK', () => {
  const megabytes = Number(
    run(
      `
      import { plaidRequest } from '#server/vendors/plaid/request.ts';
      gc();
      const before = process.memoryUsage().heapUsed;
      await plaidRequest({ url: '', clientId: '', secret: '' })(async (client) => ({ data: client }));
      gc();
      process.stdout.write(String((process.memoryUsage().heapUsed - before) / 1024 / 1024));`,
      '--expose-gc',
    ),
  );
  expect(megabytes).toBeGreaterThan(0);
  expect(megabytes).toBeLessThan(15);
});
