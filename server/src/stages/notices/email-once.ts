// Emails an applicant once: the same `id` is the same email, even after a crash or a retry.

import { pathOf } from '#contract/screens.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import type { Applicant } from '../../records/applicant-fields.ts';
import { readAddressee } from '../../records/envelopes.ts';
import type { With } from '../../services.ts';
import { type Mail, MailRefused } from '../../vendors/mail.ts';
import type { EmailContent } from '../../wording/email-layout.ts';
import { withStatusLink } from '../../wording/footer-link.ts';
import { recordBounce } from './bounces.ts';

/** `refused` if the mail server refused the address for good, or an email that goes by letter instead. It is recorded as a bounce. */
export async function emailOnce(
  services: With<'config' | 'clock' | 'db' | 'vault' | 'vendorCalls' | 'vendors'>,
  about: {
    applicationId: ApplicationId;
    operation: string;
    id: string;
    /** The recipient, if not the most recently confirmed address. */
    to?: string;
    /** A letter takes its place if the mail server refuses the message. */
    goesByLetter?: boolean;
  },
  write: (addressee: Pick<Applicant, 'firstName' | 'email'>) => EmailContent & Pick<Mail, 'unsubscribe'>,
): Promise<'sent' | 'refused'> {
  const addressee = await readAddressee(services.db, services.vault, about.applicationId);
  const to = about.to ?? addressee.confirmedEmail ?? addressee.email;
  try {
    await services.vendorCalls.call({
      vendor: 'mail',
      operation: about.operation,
      key: `mail:${about.id}`,
      applicationId: about.applicationId,
      timeoutSeconds: 20,
      // The Message-ID derives from the id, so a resent message is the same email.
      onUnknownOutcome: { rule: 'repeat' },
      perform: async () => {
        await services.vendors.mailer.send({
          id: about.id,
          to,
          ...withStatusLink(write(addressee), `${services.config.publicUrl}${pathOf('status')}`),
        });
        return {};
      },
    });
    return 'sent';
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    const { isAddressRefused: isAddressBad } = error;
    if (!isAddressBad && about.goesByLetter !== true) throw error;
    await recordBounce(services, about.applicationId, { mail: about.id, recipient: to, isAddressBad });
    return 'refused';
  }
}
