// Receives the mail service's reports of emails that bounced.
import type { FastifyInstance } from 'fastify';
import { receiveWebhook, refuseWebhook } from '../platform/http/webhooks.ts';
import { applicationOfCall } from '../platform/jobs/call-records.ts';
import type { Services } from '../services.ts';
import { readMailEvents } from '../vendors/mail/events.ts';
import { recordBounce } from './send-email.ts';

export function bounceRoutes(app: FastifyInstance, services: Services): void {
  const { config, clock, db, limiter, vault } = services;
  const key = config.MAIL_WEBHOOK_KEY;
  if (key === undefined) return;

  const receive = async (body: Buffer) => {
    const events = readMailEvents(body, key, clock.now());
    if (typeof events === 'string') refuseWebhook(events);
    const { once, bounces } = events;
    const token = vault.lookup('mail-event', once.token);
    if (!(await limiter.trySpend('mail-event', token, { at: once.signedAt }))) refuseWebhook('forged');
    for (const bounce of bounces) {
      const id = await applicationOfCall(db, `mail:${bounce.mail}`);
      // Not an email about an application, or one that was purged.
      if (id !== undefined) await recordBounce(services, id, bounce);
    }
  };
  // A mail service sends many events at once, after an outage of ours for example.
  receiveWebhook(app, '/webhooks/mail', receive, 1_000_000);
}
