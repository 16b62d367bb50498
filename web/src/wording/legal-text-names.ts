export const legalTextNames: Readonly<Record<string, readonly string[]>> = {
  'terms-of-use': ['Terms of Use'],
  'privacy-policy': ['Privacy Policy'],
  'esign-consent': ['ESIGN Act Consent'],
  'credit-profile-authorization': ['Credit Profile Authorization', 'obtain my credit report'],
  'phone-consent': ['phone'],
  'text-consent': ['text messages'],
  'email-consent': ['email'],
};
