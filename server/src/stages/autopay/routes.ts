// Automatic payments, offered after signing: what can be chosen, and the choice.
import type { FastifyInstance } from 'fastify';
import { getAutopay, setAutopay } from '#contract/autopay.ts';
import { serveStep } from '../../journey/step.ts';
import { userAgentOf } from '../../platform/http/sessions.ts';
import type { Parts } from '../../services.ts';
import { authorize, cancel, readAutopay, skip } from './service.ts';

export function autopayRoutes(app: FastifyInstance, parts: Parts): void {
  serveStep(app, parts, getAutopay, 'autopay', ({ here }) => readAutopay(parts, here.application.id));

  serveStep(app, parts, setAutopay, 'autopay', async ({ here, body, request }) => {
    const { application, session } = here;
    const by = {
      application,
      sessionId: session.id,
      address: request.ip,
      userAgent: userAgentOf(request),
    };
    switch (body.choice) {
      case 'authorize':
        await authorize(parts, by, body);
        break;
      case 'skip':
        await skip(parts, by);
        break;
      case 'cancel':
        await cancel(parts, by);
        break;
    }
    return readAutopay(parts, application.id);
  });
}
