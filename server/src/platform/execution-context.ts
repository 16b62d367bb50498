// Which request, job and application the running code works for. It follows calls, promises and timers, so that each log line and
// span carries it without being passed down.
import { AsyncLocalStorage } from 'node:async_hooks';

/** A span's attributes. Never personal data. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** Something that takes time: a request, a job, a call to a vendor. */
export interface Span {
  readonly traceId: string;
  /** The W3C `traceparent` by which another process continues the trace. */
  readonly traceparent: string;
  end(outcome: { readonly attributes?: Attributes; readonly failed: boolean }): void;
}

export interface ExecutionContext {
  /** What each log line carries. */
  readonly ids: {
    requestId?: string;
    applicationId?: string;
    job?: string;
    traceId?: string;
  };
  /** The span that is running, if traces are on. */
  readonly span?: Span;
}

const storage = new AsyncLocalStorage<ExecutionContext>();

export const executionContext = (): ExecutionContext | undefined => storage.getStore();

export function inContext<T>(context: ExecutionContext, run: () => T): T {
  return storage.run(context, run);
}

/** Names the application that the running request or job is about, once it is known. */
export function setLogApplication(applicationId: string | null): void {
  const context = storage.getStore();
  if (context && applicationId !== null) context.ids.applicationId = applicationId;
}
