// Makes a PDF of pictures of another one's pages, so that nothing of the file remains but what its pages look like.
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { asJpeg } from './clean-picture.ts';
import { RefusedFile } from './refused-file.ts';

/** Print of 6 points stays readable. */
const dotsPerPoint = 200 / 72;
/** Of a page, which a larger one than legal paper is scaled down to. */
const mostPixels = 5_000_000;
const mostObjects = 50_000;
const mostFilters = 2;

export async function cleanPdf(bytes: Buffer, mostPages: number, mostBytes: number) {
  if (!isSimple(bytes)) throw new RefusedFile('too-complex');
  const library = await PDFiumLibrary.init();
  const source = await openPdf(library, bytes);
  await assertShown(library, source, bytes);
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
  return { pages: count, bytes: await target.save({ addDefaultPage: false }) };
}

/** By FPDF_GetFormType: an XFA form whose pages only Adobe's programs draw, and one with pages of its own. */
const xfaForm = 2;
const xfaFormWithPages = 3;

/** Refuses what only Adobe's programs open: elsewhere its pages say "Please wait", or are the cover sheet of other files. */
async function assertShown(library: PDFiumLibrary, source: PDFiumDocument, bytes: Buffer): Promise<void> {
  const [{ module }, { documentIdx }] = [library, source] as unknown as [
    { module: Record<'_FPDF_GetFormType' | '_FPDFDoc_GetAttachmentCount', (pointer: number) => number> },
    { documentIdx: number },
  ];
  const form = module._FPDF_GetFormType(documentIdx);
  const asksToWait = () => source.getPageCount() > 0 && /please wait/i.test(source.getPage(0).getText());
  if (form === xfaForm || (form === xfaFormWithPages && asksToWait())) throw new RefusedFile('form');
  if (module._FPDFDoc_GetAttachmentCount(documentIdx) === 0) return;
  const read = await PDFDocument.load(bytes, { updateMetadata: false, ignoreEncryption: true }).catch(
    () => {},
  );
  if (read?.catalog.has(PDFName.of('Collection'))) throw new RefusedFile('portfolio');
}

async function openPdf(library: PDFiumLibrary, bytes: Buffer) {
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
