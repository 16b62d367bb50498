// What applicants agree to by checking a box: the sentence beside it and the lender's texts that it names. The screen shows
// the sentence, and the server saves it with each text's version and hash.
export interface ConsentDeclaration {
  readonly statement: string;
  /** Ids of texts in lender/public/texts. */
  readonly texts: readonly string[];
}

export const consents = {
  /** On the application form, and for partners' applicants again on the fast path. */
  terms: {
    statement:
      'I have read and agreed to the: Terms of Use, Privacy Policy, ESIGN Act Consent and Credit Profile Authorization.',
    texts: ['terms-of-use', 'privacy-policy', 'esign-consent', 'credit-profile-authorization'],
  },
  /** With the form: calls and email about this application. */
  contact: {
    statement:
      'By pressing Check my offers I agree to be contacted about this application by phone and email.',
    texts: ['phone-consent', 'email-consent'],
  },
  /** The same, with the details that a partner's applicant updates. */
  contactOfLead: {
    statement: 'By pressing Continue I agree to be contacted about this application by phone and email.',
    texts: ['phone-consent', 'email-consent'],
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

/** An optional box beside the others, for texts about the application besides codes. Its sentence is the lender's. */
export const textConsent = (
  lender: string,
  { consent, mostPerApplication }: { readonly consent: string; readonly mostPerApplication: number },
): ConsentDeclaration => ({
  statement: consent.replace('{name}', lender).replace('{most}', `${mostPerApplication}`),
  texts: ['text-consent', 'terms-of-use', 'privacy-policy'],
});
