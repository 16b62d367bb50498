// The DER types that a certificate and a signature need.

function length(size: number): Buffer {
  if (size < 128) return Buffer.from([size]);
  const digits = size.toString(16);
  const bytes = Buffer.from(digits.length % 2 ? `0${digits}` : digits, 'hex');
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
}

const tagged = (tag: number, ...content: Uint8Array[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), length(body.length), body]);
};

export const sequence = (...content: Uint8Array[]): Buffer => tagged(0x30, ...content);
/** DER sorts the members of a set by their bytes. */
export const set = (...content: Uint8Array[]): Buffer => tagged(0x31, ...content.toSorted(Buffer.compare));
export const octetString = (bytes: Uint8Array): Buffer => tagged(0x04, bytes);
export const bitString = (bytes: Uint8Array, unused = 0): Buffer =>
  tagged(0x03, Buffer.from([unused]), bytes);
export const utf8String = (text: string): Buffer => tagged(0x0c, Buffer.from(text, 'utf8'));
export const nullValue = (): Buffer => Buffer.from([0x05, 0x00]);
export const booleanTrue = (): Buffer => Buffer.from([0x01, 0x01, 0xff]);
/** A context-specific tag. */
export const contextSpecific = (number: number, ...content: Uint8Array[]): Buffer =>
  tagged(0xa0 | number, ...content);

/** A non-negative integer. */
export function integer(bytes: Uint8Array): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0);
  const short = start < 0 ? Uint8Array.of(0) : bytes.subarray(start);
  return tagged(0x02, (short[0] ?? 0) > 127 ? Uint8Array.of(0) : new Uint8Array(), short);
}

export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (let number of rest) {
    const part = [number & 127];
    for (number = Math.floor(number / 128); number > 0; number = Math.floor(number / 128))
      part.unshift((number & 127) | 128);
    bytes.push(...part);
  }
  return tagged(0x06, Uint8Array.from(bytes));
}

/** UTCTime before 2050, GeneralizedTime from then on. */
export function time(moment: Date): Buffer {
  const digits = `${moment.toISOString().replace(/\D/g, '').slice(0, 14)}Z`;
  return moment.getUTCFullYear() < 2050
    ? tagged(0x17, Buffer.from(digits.slice(2)))
    : tagged(0x18, Buffer.from(digits));
}

/** The element at an offset, with its tag and length, and where its content begins. */
function element(
  bytes: Uint8Array,
  at: number,
): { readonly raw: Buffer; readonly content: number; readonly end: number } {
  const first = bytes[at + 1] ?? 0;
  const digits = first < 128 ? 0 : first & 127;
  let size = first < 128 ? first : 0;
  for (let i = 0; i < digits; i += 1) size = size * 256 + (bytes[at + 2 + i] ?? 0);
  const content = at + 2 + digits;
  const end = content + size;
  return { raw: Buffer.from(bytes.subarray(at, end)), content, end };
}

/** A certificate's issuer and serial number, as they are encoded in it. */
export function issuerAndSerial(certificate: Uint8Array): {
  readonly issuer: Buffer;
  readonly serial: Buffer;
} {
  const body = element(certificate, element(certificate, 0).content);
  // The version comes first, unless it is the oldest.
  const version = element(certificate, body.content);
  const serial = version.raw[0] === 0xa0 ? element(certificate, version.end) : version;
  const algorithm = element(certificate, serial.end);
  return { issuer: element(certificate, algorithm.end).raw, serial: serial.raw };
}
