import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SpanContext } from '@opentelemetry/api';
import { afterAll, expect, it } from 'vitest';
import { startTracing } from './open-telemetry.ts';
import { startSpan } from './tracing.ts';

// Nothing is sampled, so that nothing is sent.
const stop = startTracing({ url: 'http://127.0.0.1:9', headers: undefined, share: 0, role: 'worker' });
afterAll(stop);
const start = (parent?: SpanContext) => startSpan('job', {}, parent)?.spanContext();

it('a job continues the trace of the request that enqueued it', () => {
  const request = start();
  expect(request?.traceId).toMatch(/^[0-9a-f]{32}$/);
  // As it is stored in the queue.
  expect(start(JSON.parse(JSON.stringify(request)))?.traceId).toBe(request?.traceId);
});

it.each([
  { traceId: 'nonsense', spanId: '', traceFlags: 1 },
  { traceId: '0'.repeat(32), spanId: '0'.repeat(16), traceFlags: 1 },
])('a job that names no trace (%o) begins one', (parent) => {
  expect(start(parent)?.traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
});

it('OpenTelemetry is loaded only where a collector is set', () => {
  const sources = join(import.meta.dirname, '..');
  const importing = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) =>
      /^import [^;]*from '(?:@opentelemetry\/(?!api')|[./]*(?:platform\/)?open-telemetry\.ts)/m.test(
        readFileSync(join(sources, file), 'utf8'),
      ),
    );
  expect(importing).toEqual(['platform/open-telemetry.ts']);
});
