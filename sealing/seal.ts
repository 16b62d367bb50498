// Seals PDFs (PAdES, baseline B) with an X.509 certificate: any later change to the file invalidates the signature.
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib';
import { Signer, SignPdf } from '@signpdf/signpdf';
import { type SealingIdentity, signCades } from './cades.ts';
import { structureOf } from './structure.ts';

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
