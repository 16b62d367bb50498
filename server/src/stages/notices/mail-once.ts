// Mails an applicant once: the same `id` is the same mail, whatever crashes or retries.

import type { ApplicationId } from '../../platform/db/tables.ts';
import { type Applicant, readAddressee } from '../../records/applicants.ts';
import type { Parts } from '../../services.ts';
import type { Mail } from '../../vendors/mail.ts';
import type { Written } from '../../wording/mails.ts';

export async function mailOnce(
  parts: Parts,
  about: {
    applicationId: ApplicationId;
    operation: string;
    id: string;
    /** Where it goes, if not to the address confirmed last. */
    to?: string;
  },
  write: (addressee: Pick<Applicant, 'firstName' | 'email'>) => Written & Pick<Mail, 'attachments'>,
): Promise<void> {
  const addressee = await readAddressee(parts.db, parts.vault, about.applicationId);
  await parts.outside.call({
    vendor: 'mail',
    operation: about.operation,
    key: `mail:${about.id}`,
    applicationId: about.applicationId,
    timeoutSeconds: 20,
    // The Message-ID is made of the id: a mail sent again is the same mail.
    inDoubt: { rule: 'repeat' },
    perform: async () => {
      await parts.vendors.mailer.send({
        id: about.id,
        to: about.to ?? addressee.confirmedEmail ?? addressee.email,
        ...write(addressee),
      });
      return {};
    },
  });
}
