// The load balancer in front of the web processes: one address, which answers as long as one of them does.
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Balancer = Awaited<ReturnType<typeof startBalancer>>;

/** `keepAlive` saves connections where no process is killed. */
export async function startBalancer(ports: readonly number[], { keepAlive = false } = {}) {
  let turn = 0;
  /** How many responses had each status. */
  const answered = new Map<number, number>();
  // A connection that a killed process left behind would look like a request it cut.
  const agent = new Agent({ keepAlive });
  const count = (status: number) => answered.set(status, (answered.get(status) ?? 0) + 1);

  const forward = (
    incoming: IncomingMessage,
    body: Buffer,
    answer: ServerResponse,
    [port, ...others]: readonly number[],
  ) => {
    const outgoing = request({
      host: '127.0.0.1',
      port,
      method: incoming.method,
      path: incoming.url,
      headers: incoming.headers,
      agent,
    });
    let wasConnected = false;
    outgoing.on('socket', (socket) => {
      wasConnected = !socket.connecting;
      if (socket.connecting) socket.once('connect', () => (wasConnected = true));
    });
    outgoing.on('response', (response) => {
      count(response.statusCode ?? 0);
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
      response.on('error', () => answer.destroy());
    });
    outgoing.on('error', () => {
      if (answer.headersSent || answer.destroyed) return answer.destroy();
      // Only a request that never left may go to the other process.
      if (!wasConnected && others.length > 0) return forward(incoming, body, answer, others);
      count(502);
      answer.writeHead(502).end();
    });
    answer.once('close', () => outgoing.destroy());
    outgoing.end(body);
  };

  const server = createServer((incoming, answer) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('error', () => answer.destroy());
    incoming.on('end', () => {
      turn = (turn + 1) % ports.length;
      forward(incoming, Buffer.concat(parts), answer, [...ports.slice(turn), ...ports.slice(0, turn)]);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    answered,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
