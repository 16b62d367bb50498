// Seals PDFs (PAdES, baseline B) with a self-signed certificate that the sandbox creates once and stores.
import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { Signer, SignPdf } from '@signpdf/signpdf';
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from 'pdf-lib';
import type { Context } from '../../../context.ts';
import * as der from './der.ts';
import { structureOf } from './structure.ts';

const setting = 'docusign sealing certificate';
const sealerName = 'Branchline sandbox, electronic signatures';

const oid = {
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  rsa: '1.2.840.113549.1.1.1',
  rsaWithSha256: '1.2.840.113549.1.1.11',
  sha256: '2.16.840.1.101.3.4.2.1',
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.47',
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
} as const;

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const algorithm = (name: string): Buffer => der.sequence(der.objectIdentifier(name), der.nullValue());

type Identity = { key: KeyObject; certificate: Buffer; issuer: Buffer; serial: Buffer };
type StoredIdentity = { privateKey: string; certificate: string; issuer: string; serial: string };

function createIdentity(now: Date): StoredIdentity {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const attribute = (name: string, value: string) =>
    der.set(der.sequence(der.objectIdentifier(name), der.utf8String(value)));
  const issuer = der.sequence(
    attribute(oid.organization, 'Branchline sandbox'),
    attribute(oid.commonName, sealerName),
  );
  const serial = Buffer.concat([Buffer.from([0x5a]), randomBytes(15)]);
  const day = 86_400_000;
  const extension = (name: string, critical: boolean, value: Buffer) =>
    der.sequence(
      der.objectIdentifier(name),
      ...(critical ? [der.booleanTrue()] : []),
      der.octetString(value),
    );
  const content = der.sequence(
    der.contextSpecific(0, der.integer(Uint8Array.of(2))),
    der.integer(serial),
    algorithm(oid.rsaWithSha256),
    issuer,
    // The sandbox's clock can be moved, so the certificate has a long lifetime.
    der.sequence(
      der.time(new Date(now.getTime() - 3650 * day)),
      der.time(new Date(now.getTime() + 3650 * day)),
    ),
    issuer,
    publicKey.export({ type: 'spki', format: 'der' }),
    der.contextSpecific(
      3,
      der.sequence(
        extension(oid.basicConstraints, true, der.sequence()),
        // Key usage: digital signature and content commitment.
        extension(oid.keyUsage, true, der.bitString(Uint8Array.of(0xc0), 6)),
      ),
    ),
  );
  const certificate = der.sequence(
    content,
    algorithm(oid.rsaWithSha256),
    der.bitString(sign('sha256', content, privateKey)),
  );
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: certificate.toString('base64'),
    issuer: issuer.toString('base64'),
    serial: serial.toString('base64'),
  };
}

function loadSealingIdentity({ db, clock }: Context): Identity {
  let stored = db.readSetting<StoredIdentity | null>(setting, null);
  if (!stored) {
    stored = createIdentity(clock());
    db.saveSetting(setting, stored);
  }
  const key = createPrivateKey(stored.privateKey);
  return {
    key,
    certificate: Buffer.from(stored.certificate, 'base64'),
    issuer: Buffer.from(stored.issuer, 'base64'),
    serial: Buffer.from(stored.serial, 'base64'),
  };
}

/** A detached CMS signature for CAdES: the PDF holds the time, and a digest binds the certificate. */
function cades(content: Uint8Array, { key, certificate, issuer, serial }: Identity): Buffer {
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
    der.sequence(issuer, der.integer(serial)),
    algorithm(oid.sha256),
    der.contextSpecific(0, ...attributes),
    algorithm(oid.rsa),
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
        der.contextSpecific(0, certificate),
        der.set(signer),
      ),
    ),
  );
}

class CadesSigner extends Signer {
  readonly identity: Identity;
  constructor(identity: Identity) {
    super();
    this.identity = identity;
  }
  override async sign(pdf: Buffer): Promise<Buffer> {
    return cades(pdf, this.identity);
  }
}

const placeholder = '**********';
const signatureBytes = 8192;

/** Returns the sealed file: any later change to it invalidates the signature. */
export async function seal(context: Context, bytes: Uint8Array, reason: string): Promise<Uint8Array> {
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
  signature.set(key('M'), PDFString.fromDate(context.clock()));
  signature.set(key('Name'), PDFString.of(sealerName));
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
  widget.set(key('TU'), PDFHexString.fromText(`Sealed by ${sealerName}`));
  const widgetRef = objects.register(widget);
  page.node.addAnnot(widgetRef);
  structureOf(document)?.form(page, widgetRef, `Sealed by ${sealerName}`);

  const form = catalog.lookupMaybe(key('AcroForm'), PDFDict) ?? objects.obj({ Fields: [] });
  const fields = form.lookupMaybe(key('Fields'), PDFArray) ?? objects.obj([]);
  fields.push(widgetRef);
  form.set(key('Fields'), fields);
  form.set(key('SigFlags'), PDFNumber.of(3));
  if (!catalog.has(key('AcroForm'))) catalog.set(key('AcroForm'), objects.register(form));

  const prepared = await document.save({ useObjectStreams: false, updateFieldAppearances: false });
  return new SignPdf().sign(Buffer.from(prepared), new CadesSigner(loadSealingIdentity(context)));
}
