// Combines tagged PDFs into one, which declares PDF/UA as its parts do.
import { PDFDocument, PDFHexString, PDFName, PDFRawStream, PDFString } from '@cantoo/pdf-lib';
import { joinInto } from './structure.ts';

/** `producer` is the program that the file names as its maker. */
export async function combine(
  parts: readonly Uint8Array[],
  { title, producer, now }: { title: string; producer: string; now: Date },
): Promise<Uint8Array> {
  const target = await PDFDocument.create();
  const sources = await Promise.all(parts.map((bytes) => PDFDocument.load(bytes, { updateMetadata: false })));
  joinInto(target, sources);
  const language = sources[0]?.catalog.lookup(PDFName.of('Lang'));
  const isText = language instanceof PDFString || language instanceof PDFHexString;
  if (sources.every(isAccessible)) {
    const metadata = target.context.stream(Buffer.from(xmpOf(title)), { Type: 'Metadata', Subtype: 'XML' });
    target.catalog.set(PDFName.of('Metadata'), target.context.register(metadata));
  }
  target.setTitle(title, { showInWindowTitleBar: true });
  target.setLanguage(isText ? language.decodeText() : 'en-US');
  target.setProducer(producer);
  target.setCreationDate(now);
  target.setModificationDate(now);
  return target.save({ useObjectStreams: false, updateFieldAppearances: false });
}

function isAccessible({ catalog }: PDFDocument): boolean {
  const metadata = catalog.lookup(PDFName.of('Metadata'));
  return metadata instanceof PDFRawStream && Buffer.from(metadata.contents).includes('pdfuaid:part');
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const xmpOf = (title: string) => `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part></rdf:Description>
</rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;
