// DocuSign, where loan documents are signed.
import { createPrivateKey } from 'node:crypto';
import * as z from 'zod';
import { secret, service, setting, text } from './setting.ts';

const unlessOwn = { neededFor: 'loan documents', byDefault: '**must be set**, unless `SIGNATURE=own`' };
const keys = 'DocuSign Admin › Integrations › Apps and Keys';

export const docusignSettings = {
  DOCUSIGN_INTEGRATION_KEY: setting(text.optional(), 'The integration’s key', {
    found: `${keys} › your app`,
    example: '7c2b8d7e-…',
    ...unlessOwn,
  }),
  DOCUSIGN_USER_ID: setting(text.optional(), 'The user that the integration acts as', {
    found: `${keys} › My Account Information › User ID`,
    example: '1f0e6a53-…',
    ...unlessOwn,
  }),
  DOCUSIGN_ACCOUNT_ID: setting(text.optional(), 'The account that envelopes belong to', {
    found: `${keys} › My Account Information › API Account ID`,
    example: '9b3d4c21-…',
    ...unlessOwn,
  }),
  DOCUSIGN_PRIVATE_KEY: secret(
    z
      .string()
      .refine(isRsaKey, 'it must be an RSA private key in PEM (BEGIN RSA PRIVATE KEY or BEGIN PRIVATE KEY)')
      .optional(),
    'The integration’s private key as PEM, PKCS #1 or #8; line ends may be written as \\n',
    {
      found: `${keys} › your app › Service Integration › Generate RSA; shown once`,
      example: '-----BEGIN RSA PRIVATE KEY-----\\n…',
      ...unlessOwn,
    },
  ),
  DOCUSIGN_HMAC_KEY: secret(text.optional(), 'The key that signs DocuSign Connect’s webhooks', {
    found: 'DocuSign Admin › Integrations › Connect › Connect Keys › Add Secret Key',
    example: '…',
    ...unlessOwn,
    untested: 'the first webhook shows a mistake, as an alert',
    neededFor: 'knowing at once that documents are signed',
  }),
  DOCUSIGN_OAUTH_URL: service('https://account.docusign.com', 'DocuSign’s sign-in', {
    example: 'https://account-d.docusign.com',
    neededFor: 'a DocuSign developer account',
  }),
};

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem.replaceAll('\\n', '\n')).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
