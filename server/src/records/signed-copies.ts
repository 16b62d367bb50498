// Stores the signed PDFs that the signing service returned.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { insertRow, rowsOf } from '../platform/db/rows.ts';
import { sealContext } from '../platform/db/sealed-columns.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';

interface SignedCopy {
  readonly documents: Buffer;
  readonly certificate: Buffer;
}

export async function saveSignedCopy(
  tx: Tx,
  { vault, clock }: { readonly vault: Vault; readonly clock: Clock },
  applicationId: ApplicationId,
  copy: SignedCopy,
): Promise<void> {
  const id = randomUUID();
  const seal = (column: keyof SignedCopy) =>
    vault.seal(copy[column].toString('base64'), sealContext('signed_copy', column, id));
  await insertRow(tx, 'signed_copy', {
    id,
    application_id: applicationId,
    documents: seal('documents'),
    certificate: seal('certificate'),
    stored_at: clock.now(),
  });
}

export async function readSignedCopy(
  { db, vault }: { readonly db: Db; readonly vault: Vault },
  id: ApplicationId,
): Promise<SignedCopy | undefined> {
  const row = await rowsOf(db, 'signed_copy', { application_id: id }).first([
    'id',
    'documents',
    'certificate',
  ]);
  if (!row) return undefined;
  const open = (column: keyof SignedCopy) =>
    Buffer.from(vault.open(row[column], sealContext('signed_copy', column, row.id)), 'base64');
  return { documents: open('documents'), certificate: open('certificate') };
}
