// The mailed link that confirms an e-mail address: signed, good until it expires, as often as it is opened.

import { lookups } from '../journey/applicant.ts';
import type { Parts } from '../parts.ts';
import { audit } from '../platform/audit.ts';
import { secondsAfter } from '../platform/clock.ts';
import { transact } from '../platform/database.ts';
import type { ApplicationId } from '../platform/tables.ts';

const linkDays = 7;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function emailVerificationLink(parts: Parts, applicationId: ApplicationId, email: string): string {
  const expires = Math.floor(secondsAfter(parts.clock.now(), linkDays * 86_400).getTime() / 1000);
  const uidb64 = Buffer.from(applicationId).toString('base64url');
  const token = `${expires.toString(36)}-${signature(parts, applicationId, lookups.email(parts.vault, email), expires)}`;
  return `${parts.config.publicUrl}/email-verification/${uidb64}/${token}`;
}

/** False where the link is not ours, is past its time, or names an address that was changed since. */
export async function activateEmail(parts: Parts, uidb64: string, token: string): Promise<boolean> {
  const id = Buffer.from(uidb64, 'base64url').toString('utf8');
  const [expiresText = '', mac = ''] = token.split(/-(.*)/s);
  const expires = Number.parseInt(expiresText, 36);
  if (!uuid.test(id) || !Number.isSafeInteger(expires) || expires * 1000 < parts.clock.now().getTime())
    return false;
  const applicationId = id as ApplicationId;
  const applicant = await parts.db
    .selectFrom('applicant')
    .select(['email_lookup', 'email_verified_at'])
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
  if (!applicant || mac !== signature(parts, applicationId, applicant.email_lookup, expires)) return false;
  if (applicant.email_verified_at === null) {
    await transact(parts.db, async (tx) => {
      await tx
        .updateTable('applicant')
        .set({ email_verified_at: parts.clock.now() })
        .where('application_id', '=', applicationId)
        .execute();
      await audit(tx, parts.clock, { applicationId }, { type: 'email-verified' });
    });
  }
  return true;
}

function signature(parts: Parts, applicationId: ApplicationId, emailLookup: string, expires: number): string {
  return parts.vault.lookup('email-verification', `${applicationId}\0${emailLookup}\0${expires}`);
}
