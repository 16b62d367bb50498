/** What a signer agrees to on the signing page, and what the certificate repeats. */
export const consentSentence =
  'I agree to use electronic records and signatures for these documents, and I can open and read them here.';
