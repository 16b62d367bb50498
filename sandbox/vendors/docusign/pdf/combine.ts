// Combines all documents of an envelope into one PDF.
import { PDFDocument, PDFName } from 'pdf-lib';
import { textOf } from './fonts.ts';
import { joinInto } from './structure.ts';

export async function combine(parts: readonly Uint8Array[], title: string, now: Date): Promise<Uint8Array> {
  const target = await PDFDocument.create();
  const sources = await Promise.all(parts.map((bytes) => PDFDocument.load(bytes, { updateMetadata: false })));
  joinInto(target, sources);
  target.setTitle(title, { showInWindowTitleBar: true });
  target.setLanguage(textOf(sources[0]?.catalog.lookup(PDFName.of('Lang'))) ?? 'en-US');
  target.setProducer('Branchline sandbox');
  target.setCreationDate(now);
  target.setModificationDate(now);
  return target.save({ useObjectStreams: false, updateFieldAppearances: false });
}
