// Seals PDFs (PAdES, baseline B): any later change invalidates the signature. The CMS message (CAdES) has a
// digest that binds the certificate, and the PDF has the time.
import { createHash, type KeyObject, type X509Certificate } from 'node:crypto';
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib';
import { Signer, SignPdf } from '@signpdf/signpdf';
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
import { structureOf } from './structure.ts';

export interface SealingIdentity {
  /** RSA, or a key on one of the curves P-256, P-384 and P-521. */
  readonly key: KeyObject;
  /** The key's own certificate first, then its chain. */
  readonly certificates: readonly [X509Certificate, ...X509Certificate[]];
}

class CadesSigner extends Signer {
  readonly identity: SealingIdentity;
  constructor(identity: SealingIdentity) {
    super();
    this.identity = identity;
  }
  override async sign(pdf: Buffer): Promise<Buffer> {
    return signCades(Uint8Array.from(pdf), this.identity);
  }
}

const placeholder = '**********';
const signatureBytes = 16_384;

/** Returns the sealed file. `name` and `reason` are shown with the signature; `now` is its time. */
export async function seal(
  bytes: Uint8Array,
  { identity, name, reason, now }: { identity: SealingIdentity; name: string; reason: string; now: Date },
): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const { context: objects, catalog } = document;
  const page = document.getPage(0);
  const key = PDFName.of;

  const range = PDFArray.withContext(objects);
  range.push(PDFNumber.of(0));
  for (let i = 0; i < 3; i += 1) range.push(key(placeholder));
  const signature = objects.obj({ Type: 'Sig', Filter: 'Adobe.PPKLite', SubFilter: 'ETSI.CAdES.detached' });
  signature.set(key('ByteRange'), range);
  signature.set(key('Contents'), PDFHexString.of('0'.repeat(signatureBytes * 2)));
  signature.set(key('M'), PDFString.fromDate(now));
  signature.set(key('Name'), PDFHexString.fromText(name));
  signature.set(key('Reason'), PDFHexString.fromText(reason));

  const widget = objects.obj({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    Rect: [0, 0, 0, 0],
    // Annotation flags: print and locked.
    F: 132,
    P: page.ref,
    V: objects.register(signature),
  });
  widget.set(key('T'), PDFString.of('Seal'));
  widget.set(key('TU'), PDFHexString.fromText(`Sealed by ${name}`));
  const widgetRef = objects.register(widget);
  page.node.addAnnot(widgetRef);
  structureOf(document)?.form(page, widgetRef, `Sealed by ${name}`);

  const form = catalog.lookupMaybe(key('AcroForm'), PDFDict) ?? objects.obj({ Fields: [] });
  const fields = form.lookupMaybe(key('Fields'), PDFArray) ?? objects.obj([]);
  fields.push(widgetRef);
  form.set(key('Fields'), fields);
  form.set(key('SigFlags'), PDFNumber.of(3));
  if (!catalog.has(key('AcroForm'))) catalog.set(key('AcroForm'), objects.register(form));

  const prepared = await document.save({ useObjectStreams: false, updateFieldAppearances: false });
  return new SignPdf().sign(Buffer.from(prepared), new CadesSigner(identity));
}

const oid = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const;

const sha256 = (bytes: Uint8Array) =>
  new OctetString({ valueHex: createHash('sha256').update(bytes).digest() });

async function signCades(content: Uint8Array<ArrayBuffer>, identity: SealingIdentity): Promise<Buffer> {
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
