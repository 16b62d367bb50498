import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTelemetry } from './open-telemetry.ts';

// Nothing is sampled, so that nothing is sent.
const tracer = openTelemetry({ url: 'http://127.0.0.1:9', headers: undefined, share: 0, role: 'worker' });
const start = (parent: string | undefined) => tracer.start('job', 'consumer', {}, parent);

it('a job continues the trace of the request that enqueued it', () => {
  const request = start(undefined);
  expect(request.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  expect(start(request.traceparent).traceId).toBe(request.traceId);
});

it.each([
  'nonsense',
  '',
  `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`,
  `01-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
])('a job that names no trace (%s) begins one', (traceparent) => {
  expect(start(traceparent).traceId).toMatch(/^(?!0{32}|a{32})[0-9a-f]{32}$/);
});

it('OpenTelemetry is loaded only where a collector is set', () => {
  const sources = join(import.meta.dirname, '..');
  const importing = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) =>
      /^import [^;]*from '(?:@opentelemetry\/|[./]*(?:platform\/)?open-telemetry\.ts)/m.test(
        readFileSync(join(sources, file), 'utf8'),
      ),
    );
  expect(importing).toEqual(['platform/open-telemetry.ts']);
});
