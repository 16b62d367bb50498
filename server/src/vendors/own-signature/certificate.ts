// The certificate that signed documents are sealed with, checked before anything is signed.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { SetupError } from '../../platform/failure.ts';

export type SealingCertificate = Readonly<ReturnType<typeof readSealingCertificate>>;

const unescaped = (pem: string) => pem.replaceAll('\\n', '\n');

/** Throws a `SetupError` if the key isn't the certificate's, or the certificate isn't valid now. */
export function readSealingCertificate(
  settings: { readonly certificate: string; readonly privateKey: string },
  now: Date,
) {
  const certificates = unescaped(settings.certificate).match(
    /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g,
  );
  const [first] = certificates ?? [];
  if (certificates === null || first === undefined)
    throw new SetupError('SIGNING_CERTIFICATE has no certificate in it.');
  const own = new X509Certificate(first);
  const privateKey = unescaped(settings.privateKey);
  if (!own.checkPrivateKey(createPrivateKey(privateKey)))
    throw new SetupError(
      'SIGNING_PRIVATE_KEY is not the key of the first certificate in SIGNING_CERTIFICATE.',
    );
  const isValidAt = (moment: Date) => moment >= own.validFromDate && moment <= own.validToDate;
  if (!isValidAt(now))
    throw new SetupError(
      `SIGNING_CERTIFICATE is valid from ${own.validFrom} to ${own.validTo}. Documents cannot be sealed with it now.`,
    );
  // One line for each part of the name, with a backslash before what would separate parts.
  const parts = own.subject.replace(/\\(.)/g, '$1');
  const subject = parts.replaceAll('\n', ', ');
  return {
    /** PEM. */
    privateKey,
    certificates: certificates as readonly string[],
    /** The common name, else the whole subject on one line. */
    name: /^CN=(.+)$/m.exec(parts)?.[1] ?? subject,
    subject,
    /** SHA-256, in hexadecimal. */
    fingerprint: own.fingerprint256.replaceAll(':', '').toLowerCase(),
    validTo: own.validToDate,
    isValidAt,
  };
}
