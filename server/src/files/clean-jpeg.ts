// Takes a JPEG apart and writes it again without anything but the picture: no place, device, thumbnail or comment, and nothing after its
// end. Only the orientation is kept, or the picture would be on its side.

/** The file isn't of its type, or is cut off. */
export class DamagedFile extends Error {}

const start = 0xd8;
const end = 0xd9;
const scan = 0xda;
const app0 = 0xe0;
const app1 = 0xe1;
const adobe = 0xee;
const comment = 0xfe;
const mostPixelsPerSide = 30_000;

export function cleanJpeg(bytes: Buffer): Buffer {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== (0xff00 | start)) throw new DamagedFile();
  const kept: Buffer[] = [];
  let orientation = 1;
  let hasFrame = false;
  let hasScan = false;
  let at = 2;
  for (;;) {
    const marker = markerAt(bytes, at);
    at = marker.after;
    if (marker.code === end) break;
    const segment = segmentAt(bytes, at);
    at += segment.length;
    const { code } = marker;
    if (code === app1) orientation = orientationIn(segment) ?? orientation;
    if (code === app0 && segment.toString('latin1', 2, 7) === 'JFIF\0') {
      kept.push(jfif(segment));
    } else if (code === adobe && segment.toString('latin1', 2, 7) === 'Adobe') {
      // How the colors are stored.
      kept.push(Buffer.from([0xff, code]), segment.subarray(0, 14));
      kept.at(-1)?.writeUInt16BE(Math.min(14, segment.length));
    } else if (!isExtra(code)) {
      if (isFrame(code)) {
        hasFrame = true;
        assertSize(segment);
      }
      kept.push(Buffer.from([0xff, code]), segment);
    }
    if (code !== scan) continue;
    hasScan = true;
    const until = endOfScan(bytes, at);
    kept.push(bytes.subarray(at, until));
    at = until;
  }
  if (!hasFrame || !hasScan) throw new DamagedFile();
  const [first, ...rest] = kept;
  const hasJfif = first?.[1] === app0;
  return Buffer.concat([
    Buffer.from([0xff, start]),
    ...(hasJfif && first ? [first] : []),
    ...(orientation === 1 ? [] : [heldAs(orientation)]),
    ...(hasJfif || !first ? rest : kept),
    Buffer.from([0xff, end]),
  ]);
}

/** Everything of applications and comments. */
const isExtra = (code: number) => (code >= app0 && code <= 0xef) || code === comment;

/** Start of frame, but not tables of Huffman (C4) or arithmetic codes (CC), nor the reserved C8. */
const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);

function markerAt(bytes: Buffer, from: number): { readonly code: number; readonly after: number } {
  if (bytes[from] !== 0xff) throw new DamagedFile();
  let at = from;
  while (bytes[at] === 0xff) at += 1;
  const code = bytes[at];
  if (code === undefined || code === 0 || (code >= 0xd0 && code <= start)) throw new DamagedFile();
  return { code, after: at + 1 };
}

/** A segment with its two bytes of length. */
function segmentAt(bytes: Buffer, at: number): Buffer {
  const length = at + 2 <= bytes.length ? bytes.readUInt16BE(at) : 0;
  if (length < 2 || at + length > bytes.length) throw new DamagedFile();
  return Buffer.from(bytes.subarray(at, at + length));
}

/** Where the marker after a scan's data is. Zero bytes and restart markers belong to the data. */
function endOfScan(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    const next = at < 0 ? undefined : bytes[at + 1];
    if (next === undefined) throw new DamagedFile();
    if (next !== 0 && (next < 0xd0 || next > 0xd7) && next !== 0xff) return at;
    at += next === 0xff ? 1 : 2;
  }
}

function assertSize(frame: Buffer): void {
  if (frame.length < 8) throw new DamagedFile();
  const [height, width] = [frame.readUInt16BE(3), frame.readUInt16BE(5)];
  if (width === 0 || height === 0 || Math.max(width, height) > mostPixelsPerSide) throw new DamagedFile();
}

/** The header with the picture's density and without its thumbnail. */
function jfif(segment: Buffer): Buffer {
  const header = Buffer.alloc(18);
  header.set([0xff, app0, 0, 16]);
  segment.copy(header, 4, 2, 14);
  return header;
}

/** The orientation of the Exif data: 1 to 8. */
function orientationIn(segment: Buffer): number | undefined {
  const tiff = segment.subarray(8);
  if (segment.toString('latin1', 2, 8) !== 'Exif\0\0' || tiff.length < 10) return undefined;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const word = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return undefined;
  const entries = word(directory);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + entry * 12;
    if (at + 12 > tiff.length) return undefined;
    if (word(at) !== 0x0112) continue;
    const value = word(at + 8);
    return value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
}

/** Exif data with nothing but the orientation. */
function heldAs(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('II', 'latin1');
  tiff.writeUInt16LE(42, 2);
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(0x0112, 10);
  tiff.writeUInt16LE(3, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(orientation, 18);
  const head = Buffer.from([0xff, app1, 0, 8 + tiff.length]);
  return Buffer.concat([head, Buffer.from('Exif\0\0', 'latin1'), tiff]);
}
