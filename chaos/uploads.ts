// Documents that an applicant sends where a reviewer needs them. Some are files that attack the program that opens them.
import { randomUUID } from 'node:crypto';
import type { Journey } from '#contract/journey.ts';
import { getUploads, handInUploads, type Uploads, uploadTypes } from '#contract/uploads.ts';
import { ApiFailure } from '#web/api/failures.ts';
import { realTimers } from '#web/lib/timers.ts';
import { sendFile } from '#web/screens/verification/documents/send-file.ts';
import { hostileFiles } from '../server/test/hostile-files.ts';
import { photo } from '../server/test/photo.ts';
import type { Applicant } from './applicant.ts';

/** Whether documents are expected of the applicant, who has not sent them. */
export const needsDocuments = ({ hasHandedIn }: Applicant, { links }: Journey): boolean =>
  links.uploads !== undefined && !hasHandedIn;

export async function uploadDocuments(applicant: Applicant, { links }: Journey): Promise<void> {
  const { random } = applicant;
  let uploads = await applicant.read(getUploads, links.uploads);
  // Documents may have been handed in before the tab was closed.
  if (uploads.documents.some(({ received }) => received.length > 0)) {
    applicant.hasHandedIn = true;
    return;
  }
  for (const { isWanted, addHref, files } of uploads.documents) {
    if (!isWanted || addHref === undefined || files.length > 0) continue;
    if (random.chance(0.5)) await sendHostile(applicant, addHref);
    uploads = await send(applicant, addHref, photo());
  }
  // Nothing may be wanted yet, such as before a reviewer asks for it.
  if (uploads.handInHref !== undefined) await applicant.press(handInUploads, uploads.handInHref, {});
  applicant.hasHandedIn = true;
}

async function sendHostile(applicant: Applicant, href: string): Promise<void> {
  const { name, bytes, why } = applicant.random.pick(hostileFiles);
  applicant.around.counts.hostileFiles += 1;
  try {
    await send(applicant, href, bytes());
    if (why !== undefined) applicant.unexpectedErrors.push(`an upload that took ${name}`);
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status >= 500 || why === undefined) throw error;
  }
}

async function send({ browser, around }: Applicant, href: string, bytes: Buffer): Promise<Uploads> {
  around.counts.filesSent += 1;
  return sendFile({
    call: browser.call,
    timers: realTimers,
    href,
    key: randomUUID(),
    name: 'photo.jpg',
    file: new Blob([new Uint8Array(bytes)], { type: uploadTypes[0] }),
    onProgress: () => around.stepTaken(),
    onWaiting: () => {},
    signal: around.signal,
  });
}
