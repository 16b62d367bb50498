// When the credentials that expire were first used, so that operators renew them in time. Their values are not stored.
import { X509Certificate } from 'node:crypto';
import { daysAfter } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/db/database.ts';
import { rowsOf } from '../platform/db/rows.ts';
import type { With } from '../services.ts';

const kind = 'credential';
/** Experian lets a password expire after 90 days. */
const bureauPasswordDays = 90;

/** Records each credential with its expiry when a process first starts with it. */
export async function saveCredentials(
  db: Db,
  { vault, clock }: With<'vault' | 'clock'>,
  { BUREAU_PASSWORD: password, SIGNING_CERTIFICATE: certificate }: Config,
): Promise<void> {
  const save = async (name: string, value: string, expiresAt: Date) => {
    const row = { fingerprint: vault.lookup(kind, value), expires_at: expiresAt };
    const { fingerprint } = row;
    // Another lookup key makes another fingerprint of the same credential.
    await rowsOf(db, 'credential', { name, fingerprint: vault.lookups(kind, value) }).update({ fingerprint });
    await db
      .insertInto('credential')
      .values({ name, ...row })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet(row).where('credential.fingerprint', '<>', fingerprint),
      )
      .execute();
  };
  // A web process holds none.
  if (certificate !== undefined) {
    const { validTo } = new X509Certificate(certificate.replaceAll('\\n', '\n'));
    await save('SIGNING_CERTIFICATE', certificate, new Date(validTo));
  }
  if (password !== undefined)
    await save('BUREAU_PASSWORD', password, daysAfter(clock.now(), bureauPasswordDays));
}

export const expiringCredentials = (db: Db, before: Date) =>
  rowsOf(db, 'credential', { expires_at: { '<': before } }, ['expires_at']).all([
    'name',
    'expires_at as expiresAt',
  ]);
