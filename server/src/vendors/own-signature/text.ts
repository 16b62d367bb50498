// The text of the lender's own signing pages. Its buttons have the names of every signing page here.

import type { LoanSummary } from '#contract/loan-summary.ts';
import { cents, formatUsd } from '#finance/money.ts';

export const signingText = {
  consent:
    'I agree to use electronic records and signatures for these documents, and I can open and read them here.',
  /** Changes with the sentence, and is stored with each consent. */
  consentVersion: 'own-signature-consent.1',
  bar: 'Read and sign your documents',
  skip: 'Skip to the documents',
  lead: (count: number) =>
    count === 1
      ? 'Read this document, then sign it.'
      : `Read these ${count} documents, then sign once for all of them.`,
  jump: 'Go to your signature',
  /** "$5,000 to ••0000, $183.60 a month": what is signed for. Empty for an application without a loan. */
  loan: ({ amount, money, monthlyPayment }: LoanSummary) => {
    const paid = money?.amount ?? amount;
    if (paid === undefined || monthlyPayment === undefined) return '';
    return `${formatUsd(cents(paid))}${money?.mask ? ` to ••${money.mask}` : ''}, ${formatUsd(cents(monthlyPayment))} a month`;
  },
  signFor: (loan: string) => `You sign for ${loan}.`,
  sections: 'Sections',
  sectionsOf: (name: string) => ` of ${name}`,
  progress: (at: number, count: number) => `Document ${at} of ${count}`,
  /** At 200 words a minute. */
  long: (count: number) => {
    const minutes = Math.ceil(count / 200);
    return `${count.toLocaleString('en-US')} words, about ${minutes === 1 ? '1 minute' : `${minutes} minutes`}`;
  },
  open: 'Read it here',
  opened: 'Opened',
  openPdf: 'Open as PDF',
  newTab: 'in a new tab',
  title: 'Your signature',
  name: 'Full name',
  nameHint: (name: string) => `Type your name as the documents have it: ${name}.`,
  effect: (count: number) =>
    `"Sign and finish" adopts this name as your signature and signs ${count === 1 ? 'the document' : `all ${count} documents`} with it. It counts as your handwritten signature.`,
  sign: 'Sign and finish',
  later: 'Finish later',
  decline: 'Decline to sign',
  error: 'Error: ',
  summary: 'Something is missing.',
  notOpened: (names: readonly string[]) => `Open ${names.join(', ')} first.`,
  consentMissing: 'Check the box to sign electronically.',
  nameMissing: (name: string) => `Type your name as the documents have it: ${name}.`,
  sealingTitle: 'Finishing your documents',
  sealing: "This takes a few seconds. You don't have to do anything.",
  sealingGo: 'Check now',
  declineTitle: 'Decline to sign?',
  declineEffect: "This closes the documents, and you can't sign them later.",
  declineBack: 'Go back',
  declineSure: 'Yes, decline',
  deadTitle: "This signing link doesn't work",
  dead: 'Go back to the page that sent you here and open your documents again.',
} as const;

export const certificateText = {
  title: 'Certificate of completion',
  subject: 'How the loan documents were signed',
  intro:
    'These documents were signed electronically (15 USC 7001; Uniform Electronic Transactions Act). This page records how, and is sealed with them: a later change to any page shows.',
  documents: 'Documents',
  caption: 'The documents that were shown and signed, in their order',
  columns: { name: 'Document', hash: 'SHA-256 of the PDF that was shown' },
  signer: 'Signer',
  envelope: 'Envelope',
  identified: "The applicant's own session, which a code sent to their phone opened",
  adopted: (name: string) => `${name}, typed by the signer and adopted as a signature for each place to sign`,
  signedBy: (name: string, at: string) => `Signed electronically by ${name} on ${at}`,
  seal: 'Seal',
  sealed: (subject: string, fingerprint: string) => [subject, `SHA-256 fingerprint ${fingerprint}`],
  unknown: 'Unknown',
} as const;
