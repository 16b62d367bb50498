import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type Balancer, startBalancer } from './balancer.ts';

const servers: Server[] = [];
let balancer: Balancer | undefined;
afterEach(async () => {
  await balancer?.close();
  for (const server of servers.splice(0)) await new Promise((closed) => server.close(closed));
});

async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return (server.address() as AddressInfo).port;
}

async function refusing(): Promise<number> {
  const port = await serve(() => {});
  const server = servers.pop() as Server;
  await new Promise((closed) => server.close(closed));
  return port;
}

it('sends a request that reached no process to the other one', async () => {
  const answering = await serve((_, answer) => answer.end('here'));
  balancer = await startBalancer([await refusing(), answering]);
  for (let times = 0; times < 4; times += 1) expect(await (await fetch(balancer.url)).text()).toBe('here');
});

it('does not repeat a request that may have been read', async () => {
  let received = 0;
  const cutting: RequestListener = (request) => {
    received += 1;
    request.socket.destroy();
  };
  balancer = await startBalancer([await serve(cutting), await serve(cutting)]);
  expect((await fetch(balancer.url, { method: 'POST', body: 'x' })).status).toBe(502);
  expect(received).toBe(1);
  expect(balancer.answered).toEqual(new Map([[502, 1]]));
});
