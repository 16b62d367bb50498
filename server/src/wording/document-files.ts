// Texts around the list of documents.
import { autopayTitle } from './autopay.ts';
import { loanDocumentNames } from './loan-documents.ts';

/** The titles of all documents in the list. */
export const documentTitles = {
  ...loanDocumentNames,
  'score-disclosure': 'Your credit score and the price you pay for credit',
  'autopay-authorization': autopayTitle,
  'spouse-notice': 'Notice to your spouse',
} as const;

export const documentText = {
  signedDocuments: 'Signed loan documents',
  certificate: 'Certificate of completion',
  asPdf: 'Open as PDF',
  allSigned: 'Open all signed documents as PDF',
  signedBy: (name: string, day: string) => `Signed electronically by ${name} on ${day}`,
  notShown: "We can't show this document here",
  back: 'Go to your loan request',
} as const;
