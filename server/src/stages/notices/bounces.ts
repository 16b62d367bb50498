// Receives the mail service's reports of emails that bounced.
import type { FastifyInstance } from 'fastify';
import { receiveWebhook, refuseWebhook } from '../../platform/http/webhooks.ts';
import { applicationOfCall } from '../../platform/jobs/call-records.ts';
import type { Services } from '../../services.ts';
import { type Bounce, readMailEvents } from '../../vendors/mail-events.ts';
import { recordBounce } from './record-bounce.ts';

/** A mail service sends many events at once, after an outage of ours for example. */
const maySendBatches = { bodyLimit: 1_000_000 };

export function bounceRoutes(app: FastifyInstance, services: Services): void {
  const { config, db, clock, limiter, vault } = services;
  const key = config.MAIL_WEBHOOK_KEY;
  if (key === undefined) return;

  receiveWebhook(
    app,
    '/webhooks/mail',
    async (body, request) => {
      const events = readMailEvents(body, request.headers, key, clock.now());
      if (typeof events === 'string') refuseWebhook(events);
      const { once, bounces } = events;
      if (
        once &&
        !(await limiter.trySpend('mail-event', vault.lookup('mail-event', once.token), once.signedAt))
      )
        refuseWebhook('forged');
      for (const bounce of bounces) await noteBounce(bounce);
    },
    maySendBatches,
  );

  async function noteBounce(bounce: Bounce): Promise<void> {
    const applicationId = await applicationOfCall(db, `mail:${bounce.mail}`);
    // Not an email about an application, or one that was purged.
    if (applicationId === undefined) return;
    await recordBounce(services, applicationId, { ...bounce, isAddressBad: true });
  }
}
