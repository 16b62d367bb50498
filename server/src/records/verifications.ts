// Stores verification results: three plain-text outcomes, with the reasons sealed.
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { sealContext } from '../platform/db/sealed-columns.ts';
import type { ApplicationId, LinkedBankId } from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';

interface Checks {
  readonly income: boolean;
  readonly residence: boolean;
  readonly identity: boolean;
}

export async function saveVerification(
  tx: Tx,
  { vault, clock }: { vault: Vault; clock: Clock },
  applicationId: ApplicationId,
  linkedBankId: LinkedBankId,
  found: Readonly<Record<keyof Checks, { readonly holds: boolean }>>,
): Promise<void> {
  const row = {
    is_current: true,
    ...checksOf(found),
    detail: vault.sealJson(found, sealContext('verification', 'detail', linkedBankId)),
    verified_at: clock.now(),
  };
  await tx
    .insertInto('verification')
    .values({ linked_bank_id: linkedBankId, application_id: applicationId, ...row })
    .onConflict((conflict) => conflict.column('linked_bank_id').doUpdateSet(row))
    .execute();
}

/** Withdraws the current verification, because its bank was replaced or removed. */
export async function withdrawVerifications(tx: Tx, id: ApplicationId): Promise<void> {
  await tx.updateTable('verification').set({ is_current: false }).where('application_id', '=', id).execute();
}

/** The current verification, if any. */
export async function readChecks(db: Db, id: ApplicationId): Promise<Checks | undefined> {
  return db
    .selectFrom('verification')
    .select(['income', 'residence', 'identity'])
    .where('application_id', '=', id)
    .where('is_current', '=', true)
    .executeTakeFirst();
}

/** When the current verification was made, if any. */
export async function readVerifiedAt(db: Db, id: ApplicationId): Promise<Date | undefined> {
  const row = await db
    .selectFrom('verification')
    .select('verified_at')
    .where('application_id', '=', id)
    .where('is_current', '=', true)
    .executeTakeFirst();
  return row?.verified_at;
}

/** The yearly income in cents that the current verification found at the bank, if it confirmed the declared one. */
export async function readConfirmedIncome(
  db: Db,
  vault: Vault,
  id: ApplicationId,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('verification')
    .select(['linked_bank_id', 'detail'])
    .where('application_id', '=', id)
    .where('is_current', '=', true)
    .where('income', '=', true)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const place = sealContext('verification', 'detail', row.linked_bank_id);
  const { income } = vault.openJson<{ income: { foundMonthlyCents: number } }>(row.detail, place);
  return income.foundMonthlyCents * 12;
}

export const checksOf = ({
  income,
  residence,
  identity,
}: Readonly<Record<keyof Checks, { readonly holds: boolean }>>): Checks => ({
  income: income.holds,
  residence: residence.holds,
  identity: identity.holds,
});
