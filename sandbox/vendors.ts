// The vendors: every `vendors/<name>/<name>.ts` that exports one. Each API is mounted with the console's faults, and its calls are logged.
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Context, Vendor } from './context.ts';
import { hangUp, neverRespond } from './requests.ts';

const folder = join(import.meta.dirname, 'vendors');

const isVendor = (value: unknown): value is Vendor =>
  typeof value === 'object' && value !== null && 'failure' in value && 'routes' in value;

/** Others, such as the mail server, have a folder too but no API to mount. */
export async function findVendors(): Promise<readonly Vendor[]> {
  const entries = readdirSync(folder)
    .sort()
    .map((name) => join(folder, name, `${name}.ts`))
    .filter((file) => existsSync(file));
  const modules: object[] = await Promise.all(entries.map((file) => import(pathToFileURL(file).href)));
  return modules.flatMap((module) => Object.values(module).filter(isVendor));
}

export function mount(app: FastifyInstance, vendor: Vendor, context: Context): void {
  const { clock, faults, requests, consoleEvents } = context;

  app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        if (request.method === 'OPTIONS') return;
        const startedAt = performance.now();
        const at = clock().toISOString();
        request.logCall = (outcome) => {
          requests.add({
            at,
            vendor: vendor.name,
            method: request.method,
            path: request.url,
            status: outcome === 'responded' ? reply.raw.statusCode : null,
            outcome,
            milliseconds: Math.round(performance.now() - startedAt),
          });
          consoleEvents.publish('requests');
        };
        // However a call ends, the raw response closes.
        reply.raw.once('close', () => {
          if (request.outcome === 'held') return;
          const hasResponded = reply.raw.writableFinished && request.outcome === undefined;
          request.logCall?.(hasResponded ? 'responded' : (request.outcome ?? 'no response'));
        });

        const fault = faults.consume(vendor.name, request.url);
        if (fault.mode === 'none') return;
        request.fault = fault.mode;
        consoleEvents.publish('faults');
        switch (fault.mode) {
          case 'slow':
            await faults.delay(vendor.name, fault, context.sleep);
            return;
          case 'error': {
            const { status, body } = vendor.failure();
            return reply.code(status).send(body);
          }
          case 'timeout':
            return neverRespond(request, reply);
          case 'refused':
            return hangUp(request, reply);
        }
      });

      scope.addHook('onSend', async (request, _reply, payload) => {
        // The call has taken effect, but the client gets no response.
        if (request.fault === 'twice') {
          request.outcome = 'dropped';
          request.raw.socket.destroy();
        }
        if (request.fault === 'held') {
          request.outcome = 'held';
          request.logCall?.('held');
          if (!request.raw.socket.destroyed) await once(request.raw.socket, 'close');
        }
        return payload;
      });

      vendor.routes(scope, context);
    },
    { prefix: `/${vendor.name}` },
  );
}
