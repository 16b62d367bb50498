// Receives the browsers' reports of use and of errors. The browser gets the visitor's consent before it loads the reporting code.
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { calls } from '#contract/api.ts';
import { measure, reportError } from '#contract/measurements.ts';
import { phoneCheckForm } from '#contract/phone-check.ts';
import type { SourceFrame } from '../platform/db/tables.ts';
import { serve } from '../platform/http/http.ts';
import { networkOf } from '../platform/http/network.ts';
import { workerPool } from '../platform/worker-pool.ts';
import type { Services } from '../services.ts';
import { insertBrowserError, insertMeasurements } from './measurements.ts';

/** A browser may send any name, and each label of a metric stays in memory. */
const counted: ReadonlySet<string> = new Set([
  'AbortError',
  'AggregateError',
  'DataCloneError',
  'Error',
  'EvalError',
  'InvalidStateError',
  'NetworkError',
  'NotAllowedError',
  'NotFoundError',
  'QuotaExceededError',
  'RangeError',
  'ReferenceError',
  'SecurityError',
  'SyntaxError',
  'TimeoutError',
  'TypeError',
  'URIError',
]);

/** The names of all form fields: the properties of all bodies of the contract, at any depth. */
const formFields: ReadonlySet<string> = new Set(
  [...calls.map((call) => call.body ?? ('response' in call.endpoint && call.endpoint.body)), phoneCheckForm]
    .filter((body) => typeof body === 'object')
    .flatMap((body) => propertiesIn(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))),
);

function propertiesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema ? Object.keys(schema.properties as object) : [];
  return [...own, ...Object.values(schema).flatMap(propertiesIn)];
}

export function measurementRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, limiter, vault, config, log, metrics } = services;
  const sourcesOf = workerPool<readonly SourceFrame[], SourceFrame[]>(
    new URL('./source-maps.worker.ts', import.meta.url),
    { workerData: { directory: config.WEB_DIR }, idleMs: 60_000 },
  );
  app.addHook('onClose', () => sourcesOf.close());

  serve(app, measure, async ({ body, request }) => {
    await limiter.spend('measure', vault.lookup('address', networkOf(request.ip)));
    // A name that no form has becomes `other`, so that typed text is never stored as a name.
    const events = body.events.map((event) =>
      event.type === 'refused' && !formFields.has(event.field) ? { ...event, field: 'other' } : event,
    );
    await insertMeasurements(db, { ...body, events }, clock.now());
    return {};
  });

  serve(app, reportError, async ({ body, request }) => {
    await limiter.spend('measure', vault.lookup('address', networkOf(request.ip)));
    const { name, screen } = body;
    const frames = await sourcesOf.run(body.frames);
    await insertBrowserError(db, { name, screen, frames, at: clock.now() });
    metrics.outcomes.inc({ kind: 'browser-error', outcome: counted.has(name) ? name : 'other' });
    log.warn({ name, screen, frames }, 'error in a browser');
    return {};
  });
}
