// The account that the money goes to, as far as a browser may know it. Every stage after the choice names it.
import type { Journey } from '#contract/journey.ts';
import type { Db } from '../platform/db/database.ts';
import { type ApplicationId, sealContext } from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';

type Deposit = NonNullable<Journey['choices']['depositAccount']> & {
  /** Null where it was typed. */
  readonly linkedAccountId: string | null;
};

export async function depositOf(db: Db, vault: Vault, id: ApplicationId): Promise<Deposit | undefined> {
  const row = await db
    .selectFrom('deposit_account')
    .select(['institution_name', 'account_type', 'mask', 'linked_account_id'])
    .where('application_id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      institutionName: vault.open(
        row.institution_name,
        sealContext('deposit_account', 'institution_name', id),
      ),
      accountType: row.account_type,
      mask: row.mask,
      linkedAccountId: row.linked_account_id,
    }
  );
}
