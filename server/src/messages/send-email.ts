// Emails an applicant once: the same id is the same email, even after a crash or a retry. Records an email that did not arrive.

import type { FastifyInstance } from 'fastify';
import { pathOf } from '#contract/screens.ts';
import { readApplication, transactOn, updateApplication } from '../journey/applications.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import type { LimitName } from '../platform/http/limits.ts';
import { receiveWebhook, refuseWebhook } from '../platform/http/webhooks.ts';
import { applicationOfCall } from '../platform/jobs/call-records.ts';
import { lookups } from '../records/applicant-fields.ts';
import { audit, hasEnteredCode } from '../records/audit.ts';
import { readAddressee, recipientOf } from '../records/envelopes.ts';
import { type Notice, noticesOf, saveNoticeBounced } from '../records/notices.ts';
import type { Services, With } from '../services.ts';
import { type Bounce, type Mail, MailRefused, readMailEvents } from '../vendors/mail/mail.ts';
import { type Email, layOut, statusLink } from '../wording/email-layout.ts';

export interface EmailMessage extends Pick<Mail, 'unsubscribe'> {
  /** The operation of its vendor call. */
  readonly operation: string;
  /** Names this email among those of the operation. */
  readonly which: string;
  readonly email: Email;
  /** The recipient, if not the most recently confirmed address. */
  readonly to?: string;
  /** A letter takes its place if the mail server refuses the message. */
  readonly goesByLetter?: boolean;
}

/** `refused` if the mail server refused the address for good, or an email that goes by letter instead. It is recorded as a bounce. */
export async function sendEmail(
  services: With<'config' | 'clock' | 'db' | 'lender' | 'vault' | 'vendorCalls' | 'vendors'>,
  applicationId: ApplicationId,
  { operation, which, email, to: recipient, goesByLetter, unsubscribe }: EmailMessage,
): Promise<'sent' | 'refused'> {
  const { config, db, lender, vault, vendorCalls, vendors } = services;
  const addressee = await readAddressee(db, vault, applicationId);
  const to = recipient ?? addressee.confirmedEmail ?? addressee.email;
  const id = `${operation}.${which}`;
  const links = [...email.links, statusLink(`${config.publicUrl}${pathOf('status')}`)];
  try {
    await vendorCalls.call({
      vendor: 'mail',
      operation,
      key: `mail:${id}`,
      applicationId,
      timeoutSeconds: 20,
      // The Message-ID derives from the id, so a resent message is the same email.
      onUnknownOutcome: { rule: 'repeat' },
      perform: async () => {
        const content = layOut({ ...email, links }, addressee.firstName, lender, config.publicUrl);
        const conversation = `application.${applicationId}`;
        await vendors.mailer.send({ id, conversation, to, ...content, ...(unsubscribe && { unsubscribe }) });
        return {};
      },
    });
    return 'sent';
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    const { isAddressRefused: isAddressBad } = error;
    if (!isAddressBad && goesByLetter !== true) throw error;
    await recordBounce(services, applicationId, { mail: id, recipient: to, isAddressBad });
    return 'refused';
  }
}

/** The email's notice goes by letter, and after a bad address later ones, until the applicant confirms one. */
async function recordBounce(
  { db, clock, vault }: With<'db' | 'clock' | 'vault'>,
  applicationId: ApplicationId,
  { mail, recipient, isAddressBad }: Bounce,
): Promise<void> {
  const current = await recipientOf({ db, vault }, applicationId);
  const isCurrent = recipient.toLowerCase() === current.toLowerCase();
  await transactOn(db, applicationId, async (tx) => {
    const carried = (await noticesOf(tx, applicationId)).find((notice) => {
      const { operation, which } = emailOfNotice(notice);
      return notice.kind !== 'pending' && `${operation}.${which}` === mail;
    });
    // The service repeats an event until we respond.
    if (carried !== undefined && carried.bouncedAt !== null) return;
    if (carried !== undefined) await saveNoticeBounced(tx, clock, carried.id);
    if (isCurrent && isAddressBad)
      await updateApplication(tx, applicationId, { email_bounced_at: clock.now() });
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
  operation: emailedOnce[kind] ?? `${kind}-notice`,
  which: kind in emailedOnce ? applicationId : id,
});

/** The limit on emails that an applicant requests. Strangers who know the address use up nothing of one whose phone was confirmed. */
export async function emailLimit(
  { db, vault }: With<'db' | 'vault'>,
  id: ApplicationId,
  email: string,
): Promise<[LimitName, string]> {
  const address = lookups.email(vault, email);
  return (await hasEnteredCode(db, id))
    ? ['mail-to-applicant', `${id}:${address}`]
    : ['mail-to-address', `${(await readApplication(db, id)).text_budget}:${address}`];
}

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
