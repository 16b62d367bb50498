// Traces from a request to its jobs and their vendor calls. Off unless a collector is set; then `open-telemetry.ts` is loaded.
import {
  type Attributes,
  type ExecutionContext,
  executionContext,
  inContext,
  type Span,
} from './execution-context.ts';

type SpanKind = 'server' | 'consumer' | 'client';

export interface Tracer {
  start(name: string, kind: SpanKind, attributes: Attributes, parent: Span | string | undefined): Span;
  /** Sends what is left. */
  close(): Promise<void>;
}

/** Runs something as a span of the current one, with the ids of its log lines. Without a tracer, only the ids change. */
export async function traced<T>(
  tracer: Tracer | undefined,
  about: {
    readonly name: string;
    readonly kind: SpanKind;
    readonly attributes?: Attributes;
    readonly ids?: ExecutionContext['ids'];
    /** The `traceparent` of the span to continue, where it isn't the current one. */
    readonly parent?: string | undefined;
  },
  run: () => Promise<T>,
): Promise<T> {
  const outer = executionContext();
  const span = tracer?.start(about.name, about.kind, about.attributes ?? {}, about.parent ?? outer?.span);
  const ids = about.ids ?? outer?.ids ?? {};
  if (!span) return about.ids ? inContext({ ids }, run) : run();
  try {
    const answer = await inContext({ ids: { ...ids, traceId: span.traceId }, span }, run);
    span.end({ failed: false });
    return answer;
  } catch (error) {
    span.end({ failed: true });
    throw error;
  }
}
