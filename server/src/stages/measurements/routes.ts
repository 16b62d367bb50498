// Receives the browsers' reports of use and of errors. The browser gets the visitor's consent before it loads the reporting code.
import type { FastifyInstance } from 'fastify';
import { measure, reportError } from '#contract/measurements.ts';
import type { SourceFrame } from '../../platform/db/tables.ts';
import { serve } from '../../platform/http/http.ts';
import { networkOf } from '../../platform/http/network.ts';
import { workerPool } from '../../platform/worker-pool.ts';
import { insertBrowserError, insertMeasurements } from '../../records/measurements.ts';
import type { Services } from '../../services.ts';
import { formField } from './form-fields.ts';

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

export function measurementRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, limiter, vault, config, log, metrics } = services;
  const sourcesOf = workerPool<readonly SourceFrame[], SourceFrame[]>(
    new URL('./source-maps.worker.ts', import.meta.url),
    { workerData: { directory: config.WEB_DIR }, idleMs: 60_000 },
  );
  app.addHook('onClose', () => sourcesOf.close());

  serve(app, measure, async ({ body, request }) => {
    await limiter.spend('measure', vault.lookup('address', networkOf(request.ip)));
    const events = body.events.map((event) =>
      event.type === 'refused' ? { ...event, field: formField(event.field) } : event,
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
