// The few forms of DER that a certificate and a signature are written in.

function length(size: number): Buffer {
  if (size < 128) return Buffer.from([size]);
  const digits = size.toString(16);
  const bytes = Buffer.from(digits.length % 2 ? `0${digits}` : digits, 'hex');
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
}

export const tagged = (tag: number, ...content: Uint8Array[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), length(body.length), body]);
};

export const sequence = (...content: Uint8Array[]): Buffer => tagged(0x30, ...content);
/** DER orders the members of a set by their bytes. */
export const set = (...content: Uint8Array[]): Buffer => tagged(0x31, ...content.toSorted(Buffer.compare));
export const octets = (bytes: Uint8Array): Buffer => tagged(0x04, bytes);
export const bits = (bytes: Uint8Array, unused = 0): Buffer => tagged(0x03, Buffer.from([unused]), bytes);
export const utf8 = (text: string): Buffer => tagged(0x0c, Buffer.from(text, 'utf8'));
export const nothing = (): Buffer => Buffer.from([0x05, 0x00]);
export const yes = (): Buffer => Buffer.from([0x01, 0x01, 0xff]);
/** Tag of a field that is known by its place. */
export const context = (number: number, ...content: Uint8Array[]): Buffer =>
  tagged(0xa0 | number, ...content);

/** A whole number that is not below zero. */
export function integer(bytes: Uint8Array): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0);
  const short = start < 0 ? Uint8Array.of(0) : bytes.subarray(start);
  return tagged(0x02, (short[0] ?? 0) > 127 ? Uint8Array.of(0) : new Uint8Array(), short);
}

export function identifier(dotted: string): Buffer {
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

/** Years before 2050 have two digits. */
export function time(moment: Date): Buffer {
  const digits = `${moment.toISOString().replace(/\D/g, '').slice(0, 14)}Z`;
  return moment.getUTCFullYear() < 2050
    ? tagged(0x17, Buffer.from(digits.slice(2)))
    : tagged(0x18, Buffer.from(digits));
}
