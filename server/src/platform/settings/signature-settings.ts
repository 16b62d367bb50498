// Who has the loan documents signed, and what the lender's own signing pages seal them with.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import * as z from 'zod';
import { address, oneOf, secret, setting } from './setting.ts';

const isOwn = '**must be set** with `SIGNATURE=own`';

export const signatureSettings = {
  SIGNATURE: setting(
    oneOf(['docusign', 'own']).default('docusign'),
    'Where loan documents are signed: at DocuSign, or on the lender’s own pages, which need no vendor',
    { found: 'The lender’s choice', example: 'own', neededFor: 'signing without DocuSign' },
  ),
  SIGNING_CERTIFICATE: setting(
    z.string().refine(isCertificate, 'it must be an X.509 certificate in PEM (BEGIN CERTIFICATE)').optional(),
    'The certificate that signed documents are sealed with, as PEM, before those that vouch for it; line ends may be written as \\n',
    {
      found:
        'A certificate authority, as a document signing or electronic seal certificate for the lender’s legal name',
      example: '-----BEGIN CERTIFICATE-----\\n…',
      neededFor: 'signing without DocuSign',
      byDefault: isOwn,
    },
  ),
  SIGNING_PRIVATE_KEY: secret(
    z
      .string()
      .refine(isSigningKey, 'it must be an RSA private key in PEM, or one on the curve P-256, P-384 or P-521')
      .optional(),
    'The key of that certificate as PEM; line ends may be written as \\n',
    {
      found: 'Made with the request for the certificate',
      example: '-----BEGIN PRIVATE KEY-----\\n…',
      neededFor: 'signing without DocuSign',
      byDefault: isOwn,
    },
  ),
  TIMESTAMP_AUTHORITY_URL: setting(
    address.optional(),
    'A time-stamping authority (RFC 3161) that confirms when documents were sealed. It receives a digest only. Its certificate is not checked against a root, so production addresses it by https',
    {
      found: 'A certificate authority, which often runs one for its customers',
      example: 'https://timestamp.vendor.example',
      neededFor: 'signatures that outlast their certificate',
      byDefault: 'seals have the time of the lender’s server alone',
    },
  ),
};

/** What each choice of `SIGNATURE` cannot do without. */
export const neededForSignature = {
  docusign: [
    'DOCUSIGN_INTEGRATION_KEY',
    'DOCUSIGN_USER_ID',
    'DOCUSIGN_ACCOUNT_ID',
    'DOCUSIGN_PRIVATE_KEY',
    'DOCUSIGN_HMAC_KEY',
  ],
  own: ['SIGNING_CERTIFICATE', 'SIGNING_PRIVATE_KEY'],
} as const;

function isCertificate(pem: string): boolean {
  try {
    new X509Certificate(pem.replaceAll('\\n', '\n'));
    return true;
  } catch {
    return false;
  }
}

/** P-256, P-384 and P-521 by OpenSSL's names: the curves of the Web Cryptography API. */
const curves: ReadonlySet<string> = new Set(['prime256v1', 'secp384r1', 'secp521r1']);

function isSigningKey(pem: string): boolean {
  try {
    const { asymmetricKeyType: type, asymmetricKeyDetails } = createPrivateKey(pem.replaceAll('\\n', '\n'));
    return type === 'rsa' || (type === 'ec' && curves.has(asymmetricKeyDetails?.namedCurve ?? ''));
  } catch {
    return false;
  }
}
