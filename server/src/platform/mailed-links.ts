// Tokens for emailed links. They are signed, so nothing is stored, and can be used any number of times until they expire.
import { timingSafeEqual } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { Vault } from './encryption.ts';

/** `subject` identifies what the link opens. It is readable in the token, so it must not be personal. */
export function mailedToken(
  services: { vault: Vault },
  purpose: string,
  subject: string,
  until: Date,
): string {
  const expires = Math.floor(until.getTime() / 1000).toString(36);
  return `${Buffer.from(subject).toString('base64url')}.${expires}.${signature(services.vault, purpose, subject, expires)}`;
}

type ReadToken = { readonly subject: string; readonly isExpired: boolean } | 'not-ours';

/** The subject of an expired link can still be read. */
export function readMailedToken(
  services: { clock: Clock; vault: Vault },
  purpose: string,
  token: string,
): ReadToken {
  const [encoded = '', expires = '', mac = ''] = token.split('.');
  const subject = Buffer.from(encoded, 'base64url').toString('utf8');
  if (!isSame(mac, signature(services.vault, purpose, subject, expires))) return 'not-ours';
  return { subject, isExpired: Number.parseInt(expires, 36) * 1000 <= services.clock.now().getTime() };
}

function signature(vault: Vault, purpose: string, subject: string, expires: string): string {
  return vault.lookup(`link:${purpose}`, `${subject}\0${expires}`);
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
