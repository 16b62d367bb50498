// Handles emails that bounced: their content goes by letter, and so do later notices, until the applicant confirms an address.
import type { FastifyInstance } from 'fastify';
import { lockApplication, saveBounced } from '../../journey/applications.ts';
import { transact } from '../../platform/db/database.ts';
import { receiveWebhook, refuseWebhook } from '../../platform/http/webhooks.ts';
import { applicationOfCall } from '../../platform/jobs/call-records.ts';
import { audit } from '../../records/audit.ts';
import { readAddressee } from '../../records/envelopes.ts';
import { noticesOf, saveNoticeBounced } from '../../records/notices.ts';
import type { Services } from '../../services.ts';
import { type Bounce, readMailEvents } from '../../vendors/mail-events.ts';
import { noticeMailId } from './jobs.ts';

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
    const { email, confirmedEmail } = await readAddressee(db, vault, applicationId);
    const isCurrent = bounce.recipient.toLowerCase() === (confirmedEmail ?? email).toLowerCase();
    await transact(db, async (tx) => {
      await lockApplication(tx, applicationId);
      const carried = (await noticesOf(tx, applicationId)).find(
        (notice) => notice.kind !== 'open' && noticeMailId(notice) === bounce.mail,
      );
      // The service repeats an event until we respond.
      if (carried !== undefined && carried.bouncedAt !== null) return;
      if (carried !== undefined) await saveNoticeBounced(tx, clock, carried.id);
      if (isCurrent) await saveBounced(tx, applicationId, clock.now());
      const notice = carried === undefined || carried.kind === 'open' ? null : carried.kind;
      await audit(tx, clock, { applicationId }, { type: 'email-bounced', notice });
    });
  }
}
