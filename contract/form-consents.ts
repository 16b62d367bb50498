// The consents on the application form, apart from the others, so that the landing page loads no more.
export interface ConsentDeclaration {
  readonly statement: string;
  /** Ids of texts in lender/public/texts. */
  readonly texts: readonly string[];
}

export const formConsents = {
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
} as const satisfies Record<string, ConsentDeclaration>;

/** An optional box beside the others, for texts about the application besides codes. Its sentence is the lender's. */
export const textConsent = (
  lender: string,
  { consent, mostPerApplication }: { readonly consent: string; readonly mostPerApplication: number },
): ConsentDeclaration => ({
  statement: consent.replace('{name}', lender).replace('{most}', `${mostPerApplication}`),
  texts: ['text-consent', 'terms-of-use', 'privacy-policy'],
});
