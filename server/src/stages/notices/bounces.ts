// Receives the mail service's reports of emails that bounced.
import type { FastifyInstance } from 'fastify';
import { receiveWebhook, refuseWebhook } from '../../platform/http/webhooks.ts';
import { applicationOfCall } from '../../platform/jobs/call-records.ts';
import { knownLookups } from '../../records/applicant-fields.ts';
import { applicationsOfEmail } from '../../records/applicants.ts';
import type { Services, With } from '../../services.ts';
import { type Bounce, readMailEvents } from '../../vendors/mail-events.ts';
import { recordBounce } from './record-bounce.ts';

/** A mail service sends many events at once, after an outage of ours for example. */
const maySendBatches = { bodyLimit: 1_000_000 };

export function bounceRoutes(app: FastifyInstance, services: Services): void {
  const { config, clock, limiter, vault } = services;
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
      for (const bounce of bounces) await noteBounce(services, bounce);
    },
    maySendBatches,
  );
}

export async function noteBounce(services: With<'db' | 'clock' | 'vault'>, bounce: Bounce): Promise<void> {
  const { db, vault } = services;
  const { mail, recipient } = bounce;
  if (mail === undefined) {
    for (const id of await applicationsOfEmail(db, knownLookups.email(vault, recipient)))
      await recordBounce(services, id, bounce);
    return;
  }
  const id = await applicationOfCall(db, `mail:${mail}`);
  // Not an email about an application, or one that was purged.
  if (id !== undefined) await recordBounce(services, id, bounce);
}
