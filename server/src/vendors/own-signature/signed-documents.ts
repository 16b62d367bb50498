// The documents of a signed envelope: each with its signature filled in, and the certificate of how they were signed.
import type { Block, DocumentModel } from '../../pdf/document-model.ts';
import type { EvidenceEntry, OwnEnvelope } from './envelope-store.ts';
import { certificateText as words } from './text.ts';

/** The document as it was shown, with the signer's name and the day at each place to sign. */
export function signedPaper(paper: DocumentModel, signed: { name: string; date: string }): DocumentModel {
  return {
    ...paper,
    blocks: paper.blocks.map((block) => (block.kind === 'signature' ? { ...block, signed } : block)),
  };
}

/** `evidence` has all entries, the signature's too. `sealedBy` is the sealing certificate's subject and fingerprint. */
export function certificatePaper(
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
    title: words.title,
    language: 'en-US',
    subject: words.subject,
    sender: first.paper.sender,
    reference: first.paper.reference,
    madeAt: signed.at,
    blocks: [
      { kind: 'paragraph', text: words.intro },
      definitions([
        { term: 'Subject', details: [subject] },
        { term: words.envelope, details: [id] },
        ...evidence.filter(({ what }) => what !== 'signer-changed').map(entryOf),
      ]),
      { kind: 'heading', level: 2, text: words.signer },
      definitions([
        { term: 'Name', details: [signer.name] },
        { term: 'Email', details: [signer.email] },
        { term: 'Identified by', details: [words.identified] },
        { term: 'Signature', details: [words.adopted(signed.typedName ?? signer.name)] },
        { term: 'IP address', details: [signed.address ?? words.unknown] },
        { term: 'Browser', details: [signed.userAgent || words.unknown] },
      ]),
      { kind: 'heading', level: 2, text: words.documents },
      {
        kind: 'table',
        caption: words.caption,
        columns: [
          { header: words.columns.name, share: 2 },
          // A hash has no place to break a line, so it is written in groups.
          { header: words.columns.hash, share: 3 },
        ],
        rows: shown.map(({ name, sha256 }) => [name, grouped(sha256)]),
        rowHeaders: true,
      },
      { kind: 'heading', level: 2, text: words.seal },
      definitions([
        { term: 'Sealed with', details: words.sealed(sealedBy.subject, grouped(sealedBy.fingerprint)) },
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

function entryOf({ what, at, address, sentence }: EvidenceEntry) {
  const from = address === undefined ? '' : `, from ${address}`;
  return {
    term: names[what],
    details: [`${moment(at)}${from}`, ...(sentence === undefined ? [] : [`"${sentence}"`])],
  };
}

const moment = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
