import { inflateSync } from 'node:zlib';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { endlessPdf, hostileFiles, png, traces } from '../../test/hostile-files.ts';
import { heic, photo } from '../../test/photo.ts';
import { createLog } from '../platform/log.ts';
import { cleanFile } from './clean-file.ts';
import { pagePicture } from './page-picture.ts';

const lines: string[] = [];
const log = createLog('info', { write: (line) => lines.push(line) });
const limits = { pages: 20, bytes: 10 * 1024 * 1024, wallClockSeconds: 600 };
const logged = () => lines.map((line) => JSON.parse(line));

async function clean(bytes: Buffer, more = {}) {
  const cleaned = await cleanFile(bytes, { ...limits, ...more }, log);
  if (cleaned.kind !== 'clean') throw new Error(cleaned.kind);
  return cleaned;
}
async function whyNot(bytes: Buffer, more = {}) {
  const cleaned = await cleanFile(bytes, { ...limits, ...more }, log);
  return cleaned.kind === 'refused' ? cleaned.why : undefined;
}

function inflated(bytes: Buffer): Buffer {
  const found = bytes.toString('latin1').matchAll(/stream\r?\n(.*?)\r?\nendstream/gs);
  const inside = [...found].map(([, content = '']) => {
    try {
      return inflateSync(Buffer.from(content, 'latin1'));
    } catch {
      return Buffer.alloc(0);
    }
  });
  return Buffer.concat([bytes, ...inside]);
}

async function darkest(bytes: Buffer): Promise<number> {
  const library = await PDFiumLibrary.init();
  const page = (await library.loadDocument(bytes)).getPage(0);
  return Math.min(...(await page.render({ colorSpace: 'Gray' })).data);
}

describe.each(hostileFiles)('$name', ({ name, bytes, why }) => {
  // These work until their limit; a test below has a shorter one.
  const tags = /swell|endless|100,000|network share/.test(name) ? ['full'] : [];

  it(why ? 'is refused' : 'is only a picture afterward', { tags }, async () => {
    const original = bytes();
    if (why) return expect(await whyNot(original)).toBe(why);
    expect(traces.some((trace) => inflated(original).includes(trace))).toBe(true);
    const content = inflated((await clean(original)).bytes);
    for (const trace of traces) expect(content.includes(trace), trace).toBe(false);
  });
});

describe('a file that takes too much', () => {
  it('of the processor’s time is ended, logged and refused', async () => {
    lines.length = 0;
    const cleaned = await cleanFile(endlessPdf(), { ...limits, seconds: 1 }, log);
    expect(cleaned).toEqual({ kind: 'refused', why: 'too-complex', seconds: 1 });
    const msg = 'the process that reads an uploaded file was ended';
    expect(logged()).toMatchObject([{ msg, signal: expect.stringMatching(/^SIG/) }]);
  });

  it('because the machine is busy is not refused', async () => {
    const cleaned = await cleanFile(photo(), { ...limits, wallClockSeconds: 0.01 }, log);
    expect(cleaned).toEqual({ kind: 'busy', seconds: 0 });
  });

  it.runIf(process.platform === 'linux')('of memory is refused', { tags: ['full'] }, async () => {
    const deep = { width: 7300, height: 5470, channels: 4, background: '#abcd' } as const;
    const picture = sharp({ create: deep })
      .toColourspace('rgb16')
      .png({ progressive: true, compressionLevel: 1 });
    const megabytes = 200;
    expect(await whyNot(await picture.toBuffer(), { megabytes })).toBe('too-complex');
    expect((await clean(photo(), { megabytes })).kind).toBe('clean');
  });

  it.runIf(process.platform === 'linux')('of memory at once is ended by the system', async () => {
    lines.length = 0;
    expect(await whyNot(photo(), { megabytes: 16 })).toBe('too-complex');
    expect(logged()).toMatchObject([{ signal: expect.stringMatching(/^SIG/) }]);
  });

  it('of space when cleaned is refused', async () => {
    expect(await whyNot(photo(), { bytes: 100 })).toBe('too-complex');
  });
});

describe('an uploaded photo', () => {
  it('stays upright, and loses where, when and with what it was taken', async () => {
    const wide = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#c00' } })
      .withExif({ IFD0: { Orientation: '6', Copyright: 'GPS 40.7608 N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(wide.includes('GPS')).toBe(true);
    const { type, bytes } = await clean(Buffer.concat([wide, Buffer.from('a video of the room')]));
    expect(type).toBe('image/jpeg');
    const { width, height, exif, icc, xmp, orientation } = await sharp(bytes).metadata();
    expect([width, height]).toEqual([20, 30]);
    expect([exif, icc, xmp, orientation]).toEqual(Array(4).fill(undefined));
    for (const secret of ['GPS', 'video']) expect(bytes.includes(secret), secret).toBe(false);
  });

  it('of an iPhone becomes a JPEG', async () => {
    const { type, bytes } = await clean(heic);
    expect(type).toBe('image/jpeg');
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([64, 48]);
    expect(data[0]).toBeGreaterThan(180);
    expect(data[3 * 60]).toBeLessThan(60);
    expect(await whyNot(heic.subarray(0, -300))).toBe('damaged');
    expect(await whyNot(heic.subarray(0, 40))).toBe('damaged');
  });

  it('of a PNG is white where it was transparent', async () => {
    const clear = { width: 8, height: 8, channels: 4, background: '#0000' } as const;
    const { type, bytes } = await clean(await sharp({ create: clear }).png().toBuffer());
    expect(type).toBe('image/jpeg');
    expect([...(await sharp(bytes).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  it('with thousands of random bytes after its end is taken, as some phones add a video', async () => {
    const video = Buffer.alloc(100_000, Buffer.from([0xff, 0xc4, 0, 2]));
    expect((await clean(photo({ after: video }))).type).toBe('image/jpeg');
  });

  it.each([
    ['a text', Buffer.from('Pay stub'), 'unknown-type'],
    ['a web page', Buffer.from('<html><script>alert(1)</script>'), 'unknown-type'],
    ['a program', Buffer.from('MZ\x90\0'), 'unknown-type'],
    ['nothing', Buffer.alloc(0), 'unknown-type'],
    ['a photo that breaks off', photo().subarray(0, -9), 'damaged'],
    ['a photo without a picture', Buffer.from([0xff, 0xd8, 0xff, 0xd9]), 'damaged'],
    ['a PNG that breaks off', png(8, 8).subarray(0, 40), 'damaged'],
    ['a PNG whose sum is wrong', Buffer.from(png(8, 8)).fill(1, 29, 33), 'damaged'],
    ['half a PDF', Buffer.from('%PDF-1.7 and nothing more'), 'damaged'],
  ] as const)('is refused if it is %s', async (_, bytes, why) => {
    expect(await whyNot(bytes)).toBe(why);
  });
});

describe('an uploaded PDF', () => {
  async function statement(pages = 1): Promise<Buffer> {
    const made = await PDFDocument.create();
    made.setAuthor('Alex Rivera');
    await made.attach(Buffer.from('attached'), 'notes.txt');
    for (let page = 0; page < pages; page += 1)
      made.addPage([200, 200]).drawText(`Net pay, page ${page + 1}`, { size: 12 });
    return Buffer.from(await made.save({ useObjectStreams: false }));
  }

  it('is pictures of its pages, of the same size, without author and attachment', async () => {
    const { type, pages, bytes } = await clean(await statement(2));
    expect([type, pages]).toEqual(['application/pdf', 2]);
    const picture = await pagePicture(bytes, 2);
    expect((await sharp(picture).metadata()).format).toBe('jpeg');
    expect(await pagePicture(bytes, 3)).toBeUndefined();
    const kept = await PDFDocument.load(bytes, { updateMetadata: false });
    expect(kept.getPages().map((page) => page.getSize())).toEqual(Array(2).fill({ width: 200, height: 200 }));
    expect([kept.getAuthor(), kept.getTitle(), kept.getProducer()]).toEqual(Array(3).fill(undefined));
    const plain = Buffer.from(await kept.save({ useObjectStreams: false })).toString('latin1');
    const names = plain.match(/(?<=\/)(?:Type|Subtype) ?\/\w+/g);
    const all = ['Type /Catalog', 'Type /Pages', 'Type /Page', 'Type /XObject', 'Subtype /Image'];
    expect(new Set(names)).toEqual(new Set(all));
  });

  it.each([
    ['a line break', '\r\n'],
    ['a byte order mark', '\u00EF\u00BB\u00BF'],
    ['the head of an email', `--part\r\nContent-Type: application/pdf\r\n${'x'.repeat(800)}\r\n\r\n`],
  ])('may begin after %s', async (_, before) => {
    const { type } = await clean(Buffer.concat([Buffer.from(before, 'latin1'), await statement()]));
    expect(type).toBe('application/pdf');
  });

  it('of which the branch would see only a cover sheet or a request to wait is refused', async () => {
    const made = async (change: (pdf: PDFDocument) => void, text = 'Net pay') => {
      const pdf = await PDFDocument.load(await statement());
      pdf.getPage(0).drawText(text, { y: 50, size: 12 });
      change(pdf);
      return Buffer.from(await pdf.save());
    };
    const withForm = (pdf: PDFDocument) =>
      pdf.getForm().acroForm.dict.set(PDFName.of('XFA'), pdf.context.obj([]));
    const draws = (pdf: PDFDocument) => {
      withForm(pdf);
      pdf.catalog.set(PDFName.of('NeedsRendering'), pdf.context.obj(true));
    };
    const holds = (pdf: PDFDocument) =>
      pdf.catalog.set(PDFName.of('Collection'), pdf.context.obj({ View: 'D' }));
    expect(await whyNot(await made(draws))).toBe('form');
    expect(await whyNot(await made(withForm, 'Please wait...'))).toBe('form');
    expect(await whyNot(await made(holds))).toBe('portfolio');
    expect((await clean(await made(withForm))).type).toBe('application/pdf');
    expect((await clean(await made(() => {}))).type).toBe('application/pdf');
  });

  it('of twenty scanned pages fits', { tags: ['full'] }, async () => {
    const noise = { type: 'gaussian', mean: 200, sigma: 20 } as const;
    const scan = { width: 1700, height: 2200, channels: 3, background: '#fff', noise } as const;
    const made = await PDFDocument.create();
    const picture = await made.embedJpg(await sharp({ create: scan }).jpeg({ quality: 75 }).toBuffer());
    for (let page = 0; page < 20; page += 1)
      made.addPage([612, 792]).drawImage(picture, { width: 612, height: 792 });
    // A busy processor takes longer for the same work.
    const { bytes } = await clean(Buffer.from(await made.save()), { seconds: 120 });
    expect((await PDFDocument.load(bytes)).getPageCount()).toBe(20);
    expect(bytes.length).toBeLessThan(limits.bytes);
  });

  it('shows what was typed into a form', async () => {
    const made = await PDFDocument.create();
    const field = made.getForm().createTextField('income');
    field.addToPage(made.addPage([200, 200]), { x: 20, y: 80, width: 160, height: 60, borderWidth: 0 });
    const withText = async (text: string) => {
      field.setText(text);
      return darkest((await clean(Buffer.from(await made.save()))).bytes);
    };
    expect(await withText('')).toBeGreaterThan(200);
    expect(await withText('MMMM')).toBeLessThan(100);
  });

  it('that cannot be read is logged with the place in the code, and nothing of the file', async () => {
    lines.length = 0;
    expect(await whyNot(Buffer.from('%PDF-1.7 Alex Rivera'))).toBe('damaged');
    const at = expect.arrayContaining([expect.stringMatching(/^ +at /)]);
    expect(logged()).toMatchObject([{ msg: 'an uploaded file could not be read', at }]);
    expect(lines.join()).not.toContain('Rivera');
  });

  it('is refused with too many pages', async () => {
    expect(await whyNot(await statement(3), { pages: 2 })).toBe('too-many-pages');
  });

  it('is refused if a password locks it', async () => {
    const made = await PDFDocument.load(await statement());
    made.encrypt({ userPassword: 'secret', ownerPassword: 'secret' });
    expect(await whyNot(Buffer.from(await made.save()))).toBe('locked');
  });
});
