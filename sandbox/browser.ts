// Serves scripts to browsers: TypeScript with its types stripped, and the headers that let other origins call.
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import type { FastifyInstance } from 'fastify';

const stripped = new Map<string, string>();

/** Node warns that its type stripping is experimental; whoever starts the product does not need to read that. */
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
  const known =
    stripped.get(file.href) ?? withoutWarning(() => stripTypeScriptTypes(readFileSync(file, 'utf8')));
  stripped.set(file.href, known);
  return known;
}

export function serveBrowserScript(app: FastifyInstance, path: string, file: URL): void {
  app.get(path, async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .header('Cross-Origin-Resource-Policy', 'cross-origin')
      .send(browserScript(file)),
  );
}

/** Any page may call: the vendor identifies callers by their key, never by a cookie. */
export function allowOtherOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('Access-Control-Allow-Origin', request.headers.origin ?? '*').header('Vary', 'Origin');
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
