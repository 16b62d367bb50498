// Prometheus metrics. `operations-server.ts` serves them.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/** `lagSampleMs` is how often the lag of the event loop is measured. Every 10 ms takes 1% of a core. */
export function createMetrics({ lagSampleMs = 10 } = {}) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix, eventLoopMonitoringPrecision: lagSampleMs });
  const kinds = kindsIn(registry);
  return { registry, ...ofRequests(kinds), ...ofWork(kinds), state: readForEachScrape(kinds) };
}

const prefix = 'branchline_';

type Kinds = ReturnType<typeof kindsIn>;

function kindsIn(registry: Registry) {
  const of = <const L extends string>(name: string, help: string, labelNames: L[]) => ({
    name: `${prefix}${name}`,
    help,
    labelNames,
    registers: [registry],
  });
  return {
    counter: <const L extends string = never>(name: string, help: string, labels: L[] = []) =>
      new Counter<L>(of(name, help, labels)),
    seconds: <const L extends string>(name: string, help: string, labels: L[], buckets: number[]) =>
      new Histogram<L>({ ...of(name, help, labels), buckets }),
    gauge: <const L extends string = never>(name: string, help: string, labels: L[] = []) =>
      new Gauge<L>(of(name, help, labels)),
  };
}

const ofRequests = ({ counter, seconds }: Kinds) => ({
  requests: seconds(
    'request_seconds',
    'Time to answer a request, by its declared route.',
    ['method', 'route', 'status'],
    [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  ),
  limited: counter(
    'limits_reached_total',
    'Requests, texts and emails that a limit kept back, by the limit.',
    ['limit'],
  ),
  policyReports: counter(
    'csp_reports_total',
    'What pages tried that their Content-Security-Policy refused, by directive, as browsers report it.',
    ['directive'],
  ),
  securityEvents: counter(
    'security_events_total',
    'Refused requests that may be an attack, or a key that no longer fits, by the declared route.',
    ['event', 'route'],
  ),
});

const ofWork = ({ counter, seconds, gauge }: Kinds) => ({
  outcomes: counter('outcomes_total', 'Decisions by their kind and outcome.', ['kind', 'outcome']),
  degraded: counter(
    'degraded_total',
    'Applications for which a vendor did not do its part, by the vendor and what is missing.',
    ['vendor', 'mode'],
  ),
  vendorRedirects: counter(
    'vendor_redirects_total',
    'Calls that a vendor answered with a redirect, by the host that it names. None is followed.',
    ['vendor', 'host'],
  ),
  vendorEvents: counter(
    'vendor_events_total',
    'What vendors reported about applications, by how we learned of it: webhook or polling.',
    ['vendor', 'by'],
  ),
  policyVersion: gauge(
    'policy_version',
    '1 for the version of the credit policy by which this process decides.',
    ['version'],
  ),
  policyUnreadable: gauge(
    'policy_unreadable',
    '1 while this process cannot use a version that is in force or scheduled, and decides by the one before.',
  ),
  rowsWithoutPartition: counter(
    'rows_without_partition_total',
    'Rounds of retention that left rows in the default partition of a table.',
    ['table'],
  ),
  missedNotifications: counter(
    'missed_notifications_total',
    'Applicants that the sweep found without a notification of their state. Every move enqueues one, so each is a defect.',
  ),
  returnsNotApplied: counter(
    'returns_not_applied_total',
    "Entries of ours in the bank's return files that were refused, and refused files. Each changed nothing.",
  ),
  missingBlobs: counter(
    'missing_blobs_total',
    'Objects that a row names and that the blob store lacks, each time a request, a job or the comparison found one.',
  ),
  missingCheckpoints: counter(
    'missing_audit_checkpoints_total',
    'Checkpoints of the audit log that the sink or a worker has seen and that the database lacks.',
  ),
  jobs: counter('jobs_total', 'Attempts of jobs by their outcome. gave-up and unresolved need a person.', [
    'job',
    'outcome',
  ]),
  jobSeconds: seconds(
    'job_seconds',
    'Time that an attempt of a job took.',
    ['job'],
    [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  ),
  vendorCalls: seconds(
    'vendor_call_seconds',
    'Time that a call to a vendor took, by its outcome: succeeded, refused, not-performed, unknown or error.',
    ['vendor', 'operation', 'outcome'],
    [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30],
  ),
});

const readForEachScrape = ({ gauge }: Kinds) => ({
  databaseUp: gauge('database_up', '1 if the database answered the latest scrape, otherwise 0.'),
  databaseSynchronous: gauge(
    'database_synchronous',
    '1 if the database acknowledges a commit only when a standby has it, otherwise 0.',
  ),
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
  policyDecisions: gauge(
    'policy_decisions',
    'Decisions of the last 7 days by the version that made them. Measured every four hours.',
    ['version', 'kind', 'outcome'],
  ),
  policyApproved: gauge(
    'policy_approved',
    'Applications approved in the last 28 days by version: approved, and funded among them.',
    ['version', 'status'],
  ),
  policyStability: gauge(
    'policy_stability_index',
    "Population stability index of the last 7 days' score or income against the version's baseline.",
    ['version', 'of'],
  ),
  sessions: gauge('sessions', 'Sessions of browsers that have not ended.'),
  humanQueue: gauge(
    'human_queue',
    'What waits for a person of the lender, by queue: waiting, and overdue among it. See ops today.',
    ['queue', 'state'],
  ),
  auditUnexported: gauge(
    'audit_unexported_seconds',
    'How long the oldest audit event has waited for AUDIT_SINK. 0 without one. The same in every process.',
  ),
  poolConnections: gauge('pool_connections', 'Database connections of this process: busy or idle.', [
    'state',
  ]),
  poolWaiting: gauge('pool_waiting', 'Queries of this process that wait for a connection.'),
});
