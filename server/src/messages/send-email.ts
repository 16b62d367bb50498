// Emails an applicant once: the same id is the same email, even after a crash or a retry.

import { pathOf } from '#contract/screens.ts';
import { readApplication } from '../journey/applications.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import type { LimitName } from '../platform/http/limits.ts';
import { lookups } from '../records/applicant-fields.ts';
import { hasEnteredCode } from '../records/audit.ts';
import { readAddressee } from '../records/envelopes.ts';
import type { With } from '../services.ts';
import { type Mail, MailRefused } from '../vendors/mail.ts';
import { type Email, layOut, statusLink } from '../wording/email-layout.ts';
import { recordBounce } from './bounces.ts';

export interface EmailMessage extends Pick<Mail, 'unsubscribe'> {
  /** The operation of its vendor call. */
  readonly about: string;
  /** Names this email among those about the same. */
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
  { about: operation, which, email, to: given, goesByLetter, unsubscribe }: EmailMessage,
): Promise<'sent' | 'refused'> {
  const { config, db, lender, vault, vendorCalls, vendors } = services;
  const addressee = await readAddressee(db, vault, applicationId);
  const to = given ?? addressee.confirmedEmail ?? addressee.email;
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
        const content = layOut({ ...email, links }, addressee.firstName, lender);
        await vendors.mailer.send({ id, to, ...content, ...(unsubscribe && { unsubscribe }) });
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
