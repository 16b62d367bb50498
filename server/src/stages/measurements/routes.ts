// Receives the browsers' reports of use and of errors. The browser gets the visitor's consent before it loads the reporting code.
import type { FastifyInstance } from 'fastify';
import { measure, reportError } from '#contract/measurements.ts';
import { serve } from '../../platform/http/http.ts';
import { networkOf } from '../../platform/http/network.ts';
import { insertBrowserError, insertMeasurements } from '../../records/measurements.ts';
import type { Services } from '../../services.ts';
import { formField } from './form-fields.ts';
import { sourceMaps } from './source-maps.ts';

export function measurementRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, limiter, vault, config, log, metrics } = services;
  const sourceOf = sourceMaps(config.WEB_DIR);

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
    const frames = await Promise.all(body.frames.map(sourceOf));
    await insertBrowserError(db, { name, screen, frames, at: clock.now() });
    metrics.outcomes.inc({ kind: 'browser-error', outcome: name });
    log.warn({ name, screen, frames }, 'error in a browser');
    return {};
  });
}
