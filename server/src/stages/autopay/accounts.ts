// Accounts for automatic payments: the one that receives the funds, and others at the linked bank.
import { type DepositAccount, typedAccountId } from '#contract/deposit.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { ifUnavailable } from '../../platform/jobs/vendor-calls.ts';
import { findValidation } from '../../records/account-validations.ts';
import { depositOf, readDepositNumbers } from '../../records/deposit-accounts.ts';
import { readChecks } from '../../records/verifications.ts';
import type { With } from '../../services.ts';
import { accountShown, readAccountNumbers, readLinkedAccounts } from '../bank-link/accounts.ts';

interface PayingAccount {
  readonly shown: DepositAccount;
  readonly accountType: 'checking' | 'savings';
  readonly kind: 'linked' | 'manual';
  /** Full numbers, for callers that encrypt them immediately. Undefined if the bank returns none. */
  readonly numbers: () => Promise<
    { routingNumber: string; accountNumber: string; isTokenized: boolean } | undefined
  >;
}

export async function payingAccounts(
  services: With<'db' | 'vault' | 'vendors' | 'institutions'>,
  id: ApplicationId,
): Promise<readonly PayingAccount[]> {
  const { db } = services;
  const [checks, validation] = await Promise.all([readChecks(db, id), findValidation(db, id)]);
  // A debit authorized online comes from a validated account (Nacha Operating Rules 2.5.17.4): the one that receives the
  // funds, once it is valid, or one at a bank whose owner is the applicant. Another bank may have been linked since.
  const isOwner = checks?.identity === true;
  const [deposit, linked] = await Promise.all([
    validation?.status === 'INVALID' ? undefined : depositAccountOf(services, id),
    isOwner || validation?.method === 'linked' ? linkedAccountsOf(services, id) : [],
  ]);
  const atBank = linked.find((account) => account.shown.accountId === deposit?.shown.accountId);
  const others = isOwner || atBank ? linked.filter((account) => account !== atBank) : [];
  if (deposit === undefined) return others;
  // Show the name and logo the account had when it was chosen, as long as its bank still reports them.
  const { name, institution } = (atBank ?? deposit).shown;
  return [{ ...deposit, shown: { ...deposit.shown, name, institution } }, ...others];
}

async function depositAccountOf(
  { db, vault }: With<'db' | 'vault'>,
  id: ApplicationId,
): Promise<PayingAccount | undefined> {
  const deposit = await depositOf(db, vault, id);
  if (deposit === undefined) return undefined;
  const { kind, accountType, mask, institutionName, linkedAccountId, isTokenized } = deposit;
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
    numbers: async () => {
      const numbers = (await readDepositNumbers(db, vault, [id])).get(id);
      return numbers && { ...numbers, isTokenized };
    },
  };
}

/** Empty if the bank does not respond right now. The account that receives the funds is still offered. */
async function linkedAccountsOf(
  services: With<'db' | 'vault' | 'vendors' | 'institutions'>,
  id: ApplicationId,
): Promise<readonly PayingAccount[]> {
  const linked = await readLinkedAccounts(services, id).catch(ifUnavailable(() => undefined));
  if (linked === undefined) return [];
  const known = await services.institutions.find(linked.institutionId).catch(ifUnavailable(() => undefined));
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
