// Makes a PDF of pictures of another one's pages, so that nothing of the file remains but what its pages look like.
import { PDFDocument } from '@cantoo/pdf-lib';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { asJpeg } from './clean-picture.ts';
import { RefusedFile } from './refused-file.ts';

/** Print of 6 points stays readable. */
const dotsPerPoint = 200 / 72;
/** Of a page, which a larger one than legal paper is scaled down to. */
const mostPixels = 5_000_000;
const mostObjects = 50_000;
const mostFilters = 2;

export async function cleanPdf(bytes: Buffer, mostPages: number, mostBytes: number): Promise<Uint8Array> {
  if (!isSimple(bytes)) throw new RefusedFile('too-complex');
  const source = await openPdf(bytes);
  const count = source.getPageCount();
  if (count === 0) throw new RefusedFile('damaged');
  if (count > mostPages) throw new RefusedFile('too-many-pages');
  const target = await PDFDocument.create({ updateMetadata: false });
  for (const page of source.pages()) {
    const { originalWidth: wide, originalHeight: high } = page.getOriginalSize();
    if (!(wide > 0 && high > 0)) throw new RefusedFile('damaged');
    const scale = Math.min(dotsPerPoint, Math.sqrt(mostPixels / (wide * high)));
    const { width, height, data } = await page.render({ scale, renderFormFields: true });
    // The file has a few hundred bytes for each page besides its picture.
    const jpeg = await asJpeg(
      () => sharp(data, { raw: { width, height, channels: 4 } }),
      mostBytes / count - 1000,
    );
    target.addPage([wide, high]).drawImage(await target.embedJpg(jpeg), { width: wide, height: high });
  }
  return target.save({ addDefaultPage: false });
}

async function openPdf(bytes: Buffer) {
  const library = await PDFiumLibrary.init();
  try {
    return await library.loadDocument(bytes);
  } catch (error) {
    if (error instanceof Error && /password|security/i.test(error.message)) throw new RefusedFile('locked');
    throw error;
  }
}

/** Refuses at once what most attacks by size look like. What is better disguised runs into the limits of the process. */
function isSimple(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  const filters = [...text.matchAll(/\/Filter\s{0,9}\[([^\]]{0,999})\]/g)];
  return (
    filters.every(([, names = '']) => names.split('/').length - 1 <= mostFilters) &&
    (text.match(/\d\s{1,9}obj\b/g) ?? []).length <= mostObjects
  );
}
