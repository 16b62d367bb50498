// A small JPEG as a phone makes it, for tests: with Exif data, a thumbnail and a comment.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const pixels =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AR//Z';

export function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

export function photo({ orientation = 1, note = '', after = '' as string | Buffer } = {}): Buffer {
  const picture = Buffer.from(pixels, 'base64');
  const tiff = Buffer.alloc(26);
  tiff.write('MM', 'latin1');
  tiff.writeUInt16BE(42, 2);
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(0x0112, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return Buffer.concat([
    picture.subarray(0, 20),
    segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from(note)])),
    segment(0xe2, Buffer.from('MPF\0 thumbnail')),
    segment(0xfe, Buffer.from('a comment')),
    picture.subarray(20),
    Buffer.from(after),
  ]);
}

/** 64 by 48 pixels, the left half red, as heif-enc writes it: an iPhone's photos are of this type. */
export const heic = readFileSync(join(import.meta.dirname, 'photo.heic'));
