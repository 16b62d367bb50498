// Linked banks as they are kept: one stands behind an application at a time, earlier ones stay as what was.
import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import {
  type ApplicationId,
  type LinkedBankId,
  type LinkedBankTable,
  sealContext,
} from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';

export type LinkedBank = Selectable<LinkedBankTable>;

export interface NewLink {
  readonly publicToken: string;
  readonly institutionId: string;
  readonly institutionName: string;
  readonly accessToken: string;
  readonly itemId: string;
}

export const publicTokenLookup = (vault: Vault, token: string) => vault.lookup('plaid-public-token', token);

export async function linkedBankOf(db: Db, id: ApplicationId): Promise<LinkedBank | undefined> {
  return db
    .selectFrom('linked_bank')
    .selectAll()
    .where('application_id', '=', id)
    .where('status', '=', 'linked')
    .executeTakeFirst();
}

/** The link that a public token became, current or not. */
export async function linkOfToken(
  db: Db,
  vault: Vault,
  id: ApplicationId,
  publicToken: string,
): Promise<LinkedBank | undefined> {
  return db
    .selectFrom('linked_bank')
    .selectAll()
    .where('public_token_lookup', '=', publicTokenLookup(vault, publicToken))
    .where('application_id', '=', id)
    .executeTakeFirst();
}

export async function saveLink(
  tx: Tx,
  { vault, clock }: { vault: Vault; clock: Clock },
  applicationId: ApplicationId,
  link: NewLink,
  status: LinkedBank['status'],
): Promise<LinkedBankId> {
  const id = randomUUID() as string as LinkedBankId;
  await tx
    .insertInto('linked_bank')
    .values({
      id,
      application_id: applicationId,
      public_token_lookup: publicTokenLookup(vault, link.publicToken),
      institution_id: link.institutionId,
      institution_name: link.institutionName,
      status,
      item_id: link.itemId,
      access_token: vault.seal(link.accessToken, sealContext('linked_bank', 'access_token', id)),
      mask: null,
      linked_at: clock.now(),
      waits_for_data: false,
      problem: null,
      problem_at: null,
    })
    .execute();
  return id;
}

/** Makes room for a newer link. */
export async function replaceLink(tx: Tx, id: ApplicationId): Promise<LinkedBankId | undefined> {
  const row = await tx
    .updateTable('linked_bank')
    .set({ status: 'replaced' })
    .where('application_id', '=', id)
    .where('status', '=', 'linked')
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Undefined where our access was ended. */
export function accessTokenOf(vault: Vault, bank: LinkedBank): string | undefined {
  return bank.access_token === null
    ? undefined
    : vault.open(bank.access_token, sealContext('linked_bank', 'access_token', bank.id));
}

export function maskOf(vault: Vault, bank: LinkedBank): string | undefined {
  return bank.mask === null ? undefined : vault.open(bank.mask, sealContext('linked_bank', 'mask', bank.id));
}
