// A cleaned file is a JPEG, or a PDF with a JPEG on each page.
import { PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { typeOf } from './file-type.ts';

/** The picture of a page, counted from 1. Undefined if the file has no such page. */
export async function pagePicture(cleaned: Buffer, page: number): Promise<Buffer | undefined> {
  if (typeOf(cleaned) !== 'application/pdf') return page === 1 ? cleaned : undefined;
  const pages = (await PDFDocument.load(cleaned, { updateMetadata: false })).getPages();
  const pictures = pages[page - 1]?.node.Resources()?.lookup(PDFName.of('XObject'), PDFDict);
  const [name] = pictures?.keys() ?? [];
  const picture = name && pictures?.lookup(name);
  return picture instanceof PDFRawStream ? Buffer.from(picture.contents) : undefined;
}
