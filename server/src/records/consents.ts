// Records what an applicant agreed to: the exact text's version and hash, the checkbox sentence, when, and from where.
import type { Db, Tx } from '../platform/db/database.ts';
import { insertRow, rowsOf } from '../platform/db/rows.ts';
import { type ApplicationId, encryptionContext, type SessionId } from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';
import type { With } from '../services.ts';

const placeOf = (column: 'sentence' | 'address' | 'user_agent', session: SessionId) =>
  encryptionContext('consent', column, session);

export interface AgreedText {
  readonly document: string;
  readonly version: string;
  /** SHA-256 of the text as shown. */
  readonly hash: string;
}

export interface Consenter {
  readonly applicationId: ApplicationId;
  readonly sessionId: SessionId;
  readonly address: string;
  readonly userAgent: string;
}

export const saveConsents = (
  tx: Tx,
  services: With<'clock' | 'vault'>,
  /** `givenAt` defaults to now. */
  by: Consenter & { readonly givenAt?: Date },
  sentence: string,
  texts: readonly AgreedText[],
) =>
  insertRow(
    tx,
    'consent',
    texts.map((text) => ({
      application_id: by.applicationId,
      session_id: by.sessionId,
      document: text.document,
      version: text.version,
      text_hash: text.hash,
      sentence: services.vault.encrypt(sentence, placeOf('sentence', by.sessionId)),
      address: services.vault.encrypt(by.address, placeOf('address', by.sessionId)),
      user_agent: services.vault.encrypt(by.userAgent, placeOf('user_agent', by.sessionId)),
      given_at: by.givenAt ?? services.clock.now(),
    })),
  );

/** What the applicant agreed to, oldest first, without the evidence of where from. */
export const consentsOf = (db: Db, id: ApplicationId) =>
  rowsOf(db, 'consent', { application_id: id }, ['id']).all([
    'document',
    'version',
    'text_hash as hash',
    'given_at as givenAt',
  ]);

/** Whether the applicant agreed to this very sentence. */
export async function hasConsented(db: Db, vault: Vault, id: ApplicationId, sentence: string) {
  const rows = await rowsOf(db, 'consent', { application_id: id }).all(['session_id', 'sentence']);
  return rows.some((row) => vault.decrypt(row.sentence, placeOf('sentence', row.session_id)) === sentence);
}

/** Whether the applicant agreed to this text, in any version. */
export const hasAgreedTo = (db: Db, id: ApplicationId, document: string) =>
  rowsOf(db, 'consent', { application_id: id, document }).exist();

/** Whether the applicant agreed to texts with the last form that they sent. */
export async function hasAgreedToTexts(db: Db, id: ApplicationId): Promise<boolean> {
  const about = { application_id: id, document: ['phone-consent', 'text-consent'] };
  return (await rowsOf(db, 'consent', about, ['id desc']).value('document')) === 'text-consent';
}
