// Routes for automatic payments, which we offer after signing: the available choices and the applicant's choice.
import type { FastifyInstance } from 'fastify';
import { getAutopay, getPaymentCalendar, setAutopay } from '#contract/autopay.ts';
import { assertAllowed } from '../../journey/guard.ts';
import { requireContext } from '../../journey/request-context.ts';
import { serveStep } from '../../journey/step.ts';
import { asErrorPage } from '../../pdf/responses.ts';
import { serveFile } from '../../platform/http/http.ts';
import { userAgentOf } from '../../platform/http/sessions.ts';
import type { Services } from '../../services.ts';
import { calendarFilename, calendarText } from '../../wording/autopay.ts';
import { assertRecentCode } from '../phone-check/recent-code.ts';
import { authorize, cancel, readAutopay, readCalendar, skip, wasAuthorized } from './service.ts';

export function autopayRoutes(app: FastifyInstance, services: Services): void {
  serveStep(app, services, getAutopay, 'autopay', ({ context }) =>
    readAutopay(services, context.application.id),
  );

  serveStep(app, services, setAutopay, 'autopay', async ({ context, body, request }) => {
    const { application, session } = context;
    if (body.choice !== 'skip' && (await wasAuthorized(services, application.id)))
      await assertRecentCode(services, context);
    const by = {
      application,
      sessionId: session.id,
      address: request.ip,
      userAgent: userAgentOf(request),
    };
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
    return readAutopay(services, application.id);
  });

  serveFile(
    app,
    getPaymentCalendar,
    async ({ params, request, reply }) => {
      const { application } = await requireContext(services, request, params.applicationId);
      assertAllowed(application, 'autopay');
      return reply
        .type(`${getPaymentCalendar.contentType}; charset=utf-8`)
        .header('content-disposition', `attachment; filename="${calendarFilename}"`)
        .send(await readCalendar(services, application.id));
    },
    asErrorPage({ title: calendarText.notMade, back: { screen: 'success', words: calendarText.back } }),
  );
}
