// The linked bank's accounts, and an account as a browser sees it. Callers encrypt full numbers immediately; a browser may see only
// the mask.
import type { DepositAccount } from '#contract/deposit.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { ifUnavailable } from '../../platform/jobs/vendor-calls.ts';
import { accessTokenOf, type LinkedBank, type OpenBank, openBankOf } from '../../records/linked-banks.ts';
import type { With } from '../../services.ts';
import type { BankAccount } from '../../vendors/bank-data.ts';

const answerSeconds = 8;
/** The timeout for a page that can render without the bank's answer. */
const glanceSeconds = 4;

/** Undefined if no bank is linked. Throws `NotPerformed` or `OutcomeUnknown` if the bank cannot be read now. */
export async function readLinkedAccounts(services: With<'db' | 'vault' | 'vendors'>, id: ApplicationId) {
  const { bankData, timeouts } = services.vendors;
  const bank = await openBankOf(services, id);
  if (bank === undefined) return undefined;
  const accounts = await bankData.accounts(bank.accessToken, timeouts.signal(answerSeconds));
  return {
    institutionId: bank.institutionId,
    institutionName: bank.institutionName,
    // Other kinds than checking and savings accounts cannot receive money.
    accounts: accounts.filter(receivesMoney),
  };
}

/** Every shared account, by name and last digits. Undefined if the bank does not respond right now. */
export async function sharedAccounts({ vault, vendors }: With<'vault' | 'vendors'>, bank: LinkedBank) {
  const accessToken = accessTokenOf(vault, bank);
  if (accessToken === undefined) return undefined;
  const accounts = await vendors.bankData
    .accounts(accessToken, vendors.timeouts.signal(glanceSeconds))
    .catch(ifUnavailable(() => undefined));
  return accounts?.map(({ name, mask }) => ({ name, mask }));
}

/** Undefined if the account does not belong to the linked bank, or if the bank returns no numbers for it. */
export async function readAccountNumbers(
  services: With<'db' | 'vault' | 'vendors'>,
  id: ApplicationId,
  accountId: string,
) {
  const { bankData, timeouts } = services.vendors;
  const bank = await openBankOf(services, id);
  if (bank === undefined) return undefined;
  const numbers = await bankData.numbers(bank.accessToken, timeouts.signal(answerSeconds));
  const found = numbers.find((account) => account.accountId === accountId);
  if (found === undefined) return undefined;
  const { routingNumber, accountNumber, isTokenized } = found;
  return { routingNumber, accountNumber, isTokenized };
}

/** The owners of the accounts at a linked bank, which are read once. */
export const readOwners = (
  { vendorCalls, vendors }: With<'vendorCalls' | 'vendors'>,
  applicationId: ApplicationId,
  { id, accessToken }: OpenBank,
) =>
  vendorCalls.call({
    vendor: vendors.bankData.vendor,
    operation: 'read-owners',
    key: `bank-owners:${id}`,
    applicationId,
    timeoutSeconds: 12,
    onUnknownOutcome: { rule: 'repeat' },
    perform: (signal) => vendors.bankData.ownership(accessToken, signal),
  });

export function receivesMoney({ type, subtype }: Pick<BankAccount, 'type' | 'subtype'>): boolean {
  return type === 'depository' && (subtype === 'checking' || subtype === 'savings');
}

/** An account for which we saved only the kind, bank and last digits. */
export const accountShown = (account: {
  accountId: string;
  accountType: 'checking' | 'savings';
  mask: string;
  institutionName: string;
  receivesFunds: boolean;
}): DepositAccount => ({
  accountId: account.accountId,
  name: account.accountType === 'checking' ? 'Checking account' : 'Savings account',
  mask: account.mask,
  institution: { name: account.institutionName },
  accountType: 'depository',
  accountSubtype: account.accountType,
  selectedDeposit: account.receivesFunds,
});
