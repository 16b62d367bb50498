// The request, job and application that code works for, and its span, which follow calls, promises and timers.
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

export interface ExecutionContext {
  readonly ids: {
    requestId?: string | undefined;
    applicationId?: string | undefined;
    job?: string;
    traceId?: string;
  };
  readonly span?: Span | undefined;
}

const storage = new AsyncLocalStorage<ExecutionContext>();

export const executionContext = (): ExecutionContext | undefined => storage.getStore();

export const inContext = <T>(context: ExecutionContext, run: () => T): T => storage.run(context, run);

/** Names the application that the running request or job is about, once it is known. */
export function setLogApplication(applicationId: string | null): void {
  const context = storage.getStore();
  if (context && applicationId !== null) context.ids.applicationId = applicationId;
}

/** Undefined unless traces are on. Attributes never have personal data. */
export function startSpan(name: string, options: SpanOptions, parent?: SpanContext): Span | undefined {
  const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
  const span = trace.getTracer('branchline').startSpan(name, options, context);
  return isSpanContextValid(span.spanContext()) ? span : undefined;
}

/** Without the error's message, which may quote a vendor. */
export function endSpan(span: Span | undefined, { failed }: { readonly failed: boolean }): void {
  if (failed) span?.setStatus({ code: SpanStatusCode.ERROR });
  span?.end();
}

/** Runs something as a child of a span, with the ids of its log lines. */
export async function traced<T>(
  name: string,
  {
    ids = executionContext()?.ids ?? {},
    parent = executionContext()?.span?.spanContext(),
    ...options
  }: SpanOptions & { readonly ids?: ExecutionContext['ids']; readonly parent?: SpanContext | undefined },
  run: () => Promise<T>,
): Promise<T> {
  const span = startSpan(name, options, parent);
  let failed = true;
  try {
    const result = await inContext(contextOf(ids, span), run);
    failed = false;
    return result;
  } finally {
    endSpan(span, { failed });
  }
}

export const contextOf = (ids: ExecutionContext['ids'], span: Span | undefined): ExecutionContext =>
  span ? { ids: { ...ids, traceId: span.spanContext().traceId }, span } : { ids };
