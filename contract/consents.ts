// The sentence that the screen shows beside a box, saved with each text's version and hash.
import { type ConsentDeclaration, formConsents } from './form-consents.ts';

export const consents = {
  ...formConsents,
  /** The same, with the details that a partner's applicant updates. */
  contactOfLead: {
    ...formConsents.contact,
    statement: 'By pressing Continue I agree to be contacted about this application by phone and email.',
  },
  /** On the final terms. */
  authorization: {
    statement:
      'I authorize you to obtain my credit report to check whether I qualify for this loan. A hard inquiry is made only when I apply.',
    texts: ['credit-profile-authorization'],
  },
  /** On the final terms, for partners' applicants. */
  disclosures: {
    statement: 'I have read and agreed to the: Terms of Use, Privacy Policy and ESIGN Act Consent.',
    texts: ['terms-of-use', 'privacy-policy', 'esign-consent'],
  },
  /** Before electronic documents: opening the PDF demonstrates that the applicant can; requesting the documents is the consent. */
  esign: {
    statement:
      'I opened the ESIGN Act Consent as a PDF and could read it. By pressing Send my loan documents, I agree to receive and sign mine electronically.',
    texts: ['esign-consent'],
  },
  /** After a decline: partners are shown only to applicants who request them. */
  partners: {
    statement:
      "Show me other lenders and services that are your partners. You won't send them anything about me unless I choose to, as your Privacy Policy says.",
    texts: ['privacy-policy'],
  },
  /** Before the hard pull. */
  hardPull: {
    statement:
      'I authorize you to obtain my credit report now. This is a hard inquiry, and it may affect my credit score.',
    texts: ['credit-profile-authorization'],
  },
} as const satisfies Record<string, ConsentDeclaration>;

export type ConsentName = keyof typeof consents;
