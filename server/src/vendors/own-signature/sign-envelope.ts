import { longDate } from '../../pdf/format.ts';
import { dayIn } from '../../platform/clock.ts';
import {
  changeEnvelope,
  claimSealing,
  type EvidenceEntry,
  endSealing,
  type Origin,
  type OwnEnvelope,
} from './envelope-store.ts';
import { sealInWorker } from './seal-in-worker.ts';
import { certificatePaper, signedPaper } from './signed-documents.ts';
import type { OwnSignatureNeeds } from './signing-visits.ts';
import { certificateText, signingText as words } from './text.ts';

/** Longer than a sealing takes that waits for others in its process. */
const sealingSeconds = 120;

/**
 * False if the envelope has ended or changed meanwhile, or is being sealed: it is sealed once, no matter how many requests sign it.
 * Throws if its documents cannot be sealed: then nothing is signed.
 */
export async function signEnvelope(
  needs: OwnSignatureNeeds,
  envelope: OwnEnvelope,
  typedName: string,
  origin: Origin,
): Promise<boolean> {
  if (!(await claimSealing(needs, envelope.id, sealingSeconds))) return false;
  try {
    return await seal(needs, envelope, typedName, origin);
  } finally {
    await endSealing(needs.db, envelope.id);
  }
}

async function seal(
  needs: OwnSignatureNeeds,
  envelope: OwnEnvelope,
  typedName: string,
  origin: Origin,
): Promise<boolean> {
  const { certificate, timeZone, clock } = needs;
  const moment = clock.now();
  if (!certificate.isValidAt(moment)) throw new Error('SIGNING_CERTIFICATE is not valid today.');
  const at = moment.toISOString();
  const { consent: sentence, consentVersion: version } = words;
  const documents = envelope.shown.map(({ name, sha256 }) => ({ name, sha256 }));
  const entries: readonly EvidenceEntry[] = [
    { what: 'consented', at, ...origin, sentence, version },
    { what: 'signed', at, ...origin, typedName, documents },
  ];
  const date = longDate(dayIn(timeZone, moment));
  const sealed = await sealInWorker({
    papers: envelope.shown.map(({ paper }) => signedPaper(paper, { name: envelope.signer.name, date })),
    certificate: certificatePaper(envelope, [...envelope.evidence, ...entries], certificate),
    subject: envelope.subject,
    now: moment,
    identity: { privateKey: certificate.privateKey, certificates: certificate.certificates },
    name: certificate.name,
    reason: certificateText.signedBy(envelope.signer.name, date),
  });
  return changeEnvelope(needs, envelope, entries, {
    status: 'completed',
    sealed: {
      documents: await needs.blobs.store('signed', sealed.documents),
      certificate: await needs.blobs.store('signed', sealed.certificate),
    },
  });
}
