// Creates and reads the links that bring applicants back: a partner's, and those we email.

import type { FastifyRequest } from 'fastify';
import { proofs } from '../platform/authentication.ts';
import { daysAfter } from '../platform/clock.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { emailedToken, readEmailedToken } from '../platform/emailed-links.ts';
import { networkOf } from '../platform/http/network.ts';
import type { With } from '../services.ts';

export const emailedLinkDays: number = proofs.emailedLink.days;

/** Of what ends a kind of email: as long as a recipient may still have the email. */
export const keptEmailDays = 3650;

const purposes = { partner: 'lead', mail: 'resume', documents: 'documents' } as const;
type By = keyof typeof purposes;

type Needs = With<'config' | 'clock' | 'vault'>;

/** `opens` is what the applicant sees first: the application where it stands, or its documents. */
export function resumeLink(services: Needs, id: ApplicationId, days = emailedLinkDays, opens?: 'documents') {
  return linkTo(services, opens ?? 'mail', id, daysAfter(services.clock.now(), days));
}

/** The resume link of an email and its lifetime: the usual one, or until the requested documents are due. */
export function emailedResume(services: Needs, id: ApplicationId, dueAt = services.clock.now()) {
  const daysLeft = Math.ceil((dueAt.getTime() - services.clock.now().getTime()) / 86_400_000);
  const days = Math.max(emailedLinkDays, daysLeft);
  return { link: resumeLink(services, id, days), days };
}

export function linkTo(services: With<'config' | 'vault'>, by: By, id: ApplicationId, until: Date): string {
  const opens = by === 'documents' ? 'opens=documents&' : '';
  return `${services.config.publicUrl}/resume?${opens}token=${emailedToken(services, purposes[by], id, until)}`;
}

export type OpenedLink = NonNullable<ReturnType<typeof readLink>>;

export function readLink(services: With<'clock' | 'vault'>, token: string) {
  for (const by of ['mail', 'documents', 'partner'] as const) {
    const read = readEmailedToken(services, purposes[by], token);
    if (read !== 'not-ours')
      return { applicationId: read.subject as ApplicationId, by, isExpired: read.isExpired };
  }
  return undefined;
}

/** Counts a link, or a request for one. What opens an application counts for it, so that no stranger can use it up. */
export const spendLink = (
  { limiter, vault }: With<'limiter' | 'vault'>,
  request: FastifyRequest,
  opened?: string,
): Promise<void> => limiter.spend('open-link', opened ?? vault.lookup('address', networkOf(request.ip)));
