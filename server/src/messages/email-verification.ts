// Creates and checks the emailed link that confirms an email address.

import * as z from 'zod';
import { transactOn } from '../journey/applications.ts';
import { proofs } from '../platform/authentication.ts';
import { daysAfter } from '../platform/clock.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { emailedProof, lengthened, readEmailedProof, shortened } from '../platform/emailed-links.ts';
import { knownLookups, lookups } from '../records/applicant-fields.ts';
import { findApplicantLookups, readApplicantField, saveEmailVerified } from '../records/applicants.ts';
import { audit } from '../records/audit.ts';
import type { With } from '../services.ts';

const purpose = 'email-verification';
export const confirmationLinkDays = proofs.emailedLink.confirmsAddressForDays;

export function emailVerificationLink(
  services: With<'config' | 'clock' | 'vault'>,
  id: ApplicationId,
  email: string,
): string {
  const until = daysAfter(services.clock.now(), confirmationLinkDays);
  // The subject includes a hash of the address, so changing the address invalidates the link.
  const proof = emailedProof(services, purpose, `${id}:${lookups.email(services.vault, email)}`, until);
  return `${services.config.publicUrl}/email-verification/${shortened(id)}/${proof}`;
}

/** False if the link is not ours, has expired, or names an address that has changed since. */
export async function activateEmail(services: With<'clock' | 'db' | 'vault'>, uidb64: string, token: string) {
  const { db, vault, clock } = services;
  const id = lengthened(uidb64);
  if (!z.guid().safeParse(id).success) return false;
  const applicationId = id as ApplicationId;
  const applicant = await findApplicantLookups(db, applicationId);
  if (!applicant) return false;
  const email = await readApplicantField(db, vault, applicationId, 'email');
  const isOurs = knownLookups.email(vault, email).some((lookup) => {
    const read = readEmailedProof(services, purpose, `${applicationId}:${lookup}`, token);
    return read !== 'not-ours' && !read.isExpired;
  });
  if (!isOurs) return false;
  if (applicant.emailVerifiedAt === null)
    await transactOn(db, applicationId, async (tx) => {
      await saveEmailVerified(tx, applicationId, clock.now());
      await audit(tx, clock, { applicationId }, { type: 'email-verified' });
    });
  return true;
}
