// The consents stored for an application, with their sentences decrypted.
import { type ApplicationId, encryptionContext } from '#server/platform/db/tables.ts';
import type { World } from './world.ts';

export async function storedConsents(world: World, id: ApplicationId) {
  const { db, vault } = world.services;
  const rows = await db
    .selectFrom('consent')
    .select(['session_id', 'document', 'version', 'text_hash', 'sentence'])
    .where('application_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ session_id: session, sentence, ...row }) => ({
    ...row,
    statement: sentence && vault.decrypt(sentence, encryptionContext('consent', 'sentence', session)),
  }));
}
