// Keeps what an applicant agreed to: the exact text’s version and hash, the sentence ticked, when, from where.
import type { Clock } from '../platform/clock.ts';
import type { Tx } from '../platform/db/database.ts';
import { type ApplicationId, placeOf, type SessionId } from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';

export interface AgreedText {
  readonly document: string;
  readonly version: string;
  /** SHA-256 of the text as it was shown. */
  readonly hash: string;
}

export async function keepConsents(
  tx: Tx,
  parts: { clock: Clock; vault: Vault },
  by: {
    applicationId: ApplicationId;
    sessionId: SessionId;
    address: string;
    userAgent: string;
    /** Now, where left out. */
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
        address: parts.vault.seal(by.address, placeOf('consent', 'address', by.sessionId)),
        user_agent: parts.vault.seal(by.userAgent, placeOf('consent', 'user_agent', by.sessionId)),
        given_at: by.givenAt ?? parts.clock.now(),
      })),
    )
    .execute();
}
