// Decodes a picture and encodes it again, so that nothing of the file remains but its pixels.
import sharp, { type Sharp } from 'sharp';
import { RefusedFile } from './refused-file.ts';

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });

const mostPixels = 40_000_000;
/** Small print of a letter page stays readable. */
const mostPixelsPerSide = 4000;
/** A photo has a few dozen, a PNG of 10 MB a few thousand. */
const mostSegments = 5000;
const qualities = [80, 60, 35];

/** A JPEG of a photo or a PNG, turned upright. */
export async function cleanPicture(bytes: Buffer, mostBytes: number): Promise<Buffer> {
  if (!hasFewSegments(bytes)) throw new RefusedFile('too-complex');
  const picture = () => sharp(bytes, { limitInputPixels: false, failOn: 'error', sequentialRead: true });
  const { width, height } = await picture().metadata();
  if (width * height > mostPixels) throw new RefusedFile('too-many-pixels');
  return asPhoto(picture, mostBytes);
}

/** A JPEG of a HEIC photo, which libheif decodes. It is upright already. */
export async function cleanHeic(bytes: Buffer, mostBytes: number): Promise<Buffer> {
  const { default: libheif } = await import('libheif-js/wasm-bundle.js');
  const pictures = new libheif.HeifDecoder().decode(bytes);
  const picture = pictures.find((one) => one.is_primary()) ?? pictures[0];
  if (picture === undefined) throw new RefusedFile('damaged');
  const [width, height] = [picture.get_width(), picture.get_height()];
  if (width * height > mostPixels) throw new RefusedFile('too-many-pixels');
  const data = new Uint8ClampedArray(width * height * 4);
  const isDecoded = await new Promise((resolve) =>
    picture.display({ data, width, height }, (decoded) => resolve(decoded !== null)),
  );
  if (!isDecoded) throw new RefusedFile('damaged');
  return asPhoto(() => sharp(data, { raw: { width, height, channels: 4 } }), mostBytes);
}

function asPhoto(picture: () => Sharp, mostBytes: number): Promise<Buffer> {
  const size = { width: mostPixelsPerSide, height: mostPixelsPerSide, fit: 'inside' } as const;
  return asJpeg(
    () =>
      picture()
        .autoOrient()
        .resize({ ...size, withoutEnlargement: true }),
    mostBytes,
  );
}

/** At the best quality that fits. Each try starts from the file: a clone copies its pixels, too. */
export async function asJpeg(picture: () => Sharp, mostBytes: number): Promise<Buffer> {
  for (const quality of qualities) {
    const bytes = await picture().flatten({ background: '#fff' }).jpeg({ quality }).toBuffer();
    if (bytes.length <= mostBytes) return bytes;
  }
  throw new RefusedFile('too-complex');
}

/** Segments of a JPEG, chunks of a PNG: each costs a decoder memory, however small it is. */
function hasFewSegments(bytes: Buffer): boolean {
  const next = bytes[0] === 0xff ? nextSegment : nextChunk;
  let at = bytes[0] === 0xff ? 2 : 8;
  for (let count = 0; count <= mostSegments; count += 1) {
    const after = next(bytes, at);
    if (after === undefined) return true;
    at = after;
  }
  return false;
}

/** Where the segment ends that begins at or after a position; undefined behind the last. Fill bytes and scan data are passed over. */
function nextSegment(bytes: Buffer, from: number): number | undefined {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 4 <= bytes.length; at = bytes.indexOf(0xff, at)) {
    const code = bytes[at + 1] ?? 0;
    if (code === 0xd9) return undefined;
    if (code === 0xff) at += 1;
    else if (code <= 0x01 || (code >= 0xd0 && code <= 0xd7)) at += 2;
    else return at + 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function nextChunk(bytes: Buffer, at: number): number | undefined {
  return at + 12 <= bytes.length ? at + 12 + bytes.readUInt32BE(at) : undefined;
}
