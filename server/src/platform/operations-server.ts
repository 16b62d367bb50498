// The port for operators, in every process: `/metrics` for Prometheus, `/healthz`, `/readyz` and `/accepting` for what starts and stops
// processes. Web processes answer the last three on their public port as well, for the proxy.
import { createServer, type Server } from 'node:http';
import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';
import { version } from './version.ts';

interface OperationsServices {
  readonly metrics: Metrics;
  /** Reads what is measured in the database. Must not fail or hang. */
  readonly refresh: () => Promise<void>;
  readonly readiness: () => Promise<Readiness>;
  readonly isStopping: () => boolean;
}

export function serveOperations(services: OperationsServices, port: number, host: string): Promise<Server> {
  const { metrics, refresh, readiness, isStopping } = services;
  const server = createServer(async (request, response) => {
    const json = (status: number, body: object) =>
      response
        .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
        .end(JSON.stringify(body));
    switch (request.url) {
      case '/metrics': {
        await refresh();
        const type = metrics.registry.contentType;
        return response.writeHead(200, { 'content-type': type }).end(await metrics.registry.metrics());
      }
      case '/healthz':
        return json(200, { status: 'ok', version });
      case '/readyz': {
        const { isReady, ...detail } = await readiness();
        return json(isReady ? 200 : 503, detail);
      }
      case '/accepting':
        return isStopping() ? json(503, { status: 'stopping' }) : json(200, { status: 'accepting' });
      default:
        return response.writeHead(404).end();
    }
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}
