// Whether an application has offers that its applicant may still take, and that expire.
import type { Application } from './applications.ts';
import { type Position, transitionOf } from './chart.ts';

/** What expires is offers, not an approval. */
export const hasOffers = (position: Position): boolean =>
  transitionOf(position, 'expired')?.to === 'OFFER_EXPIRED';

export const offersExpireAt = (
  application: Pick<Application, 'state' | 'path' | 'offers_expire_at'>,
): Date | undefined => (hasOffers(application) ? (application.offers_expire_at ?? undefined) : undefined);
