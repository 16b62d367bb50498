// Combines tagged PDFs into one.
import { PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib';
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
  target.setTitle(title, { showInWindowTitleBar: true });
  target.setLanguage(isText ? language.decodeText() : 'en-US');
  target.setProducer(producer);
  target.setCreationDate(now);
  target.setModificationDate(now);
  return target.save({ useObjectStreams: false, updateFieldAppearances: false });
}
