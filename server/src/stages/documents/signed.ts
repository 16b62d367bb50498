// The sealed PDFs as the signing service gave them back, to keep and to show.

import { type ApplicationId, sealContext } from '../../platform/db/tables.ts';
import type { Services } from '../../services.ts';

export async function readSignedCopy(
  { db, vault }: Pick<Services, 'db' | 'vault'>,
  id: ApplicationId,
): Promise<{ documents: Buffer; certificate: Buffer } | undefined> {
  const row = await db
    .selectFrom('signed_copy')
    .selectAll()
    .where('application_id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const open = (column: 'documents' | 'certificate') =>
    Buffer.from(vault.open(row[column], sealContext('signed_copy', column, row.id)), 'base64');
  return { documents: open('documents'), certificate: open('certificate') };
}
