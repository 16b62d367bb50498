// The certificate of completion: who signed what, when and from where.
import { createHash } from 'node:crypto';
import type { Envelope } from '../envelopes.ts';
import { drawSignature, pdfBytes } from './stamp.ts';

export const consentSentence =
  'I agree to use electronic records and signatures for these documents, and I can open and read them here.';

type Certified = { name: string; original: Uint8Array; sealed: Uint8Array | undefined };

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const moment = (iso: string | undefined) =>
  iso ? `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC` : 'Not yet';

const statusWords: Record<Envelope['status'], string> = {
  created: 'Draft',
  sent: 'Sent',
  delivered: 'Opened',
  completed: 'Completed',
  declined: 'Declined',
  voided: 'Voided',
};

export function certificateOfCompletion(
  envelope: Envelope,
  documents: readonly Certified[],
): Promise<Uint8Array> {
  const margin = 56;
  return pdfBytes(
    (pdf) => {
      const root = pdf.struct('Document');
      pdf.addStructure(root);
      const width = pdf.page.width - 2 * margin;
      const ink = '#1c2421';
      const quiet = '#55605b';

      const heading = (level: 'H1' | 'H2', words: string) =>
        root.add(
          pdf.struct(level, {}, () => {
            if (level === 'H2') pdf.moveDown(0.9);
            pdf
              .font('text')
              .fontSize(level === 'H1' ? 22 : 14)
              .fillColor('#0f4c3a')
              .text(words, margin, pdf.y);
            pdf.moveDown(0.3);
          }),
        );
      const line = (label: string, value: string) => {
        // Do not leave a label alone at the bottom of a page.
        if (pdf.y > pdf.page.height - margin - 40) pdf.addPage();
        root.add(
          pdf.struct('P', {}, () => {
            const top = pdf.y;
            pdf.font('text').fontSize(9.5).fillColor(quiet).text(`${label}:`, margin, top, { width: 120 });
            pdf.fillColor(ink).text(value, margin + 128, top, { width: width - 128 });
            pdf.moveDown(0.2);
          }),
        );
      };

      heading('H1', 'Certificate of completion');
      line('Subject', envelope.emailSubject);
      line('Envelope', envelope.id);
      line('Status', statusWords[envelope.status]);
      line('Sent', moment(envelope.sentAt));
      if (envelope.completedAt) line('Completed', moment(envelope.completedAt));
      if (envelope.voidedReason) line('Reason', envelope.voidedReason);

      for (const signer of envelope.signers) {
        heading('H2', `Signer: ${signer.name}`);
        line('Email', signer.email);
        line('Identified by', 'The sender, in a session of its own');
        line('Opened', moment(signer.deliveredAt));
        if (signer.consentedAt) line('Agreed', `${moment(signer.consentedAt)}. ${consentSentence}`);
        if (signer.signedAt) line('Signed', moment(signer.signedAt));
        if (signer.declinedAt)
          line(
            'Declined',
            `${moment(signer.declinedAt)}${signer.declinedReason ? `. ${signer.declinedReason}` : ''}`,
          );
        if (signer.from) {
          line('Address', signer.from.address);
          line('Browser', signer.from.userAgent || 'Unknown');
        }
        const { signature } = signer;
        if (signature) {
          if (pdf.y > pdf.page.height - margin - 60) pdf.addPage();
          line('Signature', signature.kind === 'typed' ? 'Typed' : 'Drawn');
          root.add(
            pdf.struct('Figure', { alt: `Signature of ${signer.name}` }, () => {
              const top = pdf.y;
              drawSignature(pdf, signature, { x: margin + 128, y: top, width: 180, height: 44 });
              pdf.y = top + 48;
            }),
          );
        }
      }

      heading('H2', 'Documents');
      for (const { name, original, sealed } of documents) {
        line('Document', name);
        line('SHA-256 as sent', sha256(original));
        if (sealed) line('SHA-256 sealed', sha256(sealed));
      }
      root.end();
    },
    {
      size: 'LETTER',
      margin,
      tagged: true,
      pdfVersion: '1.7',
      lang: 'en-US',
      displayTitle: true,
      info: { Title: `Certificate of completion, ${envelope.emailSubject}` },
    },
  );
}
