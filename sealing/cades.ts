// CMS signatures as PAdES requires them (CAdES): a digest binds the certificate, and the PDF has the time.
import { createHash, type KeyObject, type X509Certificate } from 'node:crypto';
import { ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import {
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';

export interface SealingIdentity {
  /** RSA, or a key on one of the curves P-256, P-384 and P-521. */
  readonly key: KeyObject;
  /** The key's own certificate first, then its chain. */
  readonly certificates: readonly [X509Certificate, ...X509Certificate[]];
}

/** The types of the signed attributes. */
const oid = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const;

const sha256 = (bytes: Uint8Array) =>
  new OctetString({ valueHex: createHash('sha256').update(bytes).digest() });

/** Makes a detached signature. */
export async function signCades(
  content: Uint8Array<ArrayBuffer>,
  identity: SealingIdentity,
): Promise<Buffer> {
  const [own] = identity.certificates;
  const certificates = identity.certificates.map(({ raw }) => Certificate.fromBER(raw));
  const [{ issuer, serialNumber }] = certificates as [Certificate];
  // ESSCertIDv2 without an algorithm, whose default is SHA-256.
  const certificateId = new Sequence({ value: [sha256(own.raw)] });
  const attributes = [
    { type: oid.contentType, value: new ObjectIdentifier({ value: ContentInfo.DATA }) },
    { type: oid.messageDigest, value: sha256(content) },
    {
      type: oid.signingCertificateV2,
      value: new Sequence({ value: [new Sequence({ value: [certificateId] })] }),
    },
  ];
  const signed = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: ContentInfo.DATA }),
    certificates,
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer, serialNumber }),
        signedAttrs: new SignedAndUnsignedAttributes({
          type: 0,
          attributes: attributes.map(({ type, value }) => new Attribute({ type, values: [value] })),
        }),
      }),
    ],
  });
  await signed.sign(await webKey(identity.key), 0, 'SHA-256', content);
  const message = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) });
  return Buffer.from(message.toSchema().toBER());
}

function webKey(key: KeyObject): Promise<CryptoKey> {
  const jwk = key.export({ format: 'jwk' }) as JsonWebKey;
  const algorithm =
    jwk.crv === undefined
      ? { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
      : { name: 'ECDSA', namedCurve: jwk.crv };
  return crypto.subtle.importKey('jwk', jwk, algorithm, false, ['sign']);
}
