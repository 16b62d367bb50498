// The accounts that automatic payments can come from: the one that receives the funds, and the linked bank's others.
import type { Autopay } from '#contract/autopay.ts';
import { typedAccountId } from '#contract/deposit.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { VendorUnavailable } from '../../platform/jobs/vendor-calls.ts';
import { depositOf, readDepositNumbers } from '../../records/deposit-accounts.ts';
import type { Services } from '../../services.ts';
import { readAccountNumbers, readLinkedAccounts } from '../bank-link/accounts.ts';

interface PayingAccount {
  /** What a browser may know of it. */
  readonly shown: Autopay['accounts'][number];
  readonly accountType: 'checking' | 'savings';
  readonly kind: 'linked' | 'manual';
  /** Full numbers, for whoever seals them at once. Undefined where the bank names none. */
  readonly numbers: () => Promise<{ routingNumber: string; accountNumber: string } | undefined>;
}

export async function payingAccounts(
  services: Services,
  id: ApplicationId,
): Promise<readonly PayingAccount[]> {
  const [deposit, linked] = await Promise.all([
    depositAccountOf(services, id),
    linkedAccountsOf(services, id),
  ]);
  if (deposit === undefined) return linked;
  const atBank = linked.find((account) => account.shown.accountId === deposit.shown.accountId);
  const others = linked.filter((account) => account !== atBank);
  // It keeps the name and sign under which it was chosen, for as long as its bank tells them.
  const { name, institution } = (atBank ?? deposit).shown;
  return [{ ...deposit, shown: { ...deposit.shown, name, institution } }, ...others];
}

async function depositAccountOf(
  { db, vault }: Pick<Services, 'db' | 'vault'>,
  id: ApplicationId,
): Promise<PayingAccount | undefined> {
  const deposit = await depositOf(db, vault, id);
  if (deposit === undefined) return undefined;
  const { kind, accountType, mask, institutionName, linkedAccountId } = deposit;
  return {
    shown: accountShown({
      accountId: linkedAccountId ?? typedAccountId,
      accountType,
      mask,
      institutionName,
      receivesFunds: true,
    }),
    accountType,
    kind,
    numbers: async () => (await readDepositNumbers(db, vault, [id])).get(id),
  };
}

/** None where the bank does not answer just now: the account that receives the funds is there all the same. */
async function linkedAccountsOf(services: Services, id: ApplicationId): Promise<readonly PayingAccount[]> {
  const linked = await readLinkedAccounts(services, id).catch((error: unknown) => {
    if (error instanceof VendorUnavailable) return undefined;
    throw error;
  });
  if (linked === undefined) return [];
  const known = await services.institutions.find(linked.institutionId).catch(() => undefined);
  return linked.accounts.map((account) => ({
    shown: {
      accountId: account.accountId,
      name: account.name,
      mask: account.mask,
      institution: {
        name: linked.institutionName,
        ...(known?.logo === undefined ? {} : { logo: known.logo }),
      },
      accountType: account.type,
      accountSubtype: account.subtype,
      selectedDeposit: false,
    },
    accountType: account.subtype === 'savings' ? 'savings' : 'checking',
    kind: 'linked',
    numbers: () => readAccountNumbers(services, id, account.accountId),
  }));
}

/** An account of which no more is kept than its kind, bank and last digits. */
export function accountShown(about: {
  accountId: string;
  accountType: 'checking' | 'savings';
  mask: string;
  institutionName: string;
  receivesFunds: boolean;
}): PayingAccount['shown'] {
  return {
    accountId: about.accountId,
    name: about.accountType === 'checking' ? 'Checking account' : 'Savings account',
    mask: about.mask,
    institution: { name: about.institutionName },
    accountType: 'depository',
    accountSubtype: about.accountType,
    selectedDeposit: about.receivesFunds,
  };
}
