// Creates and checks the emailed link that confirms an email address.

import { secondsAfter } from '../../platform/clock.ts';
import { transact } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { mailedToken, readMailedToken } from '../../platform/mailed-links.ts';
import { lookups } from '../../records/applicant-fields.ts';
import { findApplicantLookups, saveEmailVerified } from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import type { With } from '../../services.ts';

const purpose = 'email-verification';
/** How many days the link works. */
export const confirmationLinkDays = 7;

export function emailVerificationLink(
  services: With<'config' | 'clock' | 'vault'>,
  applicationId: ApplicationId,
  email: string,
): string {
  // The subject includes a hash of the address, so changing the address invalidates the link.
  const token = mailedToken(
    services,
    purpose,
    `${applicationId}:${lookups.email(services.vault, email)}`,
    secondsAfter(services.clock.now(), confirmationLinkDays * 86_400),
  );
  const uidb64 = Buffer.from(applicationId).toString('base64url');
  return `${services.config.publicUrl}/email-verification/${uidb64}/${token}`;
}

/** False if the link is not ours, has expired, or names an address that has changed since. */
export async function activateEmail(
  services: With<'clock' | 'db' | 'vault'>,
  uidb64: string,
  token: string,
): Promise<boolean> {
  const read = readMailedToken(services, purpose, token);
  if (read === 'not-ours' || read.isExpired) return false;
  const [id, emailLookup] = read.subject.split(':');
  if (id !== Buffer.from(uidb64, 'base64url').toString('utf8')) return false;
  const applicationId = id as ApplicationId;
  const applicant = await findApplicantLookups(services.db, applicationId);
  if (!applicant || applicant.email !== emailLookup) return false;
  if (applicant.emailVerifiedAt === null) {
    await transact(services.db, async (tx) => {
      await saveEmailVerified(tx, applicationId, services.clock.now());
      await audit(tx, services.clock, { applicationId }, { type: 'email-verified' });
    });
  }
  return true;
}
