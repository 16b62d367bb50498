const signatures = {
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
} as const;
/** A type that we store. */
export type FileType = keyof typeof signatures;

/** The brands of HEIC photos, as phones take them. */
const heicBrand = /^ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)/;
/** A PDF may begin after other bytes, such as a line break or the head of an email; its readers look this far. */
const mostBytesBefore = 1024;

/** The type by the first bytes, not by a name or a header; undefined for any that we don't take. */
export function typeOf(bytes: Uint8Array): FileType | 'image/heic' | undefined {
  const type = (Object.keys(signatures) as FileType[]).find((one) =>
    signatures[one].every((byte, at) => bytes[at] === byte),
  );
  if (type !== undefined) return type;
  const start = Buffer.from(bytes.subarray(0, mostBytesBefore)).toString('latin1');
  if (heicBrand.test(start.slice(4))) return 'image/heic';
  return start.includes('%PDF-') ? 'application/pdf' : undefined;
}
