// Puts a vendor's wire on its path, with the console's faults before it and the log of calls behind it.
import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import type { Context, Vendor } from './context.ts';
import { defaultDelayMs } from './faults.ts';
import { hangUp, noAnswer } from './wire.ts';

export function mount(app: FastifyInstance, vendor: Vendor, context: Context): void {
  const { clock, faults, requests, announcements } = context;

  app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        if (request.method === 'OPTIONS') return;
        const began = performance.now();
        const at = clock().toISOString();
        request.note = (outcome) => {
          requests.add({
            at,
            vendor: vendor.name,
            method: request.method,
            path: request.url,
            status: outcome === 'answered' ? reply.raw.statusCode : null,
            outcome,
            milliseconds: Math.round(performance.now() - began),
          });
          announcements.tell('requests');
        };
        // The raw answer's close is the one moment that every way of ending a call comes to.
        reply.raw.once('close', () => {
          if (request.ending === 'held') return;
          const answered = reply.raw.writableFinished && request.ending === undefined;
          request.note?.(answered ? 'answered' : (request.ending ?? 'unanswered'));
        });

        const fault = faults.take(vendor.name, request.url);
        if (fault.mode === 'none') return;
        request.fault = fault.mode;
        announcements.tell('faults');
        switch (fault.mode) {
          case 'slow':
            await context.sleep(fault.delayMs ?? defaultDelayMs);
            return;
          case 'error': {
            const { status, body } = vendor.failure();
            return reply.code(status).send(body);
          }
          case 'timeout':
            return noAnswer(request, reply);
          case 'refused':
            return hangUp(request, reply);
        }
      });

      scope.addHook('onSend', async (request, _reply, payload) => {
        // The call has taken effect; the client never learns it.
        if (request.fault === 'twice') {
          request.ending = 'dropped';
          request.raw.socket.destroy();
        }
        if (request.fault === 'held') {
          request.ending = 'held';
          request.note?.('held');
          if (!request.raw.socket.destroyed) await once(request.raw.socket, 'close');
        }
        return payload;
      });

      vendor.routes(scope, context);
    },
    { prefix: vendor.prefix },
  );
}
