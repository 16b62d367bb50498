// The tracer behind `tracing.ts`, loaded only where a collector is set, because OpenTelemetry is large.
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { Span } from './execution-context.ts';
import type { Tracer } from './tracing.ts';
import { version } from './version.ts';

const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT } as const;

export function openTelemetry(settings: {
  /** The collector’s address; `/v1/traces` is added, as OTLP over HTTP has it. */
  readonly url: string;
  /** `name=value` pairs, separated by commas, such as a key. */
  readonly headers: string | undefined;
  /** The share of requests that are traced, from 0 to 1. */
  readonly share: number;
  readonly role: string;
}): Tracer {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'branchline',
      'service.version': version,
      'service.instance.role': settings.role,
    }),
    // A job follows the request that enqueued it.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.share) }),
    spanProcessors: [
      new BatchSpanProcessor(
        new OTLPTraceExporter({
          url: `${settings.url}/v1/traces`,
          headers: headersOf(settings.headers),
        }),
      ),
    ],
  });
  const tracer = provider.getTracer('branchline');
  return {
    start(name, kind, attributes, parent) {
      const context =
        typeof parent === 'string' ? contextOf(parent) : (contexts.get(parent as Span) ?? ROOT_CONTEXT);
      const started = tracer.startSpan(name, { kind: kinds[kind], attributes }, context);
      const { traceId, spanId, traceFlags } = started.spanContext();
      const span: Span = {
        traceId,
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        end({ attributes: more = {}, failed }) {
          started.setAttributes(more);
          // Never the error's message, which may quote a vendor.
          if (failed) started.setStatus({ code: SpanStatusCode.ERROR });
          started.end();
        },
      };
      contexts.set(span, trace.setSpan(ROOT_CONTEXT, started));
      return span;
    },
    close: () => provider.shutdown(),
  };
}

/** The context in which a span's children start. */
const contexts = new WeakMap<Span, Context>();

/** The context that a `traceparent` names (W3C Trace Context), or none if it is not one. */
function contextOf(traceparent: string): Context {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent) ?? [];
  const span: SpanContext = {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED,
    isRemote: true,
  };
  return isSpanContextValid(span) ? trace.setSpanContext(ROOT_CONTEXT, span) : ROOT_CONTEXT;
}

function headersOf(text = ''): Record<string, string> {
  const pairs = text.split(',').flatMap((pair): [string, string][] => {
    const at = pair.indexOf('=');
    return at < 1 ? [] : [[pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]];
  });
  return Object.fromEntries(pairs);
}
