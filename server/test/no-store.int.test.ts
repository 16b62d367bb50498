// No browser or proxy keeps a response, except those of a few routes that are the same for everyone.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHttp } from '#server/platform/http/http-server.ts';
import { openWorld, type World } from './world.ts';

interface Route {
  readonly method: HTTPMethods;
  readonly url: string;
}

const routes = new Map<unknown, Route[]>();
const onInstance = (message: unknown) => {
  const { fastify } = message as { readonly fastify: FastifyInstance };
  const ofInstance: Route[] = [];
  routes.set(fastify, ofInstance);
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) ofInstance.push({ method: one as HTTPMethods, url });
  });
};

beforeAll(() => subscribe('fastify.initialization', onInstance));
afterAll(() => void unsubscribe('fastify.initialization', onInstance));
const worlds = ['own', 'docusign'].map((SIGNATURE) => openWorld({ env: { SIGNATURE } }));

it('stores only public pages and files, of all routes there are', async () => {
  const seen = new Set<string>();
  const stored = new Set<string>();
  for (const { product, config } of worlds) {
    const { app } = product;
    const [asset] = readdirSync(join(config.WEB_DIR, 'assets'));
    const [logo] = readdirSync(join(config.lenderDirectory, 'public')).filter((name) =>
      name.endsWith('.svg'),
    );
    /** An address of each public route that has something to store. */
    const publicAddresses: Record<string, string> = {
      '/*': '/frequently-asked-questions',
      '/assets/*': `/assets/${asset}`,
      '/lender/*': `/lender/${logo}`,
    };
    for (const { method, url } of routes.get(app) ?? []) {
      const address = publicAddresses[url] ?? url.replace(/:\w+|\*/g, 'x');
      const response = await app?.inject({ method: method as 'GET', url: address });
      seen.add(url);
      if (response?.headers['cache-control'] !== 'no-store') stored.add(url);
    }
  }
  for (const url of ['/api/v1/journey', '/sign/documents/:position', '/webhooks/core', '/readyz'])
    expect(seen).toContain(url);
  expect([...seen].filter((url) => url.startsWith('/webhooks/docusign'))).toHaveLength(1);
  expect([...stored].sort()).toEqual(
    [
      '/* /.well-known/security.txt /assets/* /favicon.ico /get-a-loan /icon.svg /lender/*',
      '/lender/look.css',
    ].flatMap((line) => line.split(' ')),
  );
});

it('stores neither what a public page shows one browser, nor where it sends it', async () => {
  const browser = worlds[0]?.browser();
  for (const address of ['/', '/nowhere', '/%', '/assets/nothing.js', '/api/nowhere', '/status', '/loading'])
    expect((await browser?.get(address))?.headers['cache-control'], address).toMatch(/^no-(store|cache)$/);
});

it('stores nothing of any other route, even if its handler allows it', async () => {
  const { config, log, metrics } = (worlds[0] as World).product.services;
  const app = await createHttp({ config, log, metrics });
  app.get('/new', (_request, reply) => reply.header('cache-control', 'public, max-age=60').send('personal'));
  const { statusCode, headers } = await app.inject('/new');
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
});
