// Texts around the list of documents.
import type { EmailedKind } from '#lender/schema/document-delivery.ts';
import { adverseActionText } from './adverse-action.ts';
import { approvalText } from './approval-notice.ts';
import { autopayFilename, autopayTitle } from './autopay.ts';
import { incompleteText } from './incomplete-notice.ts';
import { loanDocumentNames } from './loan-documents.ts';
import { scoreDisclosureText } from './score-disclosure.ts';
import { withdrawalText } from './withdrawal-receipt.ts';

export const documentTitles = {
  ...loanDocumentNames,
  'score-disclosure': scoreDisclosureText.title,
  'autopay-authorization': autopayTitle,
  'spouse-notice': 'Notice to your spouse',
} as const;

export const documentText = {
  signedDocuments: 'Signed loan documents',
  certificate: 'Certificate of completion',
  void: (title: string) => `${title} (not in effect: no loan was made)`,
  asPdf: 'Open as PDF',
  allSigned: 'Open all signed documents as PDF',
  signedBy: (name: string, day: string) => `Signed electronically by ${name} on ${day}`,
  notShown: "We can't show this document here",
  back: 'Go to your loan application',
} as const;

interface File {
  readonly title: string;
  readonly filename: string;
}

/** The files of each kind of document that an email leads to. Signed documents have two. */
export const emailedFiles: Readonly<Record<EmailedKind, readonly [File, ...File[]]>> = {
  denial: [adverseActionText],
  incomplete: [incompleteText],
  counteroffer: [
    { title: adverseActionText.counterofferTitle, filename: adverseActionText.counterofferFilename },
  ],
  approval: [approvalText],
  withdrawal: [{ title: withdrawalText.inList, filename: withdrawalText.filename }],
  'score-disclosure': [scoreDisclosureText],
  'signed-documents': [
    { title: documentText.signedDocuments, filename: 'loan-documents.pdf' },
    { title: documentText.certificate, filename: 'certificate-of-completion.pdf' },
  ],
  'autopay-authorization': [{ title: autopayTitle, filename: autopayFilename }],
};

/** False for a spouse's notice, which goes by letter alone, and for the pending 30 days of an application. */
export const isEmailed = (kind: string): kind is EmailedKind => Object.hasOwn(emailedFiles, kind);
