// The links by which an applicant comes to their application: a partner's, and those we mail for this or another device.

import { secondsAfter } from '../../platform/clock.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { mailedToken, readMailedToken } from '../../platform/mailed-links.ts';
import type { Parts } from '../../services.ts';

/** How long a mailed link works. */
export const mailedLinkDays = 30;

const purposes = { partner: 'lead', mail: 'resume' } as const;
type By = keyof typeof purposes;

export function partnersLink(parts: Parts, id: ApplicationId, until: Date): string {
  return linkTo(parts, 'partner', id, until);
}

export function resumeLink(parts: Parts, id: ApplicationId): string {
  return linkTo(parts, 'mail', id, secondsAfter(parts.clock.now(), mailedLinkDays * 86_400));
}

function linkTo(parts: Parts, by: By, id: ApplicationId, until: Date): string {
  return `${parts.config.publicUrl}/resume?token=${mailedToken(parts, purposes[by], id, until)}`;
}

export interface OpenedLink {
  readonly applicationId: ApplicationId;
  readonly by: By;
  readonly isExpired: boolean;
}

/** Undefined where the token is not one of ours. */
export function readLink(parts: Parts, token: string): OpenedLink | undefined {
  for (const by of ['mail', 'partner'] as const) {
    const read = readMailedToken(parts, purposes[by], token);
    if (read !== 'not-ours') {
      return { applicationId: read.subject as ApplicationId, by, isExpired: read.isExpired };
    }
  }
  return undefined;
}
