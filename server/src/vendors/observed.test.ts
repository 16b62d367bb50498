import { SpanStatusCode, trace } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { expect, it, onTestFinished } from 'vitest';
import { serve } from '#sandbox/testing.ts';
import { createLog } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { VendorTimeouts } from '../platform/vendor-timeouts.ts';
import { accountCheck } from './account-check.ts';
import { observedVendors } from './observed.ts';
import type { Vendors } from './vendors.ts';

const sent = {
  routingNumber: '124000054',
  accountNumber: '000987654321',
  accountType: 'checking',
  firstName: 'Alex',
  lastName: 'Rivera',
} as const;

/** A vendor whose error repeats everything that it received. */
async function echoing(status: number): Promise<string> {
  const { url, close } = await serve(async (request, response) => {
    const sent = (await request.toArray()).join('');
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        code: 'INVALID_REQUEST',
        message: `Wrong routing_number in ${sent} with ${request.headers['x-api-key']}`,
        fields: ['account_number', 'Rivera', '000987654321'],
      }),
    );
  });
  onTestFinished(() => void close());
  return url;
}

it.each([
  [400, 'refused'],
  [503, 'unknown'],
])('a vendor’s error %i is logged with its code and field names, and no value', async (status, outcome) => {
  const url = await echoing(status);
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const key = 'our-secret-key';
  const vendors = { accountCheck: accountCheck({ url, key }), timeouts: new VendorTimeouts(1) };
  const observers = { metrics: createMetrics(), log };
  const observed = observedVendors(vendors as unknown as Vendors, observers);
  const checked = observed.accountCheck?.check(sent, 'reference-1', AbortSignal.timeout(60_000));
  await expect(checked).rejects.toThrow();
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'vendor call failed',
    vendor: 'accountCheck',
    operation: 'check',
    outcome,
    reason: expect.stringMatching(/INVALID_REQUEST: .*\baccount_number\b/),
  });
  for (const value of [...Object.values(sent), key, 'reference-1'])
    if (value !== 'checking') expect(lines[0]).not.toContain(value);
});

it('what a vendor returns or throws at once is the same with traces as without', async () => {
  const exporter = new InMemorySpanExporter();
  const spanProcessors = [new SimpleSpanProcessor(exporter)];
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }));
  const ended = () => exporter.getFinishedSpans().map(({ status }) => status.code);
  const mailer = {
    close: () => 'closed',
    tryKeys: () => {
      throw new TypeError('settings.url is undefined');
    },
    send: async () => {
      throw new Error('not sent');
    },
  };
  const observers = { metrics: createMetrics(), log: createLog('silent') };
  const vendors = { mailer, timeouts: new VendorTimeouts(1) } as unknown as Vendors;
  const observed = observedVendors(vendors, observers).mailer as unknown as typeof mailer;
  expect(observed.close()).toBe('closed');
  expect(observed.tryKeys).toThrow(TypeError);
  expect(ended()).toEqual([]);
  await expect(observed.send()).rejects.toThrow('not sent');
  expect(ended()).toEqual([SpanStatusCode.ERROR]);
  trace.disable();
});
