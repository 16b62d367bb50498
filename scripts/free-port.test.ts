import { createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { choosePorts, freePort } from './free-port.js';

const open: Server[] = [];
afterEach(() => Promise.all(open.splice(0).map((server) => new Promise((done) => server.close(done)))));

async function taken(): Promise<number> {
  const port = await freePort();
  const server = createServer();
  open.push(server);
  await new Promise<void>((listening) => server.listen(port, () => listening()));
  return port;
}

it('takes the next free port for one that is in use, and reports it', async () => {
  const first = await taken();
  const { ports, notes } = await choosePorts({}, [['PORT', first, 'Branchline']]);
  expect(Number(ports.PORT)).toBeGreaterThan(first);
  expect(notes).toEqual([`Port ${first} is in use, so Branchline uses ${ports.PORT}.`]);
});

it('lets no one take a port that is chosen, until the product listens on it', async () => {
  const { ports, release } = await choosePorts({}, [['PORT', await freePort(), 'Branchline']]);
  const take = () => {
    const server = createServer();
    open.push(server);
    return new Promise((done) => {
      server.once('error', (error) => done(error.message)).listen(Number(ports.PORT), () => done('taken'));
    });
  };
  expect(await take()).toMatch('EADDRINUSE');
  await release(['PORT']);
  expect(await take()).toBe('taken');
});

it('gives no two servers the same port', async () => {
  const first = await freePort();
  const { ports } = await choosePorts({}, [
    ['PORT', first, 'Branchline'],
    ['SANDBOX_PORT', first, 'the sandbox'],
  ]);
  expect(ports.SANDBOX_PORT).not.toBe(ports.PORT);
});

it('leaves a port that is set', async () => {
  const first = await taken();
  const { ports, notes } = await choosePorts({ PORT: String(first) }, [['PORT', 3000, 'Branchline']]);
  expect(ports).toEqual({ PORT: String(first) });
  expect(notes).toEqual([]);
});
