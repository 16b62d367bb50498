// Seals PDFs (PAdES, baseline B) with a certificate that the sandbox makes for itself once and keeps.
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
const algorithm = (name: string): Buffer => der.sequence(der.identifier(name), der.nothing());

type Identity = { key: KeyObject; certificate: Buffer; issuer: Buffer; serial: Buffer };
type Kept = { privateKey: string; certificate: string; issuer: string; serial: string };

function made(now: Date): Kept {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const attribute = (name: string, value: string) =>
    der.set(der.sequence(der.identifier(name), der.utf8(value)));
  const issuer = der.sequence(
    attribute(oid.organization, 'Branchline sandbox'),
    attribute(oid.commonName, sealerName),
  );
  const serial = Buffer.concat([Buffer.from([0x5a]), randomBytes(15)]);
  const day = 86_400_000;
  const extension = (name: string, critical: boolean, value: Buffer) =>
    der.sequence(der.identifier(name), ...(critical ? [der.yes()] : []), der.octets(value));
  const content = der.sequence(
    der.context(0, der.integer(Uint8Array.of(2))),
    der.integer(serial),
    algorithm(oid.rsaWithSha256),
    issuer,
    // A sandbox's clock is moved about, so the certificate holds long.
    der.sequence(
      der.time(new Date(now.getTime() - 3650 * day)),
      der.time(new Date(now.getTime() + 3650 * day)),
    ),
    issuer,
    publicKey.export({ type: 'spki', format: 'der' }),
    der.context(
      3,
      der.sequence(
        extension(oid.basicConstraints, true, der.sequence()),
        // Digital signature and content commitment.
        extension(oid.keyUsage, true, der.bits(Uint8Array.of(0xc0), 6)),
      ),
    ),
  );
  const certificate = der.sequence(
    content,
    algorithm(oid.rsaWithSha256),
    der.bits(sign('sha256', content, privateKey)),
  );
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: certificate.toString('base64'),
    issuer: issuer.toString('base64'),
    serial: serial.toString('base64'),
  };
}

export function loadSealingIdentity({ db, clock }: Context): Identity {
  let kept = db.readSetting<Kept | null>(setting, null);
  if (!kept) {
    kept = made(clock());
    db.saveSetting(setting, kept);
  }
  const key = createPrivateKey(kept.privateKey);
  return {
    key,
    certificate: Buffer.from(kept.certificate, 'base64'),
    issuer: Buffer.from(kept.issuer, 'base64'),
    serial: Buffer.from(kept.serial, 'base64'),
  };
}

/** A detached CMS signature as CAdES wants it: the time stands in the PDF, the certificate is bound by its digest. */
function cades(content: Uint8Array, { key, certificate, issuer, serial }: Identity): Buffer {
  const attribute = (name: string, value: Buffer) => der.sequence(der.identifier(name), der.set(value));
  const attributes = [
    attribute(oid.contentType, der.identifier(oid.data)),
    attribute(oid.messageDigest, der.octets(sha256(content))),
    // SHA-256 is what is meant where no algorithm is named.
    attribute(
      oid.signingCertificate,
      der.sequence(der.sequence(der.sequence(der.octets(sha256(certificate))))),
    ),
  ].toSorted(Buffer.compare);
  // Signed as a set, carried under a tag of its own.
  const signature = sign('sha256', der.set(...attributes), key);
  const signer = der.sequence(
    der.integer(Uint8Array.of(1)),
    der.sequence(issuer, der.integer(serial)),
    algorithm(oid.sha256),
    der.context(0, ...attributes),
    algorithm(oid.rsa),
    der.octets(signature),
  );
  return der.sequence(
    der.identifier(oid.signedData),
    der.context(
      0,
      der.sequence(
        der.integer(Uint8Array.of(1)),
        der.set(algorithm(oid.sha256)),
        der.sequence(der.identifier(oid.data)),
        der.context(0, certificate),
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

/** The sealed file: nothing in it can change without the signature saying so. */
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
    // Printed and locked.
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
