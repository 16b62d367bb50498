// Short-lived tokens a vendor issues and later checks: captcha tokens, device sessions, bureau access.
import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';

export const secret = (bytes = 32): string => randomBytes(bytes).toString('base64url');

interface TokenStore {
  readonly db: Database;
  readonly clock: () => Date;
}

type TokenKind = 'recaptcha' | 'socure' | 'bureau' | 'docusign' | 'docusign view';

type Token = { about: Record<string, unknown>; expiresAt: string; isUsed: boolean };

export function issueToken(
  { db, clock }: TokenStore,
  kind: TokenKind,
  lifetimeSeconds: number,
  about: Token['about'] = {},
): string {
  const value = secret();
  const expiresAt = new Date(clock().getTime() + lifetimeSeconds * 1000).toISOString();
  db.saveRecord(`${kind} token`, value, { about, expiresAt, isUsed: false });
  return value;
}

export function readToken(
  { db, clock }: TokenStore,
  kind: TokenKind,
  value: string,
): { state: 'valid' | 'unknown' | 'expired' | 'used'; about: Token['about'] } {
  const token = db.readRecord<Token>(`${kind} token`, value);
  if (!token) return { state: 'unknown', about: {} };
  const { about, expiresAt, isUsed } = token;
  if (isUsed) return { state: 'used', about };
  return { state: expiresAt > clock().toISOString() ? 'valid' : 'expired', about };
}

export function spendToken(store: TokenStore, kind: TokenKind, value: string): ReturnType<typeof readToken> {
  const token = store.db.readRecord<Token>(`${kind} token`, value);
  const read = readToken(store, kind, value);
  if (token) store.db.saveRecord(`${kind} token`, value, { ...token, isUsed: true });
  return read;
}
