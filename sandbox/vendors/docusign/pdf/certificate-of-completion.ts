// The certificate of completion: who signed what, when and from where.
import { createHash } from 'node:crypto';
import { consentSentence, type Envelope } from '../envelopes.ts';
import { drawPdf } from './drawing.ts';

type Certified = { name: string; original: Uint8Array; sealed: Uint8Array | undefined };
type Line = [label: string, value: string | undefined];

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const utc = (iso: string | undefined) => iso && `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;

const signerLines = ({ signer, deliveredAt, completedAt, declinedAt }: Envelope): Line[] => [
  ['Email', signer.email],
  ['Identified by', 'The sender, in a session of its own'],
  ['Opened', utc(deliveredAt)],
  ['Agreed', completedAt && `${utc(completedAt)}. ${consentSentence}`],
  ['Signed', utc(completedAt)],
  ['Signature', signer.signature],
  ['Declined', declinedAt && `${utc(declinedAt)}. ${signer.declinedReason ?? ''}`],
  ['Address', signer.from?.address],
  ['Browser', signer.from?.userAgent],
];

const documentLines = ({ name, original, sealed }: Certified): Line[] => [
  ['Document', name],
  ['SHA-256 as sent', sha256(original)],
  ['SHA-256 sealed', sealed && sha256(sealed)],
];

export function certificateOfCompletion(
  envelope: Envelope,
  documents: readonly Certified[],
): Promise<Uint8Array> {
  const sections: { heading: string; lines: Line[] }[] = [
    {
      heading: 'Certificate of completion',
      lines: [
        ['Subject', envelope.emailSubject],
        ['Envelope', envelope.id],
        ['Status', envelope.status],
        ['Sent', utc(envelope.sentAt)],
        ['Completed', utc(envelope.completedAt)],
        ['Reason', envelope.voidedReason],
      ],
    },
    { heading: `Signer: ${envelope.signer.name}`, lines: signerLines(envelope) },
    { heading: 'Documents', lines: documents.flatMap(documentLines) },
  ];
  return drawPdf(
    (pdf) => {
      const root = pdf.struct('Document');
      pdf.addStructure(root);
      const add = (element: 'H1' | 'H2' | 'P', size: number, text: string) =>
        root.add(pdf.struct(element, {}, () => pdf.fontSize(size).text(text).moveDown(0.3)));
      for (const [position, { heading, lines }] of sections.entries()) {
        add(position === 0 ? 'H1' : 'H2', position === 0 ? 22 : 14, heading);
        for (const [label, value] of lines) if (value) add('P', 9.5, `${label}: ${value}`);
      }
      root.end();
    },
    {
      size: 'LETTER',
      margin: 56,
      tagged: true,
      pdfVersion: '1.7',
      lang: 'en-US',
      displayTitle: true,
      info: { Title: `Certificate of completion, ${envelope.emailSubject}` },
    },
  );
}
