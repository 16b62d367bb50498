// Routes for automatic payments, which we offer after signing: the available choices and the applicant's choice.
import type { FastifyInstance } from 'fastify';
import { getAutopay, setAutopay } from '#contract/autopay.ts';
import { serveStep } from '../../journey/step.ts';
import { userAgentOf } from '../../platform/http/sessions.ts';
import type { Services } from '../../services.ts';
import { assertRecentCode } from '../phone-check/recent-code.ts';
import { authorize, cancel, readAutopay, skip, wasAuthorized } from './service.ts';

export function autopayRoutes(app: FastifyInstance, services: Services): void {
  serveStep(app, services, getAutopay, 'autopay', ({ context }) =>
    readAutopay(services, context.application.id),
  );

  serveStep(app, services, setAutopay, 'autopay', async ({ context, body, request }) => {
    const { id } = context.application;
    if (body.choice !== 'skip' && (await wasAuthorized(services, id)))
      await assertRecentCode(services, context);
    const by = { ...context.subject, address: request.ip, userAgent: userAgentOf(request) };
    switch (body.choice) {
      case 'authorize':
        await authorize(services, by, body);
        break;
      case 'skip':
        await skip(services, by);
        break;
      case 'cancel':
        await cancel(services, by);
        break;
    }
    return readAutopay(services, id);
  });
}
