const signatures = {
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
} as const;
export type FileType = keyof typeof signatures;

/** The type by the first bytes, not by a name or a header; undefined for any that we don't take. */
export function typeOf(bytes: Uint8Array): FileType | undefined {
  return (Object.keys(signatures) as FileType[]).find((type) =>
    signatures[type].every((byte, at) => bytes[at] === byte),
  );
}
