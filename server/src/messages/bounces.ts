// Receives the mail service's reports of emails that bounced, and records that an email did not arrive.
import type { FastifyInstance } from 'fastify';
import { saveBounced, transactOn } from '../journey/applications.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { receiveWebhook, refuseWebhook } from '../platform/http/webhooks.ts';
import { applicationOfCall } from '../platform/jobs/call-records.ts';
import { audit } from '../records/audit.ts';
import { readAddressee } from '../records/envelopes.ts';
import { type Notice, noticesOf, saveNoticeBounced } from '../records/notices.ts';
import type { Services, With } from '../services.ts';
import { type Bounce, readMailEvents } from '../vendors/mail-events.ts';

/** A mail service sends many events at once, after an outage of ours for example. */
const batchLimit = { bodyLimit: 1_000_000 };

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
  receiveWebhook(app, '/webhooks/mail', receive, batchLimit);
}

/** The email's notice goes by letter, and after a bad address later ones, until the applicant confirms one. */
export async function recordBounce(
  { db, clock, vault }: With<'db' | 'clock' | 'vault'>,
  applicationId: ApplicationId,
  { mail, recipient, isAddressBad }: Bounce,
): Promise<void> {
  const { email, confirmedEmail } = await readAddressee(db, vault, applicationId);
  const isCurrent = recipient.toLowerCase() === (confirmedEmail ?? email).toLowerCase();
  await transactOn(db, applicationId, async (tx) => {
    const carried = (await noticesOf(tx, applicationId)).find((notice) => {
      const { about, which } = emailOfNotice(notice);
      return notice.kind !== 'pending' && `${about}.${which}` === mail;
    });
    // The service repeats an event until we respond.
    if (carried !== undefined && carried.bouncedAt !== null) return;
    if (carried !== undefined) await saveNoticeBounced(tx, clock, carried.id);
    if (isCurrent && isAddressBad) await saveBounced(tx, applicationId, clock.now());
    const notice = carried === undefined || carried.kind === 'pending' ? null : carried.kind;
    await audit(tx, clock, { applicationId }, { type: 'email-bounced', notice });
  });
}

/** The emails of kinds that an application has once: the application's id names the email. */
const emailedOnce: Partial<Record<Notice['kind'], string>> = {
  denial: 'adverse-action',
  'signed-documents': 'signed-copy',
};

export const emailOfNotice = ({ id, kind, applicationId }: Notice) => ({
  about: emailedOnce[kind] ?? `${kind}-notice`,
  which: kind in emailedOnce ? applicationId : id,
});
