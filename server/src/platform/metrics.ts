// Prometheus metrics. `operations-server.ts` serves them.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  readonly requests: Histogram<'method' | 'route' | 'status'>;
  readonly outcomes: Counter<'kind' | 'outcome'>;
  readonly limited: Counter<'limit'>;
  readonly policyReports: Counter<'directive'>;
  readonly missedNotifications: Counter;
  readonly jobs: Counter<'job' | 'outcome'>;
  readonly jobSeconds: Histogram<'job'>;
  readonly vendorCalls: Histogram<'vendor' | 'operation' | 'outcome'>;
  /** What is read from the database for each scrape. */
  readonly state: StateMetrics;
}

interface StateMetrics {
  readonly databaseUp: Gauge;
  readonly queueJobs: Gauge<'queue' | 'state'>;
  readonly queueOldest: Gauge<'queue'>;
  readonly unresolvedCalls: Gauge<'vendor'>;
  readonly unresolvedOldest: Gauge;
  readonly breakerOpen: Gauge<'vendor'>;
  readonly breakerFailures: Gauge<'vendor'>;
  readonly sessions: Gauge;
  readonly humanQueue: Gauge<'queue' | 'state'>;
  readonly poolConnections: Gauge<'state'>;
  readonly poolWaiting: Gauge;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'branchline_' });
  return {
    registry,
    requests: new Histogram({
      name: 'branchline_request_seconds',
      help: 'Time to answer a request, by its declared route.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    }),
    outcomes: new Counter({
      name: 'branchline_outcomes_total',
      help: 'Decisions by their kind and outcome.',
      labelNames: ['kind', 'outcome'],
      registers: [registry],
    }),
    limited: new Counter({
      name: 'branchline_limits_reached_total',
      help: 'Requests, texts and emails that a limit kept back, by the limit.',
      labelNames: ['limit'],
      registers: [registry],
    }),
    policyReports: new Counter({
      name: 'branchline_csp_reports_total',
      help: 'What pages tried that their Content-Security-Policy refused, by directive, as browsers report it.',
      labelNames: ['directive'],
      registers: [registry],
    }),
    missedNotifications: new Counter({
      name: 'branchline_missed_notifications_total',
      help: 'Applicants that the sweep found without a notification of their state. Every move enqueues one, so each is a defect.',
      registers: [registry],
    }),
    jobs: new Counter({
      name: 'branchline_jobs_total',
      help: 'Attempts of jobs by their outcome. gave-up and unresolved need a person.',
      labelNames: ['job', 'outcome'],
      registers: [registry],
    }),
    jobSeconds: new Histogram({
      name: 'branchline_job_seconds',
      help: 'Time that an attempt of a job took.',
      labelNames: ['job'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers: [registry],
    }),
    vendorCalls: new Histogram({
      name: 'branchline_vendor_call_seconds',
      help: 'Time that a call to a vendor took, by its outcome: answered, refused, not-performed, unknown or error.',
      labelNames: ['vendor', 'operation', 'outcome'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30],
      registers: [registry],
    }),
    state: stateMetrics(registry),
  };
}

function stateMetrics(registry: Registry): StateMetrics {
  const gauge = <const Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge<Label>({ name: `branchline_${name}`, help, labelNames, registers: [registry] });
  return {
    databaseUp: gauge('database_up', '1 if the database answered the latest scrape, otherwise 0.'),
    queueJobs: gauge(
      'queue_jobs',
      'Jobs in the queue: waiting, retrying or active. The same in every process.',
      ['queue', 'state'],
    ),
    queueOldest: gauge(
      'queue_oldest_seconds',
      'How long the oldest job that could run has waited. The same in every process.',
      ['queue'],
    ),
    unresolvedCalls: gauge('unresolved_calls', 'Vendor calls that an operator must settle.', ['vendor']),
    unresolvedOldest: gauge('unresolved_oldest_seconds', 'The age of the oldest of these.'),
    breakerOpen: gauge('breaker_open', '1 while a vendor is not called because it failed repeatedly.', [
      'vendor',
    ]),
    breakerFailures: gauge('breaker_failures', 'Failures in a row of a vendor.', ['vendor']),
    sessions: gauge('sessions', 'Sessions of browsers that have not ended.'),
    humanQueue: gauge(
      'human_queue',
      'What waits for a person of the lender, by queue: waiting, and overdue among it. See ops today.',
      ['queue', 'state'],
    ),
    poolConnections: gauge('pool_connections', 'Database connections of this process: busy or idle.', [
      'state',
    ]),
    poolWaiting: gauge('pool_waiting', 'Queries of this process that wait for a connection.'),
  };
}
