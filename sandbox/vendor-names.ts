// The vendors that the sandbox stands in for.
export const vendorNames = [
  'recaptcha',
  'socure',
  'bureau',
  'twilio',
  'mail',
  'core',
  'google',
  'plaid',
  'docusign',
] as const;
export type VendorName = (typeof vendorNames)[number];
