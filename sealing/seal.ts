// Seals PDFs (PAdES, baseline B) with an X.509 certificate: any later change to the file invalidates the signature.
import { createHash, type KeyObject, sign, type X509Certificate } from 'node:crypto';
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib';
import { Signer, SignPdf } from '@signpdf/signpdf';
import * as der from './der.ts';
import { structureOf } from './structure.ts';

export interface SealingIdentity {
  /** RSA, or a key on an elliptic curve. */
  readonly key: KeyObject;
  /** The key's own certificate first, then those that vouch for it. */
  readonly certificates: readonly [X509Certificate, ...X509Certificate[]];
}

const oid = {
  rsa: '1.2.840.113549.1.1.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  sha256: '2.16.840.1.101.3.4.2.1',
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.47',
} as const;

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const algorithm = (name: string): Buffer => der.sequence(der.objectIdentifier(name), der.nullValue());

/** A detached CMS signature for CAdES: the PDF holds the time, and a digest binds the certificate. */
function cades(content: Uint8Array, { key, certificates }: SealingIdentity): Buffer {
  const certificate = certificates[0].raw;
  const { issuer, serial } = der.issuerAndSerial(certificate);
  const attribute = (name: string, value: Buffer) => der.sequence(der.objectIdentifier(name), der.set(value));
  const attributes = [
    attribute(oid.contentType, der.objectIdentifier(oid.data)),
    attribute(oid.messageDigest, der.octetString(sha256(content))),
    // Without an algorithm, the default is SHA-256.
    attribute(
      oid.signingCertificate,
      der.sequence(der.sequence(der.sequence(der.octetString(sha256(certificate))))),
    ),
  ].toSorted(Buffer.compare);
  // The attributes are signed as a SET but stored under their own tag.
  const signature = sign('sha256', der.set(...attributes), key);
  const signer = der.sequence(
    der.integer(Uint8Array.of(1)),
    der.sequence(issuer, serial),
    algorithm(oid.sha256),
    der.contextSpecific(0, ...attributes),
    key.asymmetricKeyType === 'ec'
      ? der.sequence(der.objectIdentifier(oid.ecdsaWithSha256))
      : algorithm(oid.rsa),
    der.octetString(signature),
  );
  return der.sequence(
    der.objectIdentifier(oid.signedData),
    der.contextSpecific(
      0,
      der.sequence(
        der.integer(Uint8Array.of(1)),
        der.set(algorithm(oid.sha256)),
        der.sequence(der.objectIdentifier(oid.data)),
        der.contextSpecific(0, ...certificates.map(({ raw }) => raw)),
        der.set(signer),
      ),
    ),
  );
}

class CadesSigner extends Signer {
  readonly identity: SealingIdentity;
  constructor(identity: SealingIdentity) {
    super();
    this.identity = identity;
  }
  override async sign(pdf: Buffer): Promise<Buffer> {
    return cades(pdf, this.identity);
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
