// The mailed link by which an applicant comes back to their application, on this or another device.
import type { Parts } from '../parts.ts';
import { mailedToken, readMailedToken } from '../platform/mailed-links.ts';
import type { ApplicationId } from '../platform/tables.ts';

const purpose = 'resume';
const linkDays = 30;

export function resumeLink(parts: Parts, applicationId: ApplicationId): string {
  return `${parts.config.publicUrl}/resume?token=${mailedToken(parts, purpose, applicationId, linkDays)}`;
}

export function readResumeToken(parts: Parts, token: string): ApplicationId | 'expired' | 'not-ours' {
  const read = readMailedToken(parts, purpose, token);
  return typeof read === 'string' ? read : (read.subject as ApplicationId);
}
