// What operators see of jobs: logs and metrics of each attempt, and a span that continues the trace of its enqueuing.
import { type SpanContext, SpanKind } from '@opentelemetry/api';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { executionContext, traced } from '../tracing.ts';

/** The request that enqueued a job, stored with it in the queue. A scheduled job has none. */
export interface JobOrigin {
  readonly requestId?: string | undefined;
  readonly span?: SpanContext | undefined;
}

/** How an attempt ended, as it is logged. `ended-in-failure` is a result for the applicant. */
const outcomes = {
  done: ['info', 'job done'],
  'ended-in-failure': ['info', 'job done'],
  'retries-later': ['info', 'job retries later'],
  failed: ['warn', 'job failed'],
  unresolved: ['error', 'vendor call unresolved: an operator must settle it'],
  'gave-up': ['error', 'job failed for good'],
} as const;

export function jobOrigin(): JobOrigin {
  const context = executionContext();
  return { requestId: context?.ids.requestId, span: context?.span?.spanContext() };
}

export class JobReports {
  readonly #log: Log;
  readonly #metrics: Metrics | undefined;

  constructor({ log, metrics }: { log: Log; metrics?: Metrics }) {
    this.#log = log;
    this.#metrics = metrics;
  }

  /** Begins every count at zero, so that an alert sees the first job that gives up. */
  declare(jobs: readonly { readonly name: string }[]): void {
    for (const { name: job } of jobs)
      for (const outcome of Object.keys(outcomes)) this.#metrics?.jobs.inc({ job, outcome }, 0);
  }

  run<T>(job: string, of: JobOrigin & { readonly applicationId?: string }, attempt: () => Promise<T>) {
    const { requestId, applicationId, span } = of;
    const stop = this.#metrics?.jobSeconds.startTimer({ job });
    return traced(
      `job ${job}`,
      {
        kind: SpanKind.CONSUMER,
        attributes: { 'branchline.job': job, 'branchline.application': applicationId },
        ids: { requestId, applicationId, job },
        parent: span && { ...span, isRemote: true },
      },
      attempt,
    ).finally(stop);
  }

  /** Runs a scheduled job, which belongs to no application. */
  runScheduled(job: string, run: () => Promise<void>): Promise<void> {
    return this.run(job, {}, async () => {
      try {
        await run();
        this.#metrics?.jobs.inc({ job, outcome: 'done' });
      } catch (error) {
        this.#log.error({ err: error }, 'scheduled job failed');
        this.#metrics?.jobs.inc({ job, outcome: 'failed' });
        throw error;
      }
    });
  }

  ended(job: string, outcome: keyof typeof outcomes, details: object = {}): void {
    const [level, message] = outcomes[outcome];
    this.#log[level](details, message);
    this.#metrics?.jobs.inc({ job, outcome });
  }
}
