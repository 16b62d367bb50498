// Sends the email with the documents link, once per request: a button pressed twice is one request.
import { randomUUID } from 'node:crypto';
import { daysAfter, secondsAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { type SavedEnvelope, saveEnvelope } from '../../records/envelopes.ts';
import type { With } from '../../services.ts';
import { linkDays } from './envelope.ts';
import { sendDocumentsJob } from './jobs.ts';

/** A second request within a minute is a repeated press, even if the email was faster. */
const samePressSeconds = 60;

/** Whether the email to this address is on its way, or was sent a moment ago. Read the envelope with its application locked. */
export function isBeingSent(
  { clock }: With<'clock'>,
  { mailedTo, mailing, linkExpiresAt }: SavedEnvelope,
  email: string,
): boolean {
  if (mailedTo.toLowerCase() !== email.toLowerCase() || mailing === 'failed') return false;
  const requestedAt = daysAfter(linkExpiresAt, -linkDays);
  return mailing === 'waiting' || secondsAfter(requestedAt, samePressSeconds) > clock.now();
}

/** Call it with the application locked. Returns when the link expires. */
export async function sendTo(
  tx: Tx,
  services: With<'clock' | 'vault' | 'jobs'>,
  id: ApplicationId,
  email: string,
): Promise<Date> {
  const expires = daysAfter(services.clock.now(), linkDays);
  const generation = await saveEnvelope(tx, services, id, email, expires);
  await services.jobs.enqueue(tx, sendDocumentsJob, id, { mail: randomUUID(), generation });
  return expires;
}
