// Serves Link's script, and the page, script and styles of its frame.
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { serveBrowserScript } from '../../../browser.ts';
import { framePage } from './pages.ts';

const file = (name: string) => new URL(name, import.meta.url);
const frameScripts = ['main', 'page', 'session', 'login-steps', 'account-steps'];

const framePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export function assetRoutes(app: FastifyInstance): void {
  serveBrowserScript(app, '/link/v2/stable/link-initialize.js', file('./link-initialize.browser.ts'));
  for (const name of frameScripts)
    serveBrowserScript(app, `/link/v2/stable/${name}.browser.ts`, file(`./frame/${name}.browser.ts`));
  app.get('/link/v2/stable/link.css', async (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .send(readFileSync(file('./frame/frame.css'), 'utf8')),
  );
  app.get('/link/v2/stable/link.html', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('Content-Security-Policy', framePolicy)
      .header('Referrer-Policy', 'no-referrer')
      .send(framePage()),
  );
}
