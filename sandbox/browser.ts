// Serving what a vendor's script runs in a browser: TypeScript with its types taken out on the way, and the headers that
// let a page of another origin call.
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import type { FastifyInstance } from 'fastify';

const stripped = new Map<string, string>();

/** Node calls its own type stripping experimental; the console of whoever starts the product need not. */
function withoutWarning<Result>(action: () => Result): Result {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return action();
  } finally {
    process.emitWarning = emitWarning;
  }
}

export function browserScript(file: URL): string {
  const known =
    stripped.get(file.href) ?? withoutWarning(() => stripTypeScriptTypes(readFileSync(file, 'utf8')));
  stripped.set(file.href, known);
  return known;
}

/** Any page may call: the vendor tells callers apart by their key, never by a cookie. */
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
