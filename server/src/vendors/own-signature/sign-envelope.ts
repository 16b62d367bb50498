// Signs an envelope: its documents and the certificate of how they were signed, sealed in a worker thread.
import type { Block, DocumentModel } from '../../pdf/document-model.ts';
import { longDate } from '../../pdf/format.ts';
import { dayIn } from '../../platform/clock.ts';
import { workerPool } from '../../platform/worker-pool.ts';
import {
  changeEnvelope,
  claimSealing,
  type EvidenceEntry,
  endSealing,
  type Origin,
  type OwnEnvelope,
  type OwnSignatureNeeds,
} from './envelope-store.ts';
import { certificateText, signingText as words } from './text.ts';

/** Longer than a sealing takes that waits for others in its process. */
const sealingSeconds = 120;

/** False if ended, changed or being sealed: it is sealed once. Throws if that fails; then nothing is signed. */
export async function signEnvelope(
  needs: OwnSignatureNeeds,
  envelope: OwnEnvelope,
  typedName: string,
  origin: Origin,
): Promise<boolean> {
  if (!(await claimSealing(needs, envelope.id, sealingSeconds))) return false;
  try {
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
    return await changeEnvelope(needs, envelope, entries, {
      status: 'completed',
      sealed: {
        documents: await needs.blobs.store('signed', sealed.documents),
        certificate: await needs.blobs.store('signed', sealed.certificate),
      },
    });
  } finally {
    await endSealing(needs.db, envelope.id);
  }
}

export interface ToSeal {
  readonly papers: readonly DocumentModel[];
  /** Also the last part of the sealed documents. */
  readonly certificate: DocumentModel;
  readonly subject: string;
  readonly now: Date;
  /** PEM. The key's own certificate first. */
  readonly identity: { readonly privateKey: string; readonly certificates: readonly string[] };
  /** Who seals, and why, as PDF readers show it. */
  readonly name: string;
  readonly reason: string;
}

type SealedPdfs = Record<'documents' | 'certificate', Buffer>;

const pool = workerPool<ToSeal, SealedPdfs>(new URL('./seal.worker.ts', import.meta.url), { idleMs: 60_000 });

async function sealInWorker(toSeal: ToSeal): Promise<SealedPdfs> {
  const { documents, certificate } = await pool.run(toSeal);
  // A Buffer arrives from another thread as a plain Uint8Array.
  return { documents: Buffer.from(documents), certificate: Buffer.from(certificate) };
}

/** The document as it was shown, with the signer's name and the day at each place to sign. */
export const signedPaper = (paper: DocumentModel, signed: { name: string; date: string }): DocumentModel => ({
  ...paper,
  blocks: paper.blocks.map((block) => (block.kind === 'signature' ? { ...block, signed } : block)),
});

/** `evidence` has all entries, the signature's too. `sealedBy` is the sealing certificate's subject and fingerprint. */
function certificatePaper(
  { id, subject, signer, shown }: OwnEnvelope,
  evidence: readonly EvidenceEntry[],
  sealedBy: { readonly subject: string; readonly fingerprint: string },
): DocumentModel {
  const [first] = shown;
  const signed = evidence.findLast(({ what }) => what === 'signed');
  if (first === undefined || signed === undefined)
    throw new Error('An envelope that is not signed has no certificate.');
  const definitions = (items: readonly { term: string; details: readonly string[] }[]): Block => ({
    kind: 'definitions',
    items,
  });
  return {
    title: certificateText.title,
    language: 'en-US',
    subject: certificateText.subject,
    sender: first.paper.sender,
    reference: first.paper.reference,
    madeAt: signed.at,
    blocks: [
      { kind: 'paragraph', text: certificateText.intro },
      definitions([
        { term: 'Subject', details: [subject] },
        { term: certificateText.envelope, details: [id] },
        ...evidence.filter(({ what }) => what !== 'signer-changed').map(entryOf),
      ]),
      { kind: 'heading', level: 2, text: certificateText.signer },
      definitions([
        { term: 'Name', details: [signer.name] },
        { term: 'Email', details: [signer.email] },
        { term: 'Identified by', details: [certificateText.identified] },
        { term: 'Signature', details: [certificateText.adopted(signed.typedName ?? signer.name)] },
        { term: 'IP address', details: [signed.address ?? certificateText.unknown] },
        { term: 'Browser', details: [signed.userAgent || certificateText.unknown] },
      ]),
      { kind: 'heading', level: 2, text: certificateText.documents },
      {
        kind: 'table',
        caption: certificateText.caption,
        columns: [
          { header: certificateText.columns.name, share: 2 },
          // A hash has no place to break a line, so it is written in groups.
          { header: certificateText.columns.hash, share: 3 },
        ],
        rows: shown.map(({ name, sha256 }) => [name, grouped(sha256)]),
        rowHeaders: true,
      },
      { kind: 'heading', level: 2, text: certificateText.seal },
      definitions([
        {
          term: 'Sealed with',
          details: certificateText.sealed(sealedBy.subject, grouped(sealedBy.fingerprint)),
        },
      ]),
    ],
  };
}

const grouped = (hex: string) => hex.replace(/(.{8})(?=.)/g, '$1 ');

const names: Record<EvidenceEntry['what'], string> = {
  created: 'Sent to sign',
  opened: 'Opened',
  consented: 'Agreed',
  signed: 'Signed',
  declined: 'Declined',
  voided: 'Voided',
  'signer-changed': 'Signer changed',
};

function entryOf({ what, at, address, sentence, documents = [] }: EvidenceEntry) {
  const from = address === undefined ? '' : `, from ${address}`;
  return {
    term: names[what],
    details: [
      `${utc(at)}${from}`,
      ...(what === 'opened' ? documents.map(({ name }) => name) : []),
      ...(sentence === undefined ? [] : [`"${sentence}"`]),
    ],
  };
}

const utc = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
