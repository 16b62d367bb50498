// Serves scripts to browsers: TypeScript with its types stripped, and the headers that let other origins call.
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const stripped = new Map<string, string>();

/** Node warns that its type stripping is experimental, which is no concern of the person who starts the product. */
function withoutWarning<Result>(action: () => Result): Result {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return action();
  } finally {
    process.emitWarning = emitWarning;
  }
}

function browserScript(file: URL): string {
  const script =
    stripped.get(file.href) ?? withoutWarning(() => stripTypeScriptTypes(readFileSync(file, 'utf8')));
  stripped.set(file.href, script);
  return script;
}

const sendScript = (reply: FastifyReply, source: string) =>
  reply
    .type('text/javascript; charset=utf-8')
    .header('Cache-Control', 'no-cache')
    .header('Cross-Origin-Resource-Policy', 'cross-origin')
    .send(source);

export const elementsScript = new URL('./elements.browser.ts', import.meta.url);

export function serveBrowserScript(app: FastifyInstance, path: string, file: URL): void {
  app.get(path, async (_request, reply) => sendScript(reply, browserScript(file)));
}

/** Serves a script that pages of other sites load without `type="module"`. Its names stay its own. */
export function serveClassicScript(app: FastifyInstance, path: string, file: URL): void {
  app.get(path, async (_request, reply) =>
    sendScript(reply, `(() => {\n${browserScript(file).replace('export {};', '')}})();\n`),
  );
}

/** The vendor knows callers by their key. Scripts that send cookies need `withCookies`. */
export function allowOtherOrigins(
  app: FastifyInstance,
  { withCookies = false }: { readonly withCookies?: boolean } = {},
): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('Access-Control-Allow-Origin', request.headers.origin ?? '*').header('Vary', 'Origin');
    if (withCookies) reply.header('Access-Control-Allow-Credentials', 'true');
    if (request.method === 'OPTIONS')
      return reply
        .header('Access-Control-Allow-Methods', 'GET, POST, OPTIONS')
        .header('Access-Control-Allow-Headers', request.headers['access-control-request-headers'] ?? '*')
        .header('Access-Control-Max-Age', '600')
        .code(204)
        .send();
  });
  app.options('/*', async (_request, reply) => reply.code(204).send());
}

/** To a browser, localhost and 127.0.0.1 are two origins, so a page's policy has to allow both. */
export function secondOrigin({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  const url = new URL(`${protocol}://${host}`);
  if (url.hostname === 'localhost') url.hostname = '127.0.0.1';
  else if (url.hostname === '127.0.0.1') url.hostname = 'localhost';
  return url.origin;
}
