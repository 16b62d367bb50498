// Writes a PNG again with only the chunks that make the picture: no text, time, Exif data or color profile, and nothing after its end.
import { crc32 } from 'node:zlib';
import { DamagedFile } from './clean-jpeg.ts';

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const kept = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'bKGD']);
const mostPixelsPerSide = 30_000;

export function cleanPng(bytes: Buffer): Buffer {
  if (!bytes.subarray(0, 8).equals(pngSignature)) throw new DamagedFile();
  const chunks: Buffer[] = [pngSignature];
  let at = 8;
  let hasData = false;
  for (;;) {
    if (at + 12 > bytes.length) throw new DamagedFile();
    const size = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 12 + size;
    if (end > bytes.length || bytes.readUInt32BE(end - 4) !== crc32(bytes.subarray(at + 4, end - 4)))
      throw new DamagedFile();
    if (at === 8) assertHeader(name, bytes.subarray(at + 8, at + 8 + size));
    if (kept.has(name)) chunks.push(bytes.subarray(at, end));
    hasData ||= name === 'IDAT';
    at = end;
    if (name === 'IEND') break;
  }
  if (!hasData) throw new DamagedFile();
  return Buffer.concat(chunks);
}

function assertHeader(name: string, header: Buffer): void {
  if (name !== 'IHDR' || header.length !== 13) throw new DamagedFile();
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  if (width === 0 || height === 0 || Math.max(width, height) > mostPixelsPerSide) throw new DamagedFile();
}
