// Records who viewed which document online, and when.

import type { ApplicationContext } from '../journey/request-context.ts';
import { transact } from '../platform/db/database.ts';
import type { NoticeId } from '../platform/db/tables.ts';
import { audit } from '../records/audit.ts';
import { saveViewed } from '../records/notices.ts';
import type { With } from '../services.ts';

/** `notice` is the entry of the ledger that led to the document, if one did. */
export async function recordDocumentViewed(
  { db, clock }: With<'db' | 'clock'>,
  { subject }: ApplicationContext,
  document: string,
  notice: NoticeId | undefined,
): Promise<void> {
  await transact(db, async (tx) => {
    if (notice !== undefined) await saveViewed(tx, clock, notice);
    await audit(tx, clock, subject, { type: 'document-viewed', document, notice: notice ?? null });
  });
}
