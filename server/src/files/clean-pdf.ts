// Copies the pages of a PDF into a new one: no title, author, dates, attachments, scripts or links, and no metadata in its pictures.
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFStream,
} from '@cantoo/pdf-lib';
import { cleanJpeg, DamagedFile } from './clean-jpeg.ts';

export class LockedFile extends Error {}
export class TooManyPages extends Error {}

/** What draws a page. Everything else of it goes. */
const ofPage = [
  'Type',
  'Parent',
  'Resources',
  'MediaBox',
  'CropBox',
  'Contents',
  'Rotate',
  'Group',
  'UserUnit',
];
const extras = ['Metadata', 'PieceInfo', 'LastModified', 'AA', 'A', 'Thumb', 'AF', 'OPI'];

export async function cleanPdf(bytes: Uint8Array, mostPages: number): Promise<Uint8Array> {
  const source = await PDFDocument.load(bytes, {
    updateMetadata: false,
    ignoreEncryption: true,
    throwOnInvalidObject: true,
  }).catch((cause: unknown) => {
    throw new DamagedFile('cannot be read', { cause });
  });
  if (source.isEncrypted) throw new LockedFile();
  const count = source.getPageCount();
  if (count === 0) throw new DamagedFile();
  if (count > mostPages) throw new TooManyPages();
  try {
    flatten(source);
    for (const page of source.getPages()) keepDrawing(page);
    const target = await PDFDocument.create({ updateMetadata: false });
    for (const page of await target.copyPages(source, source.getPageIndices())) target.addPage(page);
    for (const [ref, object] of target.context.enumerateIndirectObjects()) {
      strip(object);
      const picture = withoutMetadata(object);
      if (picture) target.context.assign(ref, picture);
    }
    return await target.save({ addDefaultPage: false });
  } catch (cause) {
    throw new DamagedFile('cannot be copied', { cause });
  }
}

/** What was typed into a form's fields becomes part of its pages. */
function flatten(source: PDFDocument): void {
  if (!source.catalog.has(PDFName.of('AcroForm'))) return;
  source.getForm().flatten({ updateFieldAppearances: false });
}

function keepDrawing({ node }: PDFPage): void {
  node.normalize();
  for (const key of node.keys()) if (!ofPage.includes(key.decodeText())) node.delete(key);
}

/** Removes what doesn't draw, at any depth of an object. Other objects that it refers to are walked by themselves. */
function strip(object: PDFObject, depth = 0): void {
  if (depth > 100) throw new DamagedFile();
  if (object instanceof PDFStream) strip(object.dict, depth + 1);
  if (object instanceof PDFArray) {
    for (const item of object.asArray()) strip(item, depth + 1);
  }
  if (!(object instanceof PDFDict)) return;
  for (const name of extras) object.delete(PDFName.of(name));
  for (const value of object.values()) strip(value, depth + 1);
}

/** A photo inside of the PDF without its own metadata; undefined for what is none. */
function withoutMetadata(object: PDFObject): PDFRawStream | undefined {
  if (!(object instanceof PDFRawStream)) return undefined;
  const filter = object.dict.lookup(PDFName.of('Filter'));
  const only = filter instanceof PDFArray && filter.size() === 1 ? filter.lookup(0) : filter;
  if (only !== PDFName.of('DCTDecode')) return undefined;
  return PDFRawStream.of(object.dict, cleanJpeg(Buffer.from(object.contents)));
}
