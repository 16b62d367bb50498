// Records what an applicant agreed to: the exact text's version and hash, the checkbox sentence, when, and from where.
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { sealContext } from '../platform/db/sealed-columns.ts';
import type { ApplicationId, SessionId } from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';

export interface AgreedText {
  readonly document: string;
  readonly version: string;
  /** SHA-256 of the text as shown. */
  readonly hash: string;
}

export async function saveConsents(
  tx: Tx,
  services: { clock: Clock; vault: Vault },
  by: {
    applicationId: ApplicationId;
    sessionId: SessionId;
    address: string;
    userAgent: string;
    /** Defaults to now. */
    givenAt?: Date;
  },
  statement: string,
  texts: readonly AgreedText[],
): Promise<void> {
  await tx
    .insertInto('consent')
    .values(
      texts.map((text) => ({
        application_id: by.applicationId,
        session_id: by.sessionId,
        document: text.document,
        version: text.version,
        text_hash: text.hash,
        statement,
        address: services.vault.seal(by.address, sealContext('consent', 'address', by.sessionId)),
        user_agent: services.vault.seal(by.userAgent, sealContext('consent', 'user_agent', by.sessionId)),
        given_at: by.givenAt ?? services.clock.now(),
      })),
    )
    .execute();
}

/** Whether the applicant agreed to this very sentence. */
export async function hasConsented(db: Db, id: ApplicationId, statement: string): Promise<boolean> {
  const row = await db
    .selectFrom('consent')
    .select('statement')
    .where('application_id', '=', id)
    .where('statement', '=', statement)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
