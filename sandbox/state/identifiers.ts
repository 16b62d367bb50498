import { randomBytes, randomUUID } from 'node:crypto';

export const uuid = (): string => randomUUID();

/** An identifier of the text service: two letters for its kind and 32 hexadecimal digits. */
export const sid = (kind: 'SM' | 'VE'): string => `${kind}${randomBytes(16).toString('hex')}`;

export const secret = (bytes = 32): string => randomBytes(bytes).toString('base64url');
