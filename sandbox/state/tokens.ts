// Short-lived tokens a vendor issues and later checks: captcha tokens, device sessions, bureau access.
import type { Database } from './database.ts';
import { secret } from './identifiers.ts';

interface TokenStore {
  readonly db: Database;
  readonly clock: () => Date;
}

type TokenKind = 'recaptcha' | 'socure' | 'bureau' | 'docusign' | 'docusign view';
type TokenState = 'valid' | 'unknown' | 'expired' | 'used';

export function issueToken(
  { db, clock }: TokenStore,
  kind: TokenKind,
  lifetimeSeconds: number,
  about: Record<string, unknown> = {},
): string {
  const value = secret();
  const expires = new Date(clock().getTime() + lifetimeSeconds * 1000).toISOString();
  db.insert('token', { value, kind, about: JSON.stringify(about), expires_at: expires });
  return value;
}

export function readToken(
  { db, clock }: TokenStore,
  kind: TokenKind,
  value: string,
): { state: TokenState; about: Record<string, unknown> } {
  const row = db.one('select about, expires_at, used from token where kind = ? and value = ?', kind, value);
  if (!row) return { state: 'unknown', about: {} };
  const about = JSON.parse(String(row.about)) as Record<string, unknown>;
  if (row.used) return { state: 'used', about };
  return { state: String(row.expires_at) > clock().toISOString() ? 'valid' : 'expired', about };
}

/** False when the token was already used. */
export const spendToken = ({ db }: Pick<TokenStore, 'db'>, value: string): boolean =>
  db.run('update token set used = 1 where value = ? and used = 0', value) === 1;
