// Forwards browser requests to the server process. While that process restarts, requests wait for it.
import { type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { SupervisedProcess } from './supervised-process.ts';

export function proxyTo(
  port: number,
  product: SupervisedProcess,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async function pass(request, response): Promise<void> {
    if (!(await product.ready())) {
      response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(
        "The product isn't running. See the terminal for the reason. It restarts when a file changes.\n",
      );
      return;
    }
    // The browser disconnected while the request waited.
    if (response.destroyed) return;
    const { method, url: path, socket } = request;
    const headers = { ...request.headers, 'x-forwarded-for': socket.remoteAddress ?? '127.0.0.1' };
    const passed = send({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, withWorkers(answer.headers));
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    response.on('close', () => passed.destroy());
    passed.on('error', () => {
      if (response.headersSent || response.destroyed) response.destroy();
      // The process ended during the request. Retry a read here; leave any other retry to the browser.
      else if (method === 'GET') setTimeout(() => void pass(request, response), 100);
      else response.writeHead(502).end();
    });
    request.pipe(passed);
  };
}

/** Vite's client uses its own worker to wait for the dev server to come back. */
function withWorkers(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const policy = headers['content-security-policy'];
  return policy ? { ...headers, 'content-security-policy': `${policy};worker-src blob:` } : headers;
}
