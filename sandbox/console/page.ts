import { readdirSync, readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { elementsScript, serveBrowserScript } from '../browser.ts';

const file = (name: string) => new URL(`./page/${name}`, import.meta.url);
const filesOf = (ending: string) =>
  readdirSync(new URL('./page/', import.meta.url)).filter((name) => name.endsWith(ending));

// Emails shown in the console inherit this policy: their images and styles load, but no scripts run.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  'img-src http: https: data:',
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
].join('; ');

export function consolePage(app: FastifyInstance, productUrl: string): void {
  const page = () =>
    readFileSync(file('index.html'), 'utf8').replaceAll(
      'http://localhost:3000/',
      new URL('/', productUrl).href,
    );
  for (const path of ['/', '/console'])
    app.get(path, async (_request, reply) =>
      reply.type('text/html; charset=utf-8').header('Content-Security-Policy', policy).send(page()),
    );
  for (const name of filesOf('.css'))
    app.get(`/console/${name}`, async (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(readFileSync(file(name), 'utf8')),
    );
  serveBrowserScript(app, '/elements.browser.ts', elementsScript);
  for (const name of filesOf('.browser.ts')) serveBrowserScript(app, `/console/${name}`, file(name));
}
