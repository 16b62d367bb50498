// Mails an applicant once: the same `id` is the same mail, whatever crashes or retries.
import type { Parts } from '../parts.ts';
import type { ApplicationId } from '../platform/tables.ts';
import type { Mail } from '../vendors/mail.ts';
import type { Written } from '../wording/mails.ts';
import { type Applicant, readApplicant, readConfirmedEmail } from './applicant.ts';

export async function mailOnce(
  parts: Parts,
  about: {
    applicationId: ApplicationId;
    operation: string;
    id: string;
    /** Where it goes, if not to the address confirmed last. */
    to?: string;
  },
  write: (applicant: Applicant) => Written & Pick<Mail, 'attachments'>,
): Promise<void> {
  const { db, vault } = parts;
  const applicant = await readApplicant(db, vault, about.applicationId);
  const to = about.to ?? (await readConfirmedEmail(db, vault, about.applicationId)) ?? applicant.email;
  await parts.outside.call({
    vendor: 'mail',
    operation: about.operation,
    key: `mail:${about.id}`,
    applicationId: about.applicationId,
    timeoutSeconds: 20,
    // The Message-ID is made of the id: a mail sent again is the same mail.
    inDoubt: { rule: 'repeat' },
    perform: async () => {
      await parts.vendors.mailer.send({ id: about.id, to, ...write(applicant) });
      return {};
    },
  });
}
