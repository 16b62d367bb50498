// Measures every vendor call. Of failed ones, only codes and the names of fields are logged: errors contain no more.
import { type Span, SpanKind } from '@opentelemetry/api';
import { OutcomeUnknown, VendorUnavailable } from '../platform/jobs/vendor-calls.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { contextOf, endSpan, executionContext, inContext, startSpan } from '../platform/tracing.ts';
import { VendorRedirected, VendorRefused } from './http-client.ts';
import type { Vendors } from './vendors.ts';

interface Observers {
  readonly metrics: Metrics;
  readonly log: Log;
}

type CallOutcome = 'succeeded' | 'refused' | 'not-performed' | 'unknown' | 'error';

/** The same vendors. Methods that return promises are measured; a value returned at once is no call. */
export function observedVendors({ timeouts, ...adapters }: Vendors, services: Observers): Vendors {
  const observed = Object.entries(adapters).map(([vendor, adapter]) => [
    vendor,
    adapter === undefined ? undefined : observedAdapter(vendor, adapter, services),
  ]);
  return { ...Object.fromEntries(observed), timeouts } as Vendors;
}

function observedAdapter<A extends object>(vendor: string, adapter: A, { metrics, log }: Observers): A {
  return new Proxy(adapter, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== 'function' || typeof property !== 'string') return member;
      const operation = property;
      return (...args: unknown[]): unknown => {
        const began = performance.now();
        const call = () => Reflect.apply(member, target, args) as unknown;
        const outer = executionContext();
        const attributes = { 'branchline.vendor': vendor, 'branchline.operation': operation };
        const span = startSpan(
          `${vendor} ${operation}`,
          { kind: SpanKind.CLIENT, attributes },
          outer?.span?.spanContext(),
        );
        const result = span ? inContext(contextOf(outer?.ids ?? {}, span), call) : call();
        // A value returned at once is no call, so its span never ends and is never sent.
        return result instanceof Promise ? measured(result, began, span) : result;
      };

      function measured<T>(response: Promise<T>, began: number, span: Span | undefined): Promise<T> {
        const observe = (outcome: CallOutcome) => {
          endSpan(span, { failed: outcome !== 'succeeded' });
          metrics.vendorCalls.observe({ vendor, operation, outcome }, (performance.now() - began) / 1000);
        };
        return response.then(
          (value) => {
            observe('succeeded');
            return value;
          },
          (error: unknown) => {
            const outcome = outcomeOf(error);
            observe(outcome);
            const redirected = [error, error instanceof Error && error.cause].find(
              (thrown) => thrown instanceof VendorRedirected,
            );
            if (redirected) metrics.vendorRedirects.inc({ vendor, host: redirected.host });
            // Anything else is a bug of ours, which is logged where it ends.
            if (error instanceof VendorUnavailable)
              log.warn({ vendor, operation, outcome, reason: error.message }, 'vendor call failed');
            throw error;
          },
        );
      }
    },
  });
}

function outcomeOf(error: unknown): CallOutcome {
  if (error instanceof VendorRefused) return 'refused';
  if (error instanceof OutcomeUnknown) return 'unknown';
  return error instanceof VendorUnavailable ? 'not-performed' : 'error';
}
