/** Which text the words of a consent name. */
export const legalTextNames: Readonly<Record<string, string>> = {
  'Terms of Use': 'terms-of-use',
  'Privacy Policy': 'privacy-policy',
  'ESIGN Act Consent': 'esign-consent',
  'Credit Profile Authorization': 'credit-profile-authorization',
  'obtain my credit report': 'credit-profile-authorization',
  'text messages': 'text-consent',
  phone: 'phone-consent',
  email: 'email-consent',
};
