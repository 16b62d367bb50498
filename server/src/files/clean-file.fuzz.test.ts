// Changes files at random for a minute a type. A failure prints its seed.
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { hostileFiles, pdfOf, png, stream, traces } from '../../test/hostile-files.ts';
import { heic, photo } from '../../test/photo.ts';
import { createLog } from '../platform/log.ts';
import { cleanFile } from './clean-file.ts';
import { typeOf } from './file-type.ts';

const errors: string[] = [];
const log = createLog('error', { write: (line) => errors.push(line) });
const limits = { pages: 20, bytes: 1024 * 1024, wallClockSeconds: 600 };

const tokens = [
  ...'/Filter/FlateDecode,/FlateDecode,/Kids[2 0 R],/Length 999999999,/Type/ObjStm,<<,>>,[,]'.split(','),
  ...'/Encrypt 4 0 R,/Rotate 45,/MediaBox[0 0 1e9 1e9],/XObject<</X 4 0 R>>,/X Do ,endobj'.split(','),
  ...'\xff\xd8,\xff\xc2\0\x0b\x08,\xff\xc4\0\x02,\xff\xda\0\x02,\xff\xd9,\xff\xff,\0\0\0\0'.split(','),
  ...['IHDR', 'IDAT', 'PLTE', 'iCCP', 'zTXt', 'eXIf', '\x7f\xff\xff\xff'],
];

type Change = (bytes: Buffer) => Buffer;
const place = fc.double({ min: 0, max: 1, noNaN: true });
const spliced = (bytes: Buffer, from: number, to: number, between: Buffer) =>
  Buffer.concat([bytes.subarray(0, from), between, bytes.subarray(to)]);
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(place, fc.uint8Array({ minLength: 1, maxLength: 4 })).map(
    ([where, by]): Change =>
      (bytes) => {
        const at = Math.floor(where * bytes.length);
        return spliced(bytes, at, at + by.length, Buffer.from(by));
      },
  ),
  fc.tuple(place, fc.constantFrom(...tokens)).map(
    ([where, token]): Change =>
      (bytes) => {
        const at = Math.floor(where * bytes.length);
        return spliced(bytes, at, at, Buffer.from(token, 'latin1'));
      },
  ),
  fc.tuple(place, place, fc.integer({ min: 0, max: 20 })).map(
    ([begin, end, times]): Change =>
      (bytes) => {
        const [from, to] = [begin, end].map((where) => Math.floor(where * bytes.length)) as [number, number];
        const part = bytes.subarray(Math.min(from, to), Math.max(from, to));
        return spliced(bytes, from, from, Buffer.concat(Array.from({ length: times }, () => part)));
      },
  ),
  place.map(
    (where): Change =>
      (bytes) =>
        bytes.subarray(0, Math.floor(where * bytes.length)),
  ),
);

async function originals(type: string): Promise<Buffer[]> {
  const page = stream('', 'BT /F 12 Tf 9 9 Td (Net pay) Tj ET 0 0 9 9 re f q 9 0 0 9 0 0 cm Q');
  const font = '/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>';
  const flat = sharp({ create: { width: 64, height: 48, channels: 3, background: '#19c' } });
  return [
    photo({ orientation: 6, note: 'GPS' }),
    png(8, 8),
    heic,
    await flat
      .clone()
      .jpeg({ progressive: true })
      .withExif({ IFD0: { Copyright: 'GPS' } })
      .toBuffer(),
    await flat.clone().png({ progressive: true }).toBuffer(),
    pdfOf(font, page),
    ...hostileFiles.map(({ bytes }) => bytes()).filter(({ length }) => length < 10_000),
  ].filter((bytes) => typeOf(bytes) === type);
}

describe('a file changed at random', { tags: ['full'] }, () => {
  const samples = ['image/jpeg', 'image/png', 'image/heic', 'application/pdf'];
  it.each(samples)('of type %s is cleaned or refused', async (type) => {
    const changed = fc
      .tuple(fc.constantFrom(...(await originals(type))), fc.array(change, { minLength: 1, maxLength: 6 }))
      .map(([bytes, changes]) => changes.reduce((so, next) => next(so).subarray(0, 1024 * 1024), bytes));
    const counts = { clean: 0, refused: 0, busy: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(changed, { minLength: 2, maxLength: 2 }), async (files) => {
        const cleaned = await Promise.all(files.map((bytes) => cleanFile(bytes, limits, log)));
        for (const one of cleaned) {
          counts[one.kind] += 1;
          if (one.kind !== 'clean') continue;
          for (const trace of traces) expect(one.bytes.includes(trace), trace).toBe(false);
          if (one.type !== 'application/pdf') await sharp(one.bytes).stats();
        }
        expect(errors).toEqual([]);
      }),
      { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: 60_000, endOnFailure: true },
    );
    expect(counts.clean).toBeGreaterThan(0);
    expect(counts.refused).toBeGreaterThan(0);
  }, 300_000);
});
