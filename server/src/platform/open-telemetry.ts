// Sends the spans of `tracing.ts` to a collector. Loaded only where one is set, because OpenTelemetry's SDK is large.
import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import { version } from './version.ts';

/** Returns what sends the last spans and ends tracing. */
export function startTracing(settings: {
  /** The collector’s address; `/v1/traces` is added, as OTLP over HTTP has it. */
  readonly url: string;
  /** `name=value` pairs, separated by commas, such as a key. */
  readonly headers: string | undefined;
  /** The share of requests that are traced, from 0 to 1. */
  readonly share: number;
  readonly role: string;
}): () => Promise<void> {
  const { url, headers = '', share, role } = settings;
  const exporter = new OTLPTraceExporter({ url: `${url}/v1/traces`, headers: headersOf(headers) });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'branchline',
      'service.version': version,
      'service.instance.role': role,
    }),
    // A job follows the request that enqueued it.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  trace.setGlobalTracerProvider(provider);
  return async () => {
    trace.disable();
    await provider.shutdown();
  };
}

const headersOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([\w-]+)=([^,]+)/g)].map(([, name, value = '']) => [
      name,
      decodeURIComponent(value.trim()),
    ]),
  );
