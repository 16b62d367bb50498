// Stores linked banks. An application has one current bank at a time; earlier ones stay as history.
import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../platform/db/database.ts';
import { insertRow, rowsOf } from '../platform/db/rows.ts';
import {
  type ApplicationId,
  encryptionContext,
  type LinkedBankId,
  type Tables,
} from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';
import type { With } from '../services.ts';

export type LinkedBank = Selectable<Tables['linked_bank']>;

export interface NewLink {
  readonly publicToken: string;
  readonly institutionId: string;
  readonly institutionName: string;
  readonly accessToken: string;
  readonly itemId: string;
}

const publicTokenKind = 'plaid-public-token';
const itemKind = 'bank-item';
export const publicTokenLookup = (vault: Vault, token: string) => vault.lookup(publicTokenKind, token);

export const linkedBankOf = (db: Db, id: ApplicationId) =>
  rowsOf(db, 'linked_bank', { application_id: id, status: 'linked' }).first();

/** The link created from a public token, current or not. */
export const linkOfToken = (db: Db, vault: Vault, id: ApplicationId, publicToken: string) =>
  rowsOf(db, 'linked_bank', {
    public_token_lookup: vault.lookups(publicTokenKind, publicToken),
    application_id: id,
  }).first();

export async function saveLink(
  tx: Tx,
  { vault, clock }: With<'vault' | 'clock'>,
  applicationId: ApplicationId,
  link: NewLink,
  status: LinkedBank['status'],
): Promise<LinkedBankId> {
  const id = randomUUID() as string as LinkedBankId;
  const encrypted = (
    column: 'institution_id' | 'institution_name' | 'item_id' | 'access_token',
    value: string,
  ) => vault.encrypt(value, encryptionContext('linked_bank', column, id));
  await insertRow(tx, 'linked_bank', {
    id,
    application_id: applicationId,
    public_token_lookup: publicTokenLookup(vault, link.publicToken),
    institution_id: encrypted('institution_id', link.institutionId),
    institution_name: encrypted('institution_name', link.institutionName),
    status,
    item_id: encrypted('item_id', link.itemId),
    item_lookup: vault.lookup(itemKind, link.itemId),
    access_token: encrypted('access_token', link.accessToken),
    linked_at: clock.now(),
    waits_for_data: false,
  });
  return id;
}

/** Ends the current link so that a newer one can take its place. */
export async function replaceLink(tx: Tx, id: ApplicationId): Promise<LinkedBankId | undefined> {
  const current = rowsOf(tx, 'linked_bank', { application_id: id, status: 'linked' });
  return (await current.updated({ status: 'replaced' }, ['id']))[0]?.id;
}

export function institutionOf(
  vault: Vault,
  bank: Pick<LinkedBank, 'id' | 'institution_id' | 'institution_name'>,
) {
  const read = (column: 'institution_id' | 'institution_name') =>
    vault.decrypt(bank[column], encryptionContext('linked_bank', column, bank.id));
  return { institutionId: read('institution_id'), institutionName: read('institution_name') };
}

/** Undefined if our access has ended. */
export function accessTokenOf(vault: Vault, bank: LinkedBank): string | undefined {
  return bank.access_token === null
    ? undefined
    : vault.decrypt(bank.access_token, encryptionContext('linked_bank', 'access_token', bank.id));
}

/** The current bank with our access to it. Undefined without one, or if our access has ended. */
export async function openBankOf({ db, vault }: With<'db' | 'vault'>, applicationId: ApplicationId) {
  const bank = await linkedBankOf(db, applicationId);
  const accessToken = bank && accessTokenOf(vault, bank);
  if (accessToken === undefined) return undefined;
  return { ...institutionOf(vault, bank as LinkedBank), id: (bank as LinkedBank).id, accessToken };
}
export type OpenBank = Pick<LinkedBank, 'id'> & { readonly accessToken: string };

export function maskOf(vault: Vault, bank: LinkedBank): string | undefined {
  return bank.mask === null
    ? undefined
    : vault.decrypt(bank.mask, encryptionContext('linked_bank', 'mask', bank.id));
}

export const findLinkedBank = (db: Db, id: LinkedBankId) => rowsOf(db, 'linked_bank', { id }).first();

/** Finds a link's application by the bank-data vendor's item id. The link may have been replaced since. */
export const applicationOfItem = (db: Db, vault: Vault, itemId: string) =>
  rowsOf(db, 'linked_bank', { item_lookup: vault.lookups(itemKind, itemId) }).value('application_id');

export const isItem = (vault: Vault, bank: LinkedBank, itemId: string): boolean =>
  vault.isLookupOf(bank.item_lookup, itemKind, itemId);

/** Hashes the items of applications again under the current key. */
export async function rehashItems(tx: Tx, vault: Vault, id: ApplicationId): Promise<void> {
  for (const { id: bank, item_id: item } of await rowsOf(tx, 'linked_bank', { application_id: id }).all([
    'id',
    'item_id',
  ]))
    await rowsOf(tx, 'linked_bank', { id: bank }).update({
      item_lookup: vault.lookup(
        itemKind,
        vault.decrypt(item, encryptionContext('linked_bank', 'item_id', bank)),
      ),
    });
}

/** Leaves the application without a current bank. */
export const removeLink = (tx: Tx, id: ApplicationId) =>
  rowsOf(tx, 'linked_bank', { application_id: id, status: 'linked' }).update({ status: 'removed' });

/** `endedAt` is null if the application continues after it had ended. */
export const saveApplicationEnd = (tx: Tx, id: ApplicationId, endedAt: Date | null) =>
  rowsOf(tx, 'linked_bank', { application_id: id }).update({ application_ended_at: endedAt });

/** Makes this bank no longer its application's current one. */
export const removeBank = (tx: Tx, id: LinkedBankId) =>
  rowsOf(tx, 'linked_bank', { id, status: 'linked' }).update({ status: 'removed' });

/** Marks the bank as waiting for the vendor's message that its data is ready. */
export const waitForData = (db: Db, id: LinkedBankId) =>
  rowsOf(db, 'linked_bank', { id, status: 'linked' }).update({ waits_for_data: true });

export const stopWaitingForData = (tx: Tx, id: LinkedBankId) =>
  rowsOf(tx, 'linked_bank', { id }).update({ waits_for_data: false });

/** Saves the last digits of the account by which an applicant recognizes the link. */
export const saveMask = (tx: Tx, { vault }: With<'vault'>, id: LinkedBankId, mask: string) =>
  rowsOf(tx, 'linked_bank', { id }).update({
    mask: vault.encrypt(mask, encryptionContext('linked_bank', 'mask', id)),
  });

/** Deletes the access token after our access has ended at the vendor. False if it was deleted before: another job ended the same access. */
export const deleteAccessToken = (tx: Tx, id: LinkedBankId) =>
  rowsOf(tx, 'linked_bank', { id, access_token: { '<>': null } }).update({ access_token: null });

export const saveProblem = (tx: Tx, id: LinkedBankId, problem: string | null, at: Date) =>
  rowsOf(tx, 'linked_bank', { id }).update({ problem, problem_at: at });

/** The bank, locked until the transaction ends. Undefined if it is no longer its application's current bank. */
export const lockCurrentBank = (tx: Tx, id: LinkedBankId) =>
  rowsOf(tx, 'linked_bank', { id, status: 'linked' }).lock();
