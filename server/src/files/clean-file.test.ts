import { crc32, deflateSync } from 'node:zlib';
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { photo } from '../../test/photo.ts';
import { createLog } from '../platform/log.ts';
import { cleanFile } from './clean-file.ts';

const lines: string[] = [];
const log = createLog('info', { write: (line) => lines.push(line) });

const clean = async (bytes: Buffer) => {
  const cleaned = await cleanFile(bytes, 10, log);
  if (cleaned.kind === 'refused') throw new Error(cleaned.why);
  return cleaned;
};
const whyNot = async (bytes: Buffer) => {
  const cleaned = await cleanFile(bytes, 2, log);
  return cleaned.kind === 'refused' ? cleaned.why : undefined;
};

const chunk = (name: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
};
const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
const png = (...more: Buffer[]) =>
  Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', deflateSync(Buffer.from([0, 128]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);

describe('an uploaded photo', () => {
  it('keeps its picture and how it was held, and loses where, when and with what it was taken', async () => {
    const taken = photo({ orientation: 6, note: 'GPS 40.7608 N, Phone 15', after: 'a video of the room' });
    const { type, bytes } = await clean(taken);
    expect(type).toBe('image/jpeg');
    for (const secret of ['GPS', 'Phone', 'video', 'a comment', 'thumbnail']) {
      expect(taken.includes(secret), secret).toBe(true);
      expect(bytes.includes(secret), secret).toBe(false);
    }
    expect(bytes.indexOf(Buffer.from([0x12, 0x01, 0x03, 0x00, 1, 0, 0, 0, 6, 0]))).toBeGreaterThan(0);
    expect(bytes.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
    // What was cleaned once stays as it is.
    expect((await clean(bytes)).bytes.equals(bytes)).toBe(true);
  });

  it('of a PNG loses text and Exif data', async () => {
    const { type, bytes } = await clean(
      Buffer.concat([
        png(chunk('tEXt', Buffer.from('Author\0Alex Rivera')), chunk('eXIf', Buffer.from('GPS'))),
        Buffer.from('more'),
      ]),
    );
    expect(type).toBe('image/png');
    expect(bytes.equals(png())).toBe(true);
  });

  it.each([
    ['a text', Buffer.from('Pay stub'), 'unknown-type'],
    ['a web page', Buffer.from('<html><script>alert(1)</script>'), 'unknown-type'],
    ['a program', Buffer.from('MZ\x90\0'), 'unknown-type'],
    ['nothing', Buffer.alloc(0), 'unknown-type'],
    ['a photo that breaks off', photo().subarray(0, -3), 'damaged'],
    ['a photo without a picture', Buffer.from([0xff, 0xd8, 0xff, 0xd9]), 'damaged'],
    ['a PNG that breaks off', png().subarray(0, 40), 'damaged'],
    ['a PNG whose sum is wrong', Buffer.from(png()).fill(1, 29, 33), 'damaged'],
    ['half a PDF', Buffer.from('%PDF-1.7 and nothing more'), 'damaged'],
  ] as const)('is refused if it is %s', async (_, bytes, why) => {
    expect(await whyNot(bytes)).toBe(why);
  });
});

describe('an uploaded PDF', () => {
  async function statement(pages = 1): Promise<Buffer> {
    const made = await PDFDocument.create();
    made.setAuthor('Alex Rivera');
    made.setTitle('Secret title');
    await made.attach(Buffer.from('attached'), 'notes.txt');
    made.addJavaScript('hello', 'app.alert("hello")');
    const picture = await made.embedJpg(Uint8Array.from(photo({ note: 'GPS 40.7608 N' })));
    for (let page = 0; page < pages; page += 1) {
      const one = made.addPage([200, 200]);
      one.drawText(`Net pay, page ${page + 1}`, { size: 12 });
      one.drawImage(picture);
      one.node.set(PDFName.of('PieceInfo'), PDFString.of('edited with a program'));
    }
    const bytes = Buffer.from(await made.save({ useObjectStreams: false }));
    return bytes;
  }

  it('keeps its pages, and loses author, attachment, script and the place in its photo', async () => {
    const sent = await statement(2);
    expect(sent.includes('GPS')).toBe(true);
    const { type, bytes } = await clean(sent);
    expect(type).toBe('application/pdf');
    const kept = await PDFDocument.load(bytes, { updateMetadata: false });
    expect(kept.getPageCount()).toBe(2);
    expect([kept.getAuthor(), kept.getTitle(), kept.getProducer()]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const plain = Buffer.from(await kept.save({ useObjectStreams: false }));
    for (const secret of ['GPS', 'Secret', 'Rivera', 'JavaScript', 'EmbeddedFile', 'PieceInfo'])
      expect(plain.includes(secret), secret).toBe(false);
  });

  it('that cannot be read is logged with the place in the code, and nothing of the file', async () => {
    lines.length = 0;
    expect(await whyNot(Buffer.from('%PDF-1.7 Alex Rivera'))).toBe('damaged');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        msg: 'an uploaded PDF could not be read',
        at: expect.arrayContaining([expect.stringMatching(/^ +at /)]),
      }),
    ]);
    expect(lines.join()).not.toContain('Rivera');
  });

  it('is refused with too many pages', async () => {
    expect(await whyNot(await statement(3))).toBe('too-many-pages');
  });

  it('is refused if a password locks it', async () => {
    const text = (await statement()).toString('latin1');
    const locked = text.replace(/trailer\s*<</, (found) => `${found} /Encrypt << /Filter /Standard /V 1 >>`);
    expect(locked).not.toBe(text);
    expect(await whyNot(Buffer.from(locked, 'latin1'))).toBe('locked');
  });
});
