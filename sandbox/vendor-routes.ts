// Mounts a vendor's API, applies the console's faults to each call and logs it.
import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import type { Context, Vendor } from './context.ts';
import { hangUp, neverRespond } from './hang-up.ts';

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
    { prefix: vendor.prefix },
  );
}
