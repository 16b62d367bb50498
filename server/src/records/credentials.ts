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
  const now = clock.now();
  const found = [
    // A web process holds none.
    ...(password === undefined
      ? []
      : [
          {
            name: 'BUREAU_PASSWORD',
            value: password,
            expires_at: daysAfter(now, bureauPasswordDays),
          },
        ]),
    ...(certificate === undefined
      ? []
      : [
          {
            name: 'SIGNING_CERTIFICATE',
            value: certificate,
            expires_at: new Date(new X509Certificate(certificate.replaceAll('\\n', '\n')).validTo),
          },
        ]),
  ];
  for (const { name, value, expires_at } of found) {
    const row = { fingerprint: vault.lookup(kind, value), expires_at };
    // Another lookup key makes another fingerprint of the same credential.
    const { fingerprint } = row;
    await rowsOf(db, 'credential', { name, fingerprint: [...vault.known(kind, value)] }).update({
      fingerprint,
    });
    await db
      .insertInto('credential')
      .values({ name, ...row })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet(row).where('credential.fingerprint', '<>', row.fingerprint),
      )
      .execute();
  }
}

export const expiringCredentials = (db: Db, before: Date) =>
  db
    .selectFrom('credential')
    .select(['name', 'expires_at as expiresAt'])
    .where('expires_at', '<', before)
    .orderBy('expires_at')
    .execute();
