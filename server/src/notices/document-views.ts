// Records who viewed which document online, and when.

import type { Application } from '../journey/applications.ts';
import type { RequestContext } from '../journey/request-context.ts';
import { transact } from '../platform/db/database.ts';
import type { NoticeId } from '../platform/db/tables.ts';
import { audit } from '../records/audit.ts';
import { saveViewed } from '../records/notices.ts';
import type { With } from '../services.ts';

/** `notice` is the entry of the ledger that led to the document, if one did. */
export async function recordDocumentViewed(
  { db, clock }: With<'db' | 'clock'>,
  { application, session }: RequestContext & { readonly application: Application },
  document: string,
  notice: NoticeId | undefined,
): Promise<void> {
  const subject = { applicationId: application.id, sessionId: session.id };
  await transact(db, async (tx) => {
    if (notice !== undefined) await saveViewed(tx, clock, notice);
    await audit(tx, clock, subject, { type: 'document-viewed', document, notice: notice ?? null });
  });
}
