// Prometheus metrics, served on their own port.
import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  readonly requests: Histogram<'method' | 'route' | 'status'>;
  readonly outcomes: Counter<'kind' | 'outcome'>;
  readonly limited: Counter<'limit'>;
  readonly policyReports: Counter<'directive'>;
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
  };
}

export function serveMetrics(metrics: Metrics, port: number, host: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    response
      .writeHead(200, { 'content-type': metrics.registry.contentType })
      .end(await metrics.registry.metrics());
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}
