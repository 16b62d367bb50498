// A check of typed account numbers: whether the account is open, and whose it is.
import * as z from 'zod';
import { callVendor } from './http-client.ts';
import { assertKeysAccepted, type Checkable } from './vendor-check.ts';

interface CheckedAccount {
  /** Nine digits. */
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly accountType: 'checking' | 'savings';
  /** The person who claims the account. */
  readonly firstName: string;
  readonly lastName: string;
}

interface AccountFindings {
  /** `unknown`: the vendor has no data about the account from its bank. */
  readonly account: 'open' | 'closed' | 'unknown';
  /** The owners' names as the bank has them; empty if it names none. */
  readonly ownerNames: readonly string[];
}

export interface AccountCheck extends Checkable {
  /**
   * `reference` must be the same when the check is repeated. Rejects with `NotPerformed` or `OutcomeUnknown`. Only reads, so
   * that it can be repeated.
   */
  check(account: CheckedAccount, reference: string, signal: AbortSignal): Promise<AccountFindings>;
}

const statuses = { OPEN: 'open', CLOSED: 'closed', NOT_FOUND: 'closed', UNKNOWN: 'unknown' } as const;

export function accountCheck(settings: { url: string; key: string }): AccountCheck {
  const response = z.object({
    account_status: z.enum(['OPEN', 'CLOSED', 'NOT_FOUND', 'UNKNOWN']),
    owner_names: z.array(z.string()),
  });
  const request = {
    vendor: 'account-check',
    method: 'POST',
    url: `${settings.url}/v1/account-checks`,
    headers: { 'x-api-key': settings.key },
  } as const;
  return {
    async check(account, reference, signal) {
      const found = await callVendor({
        ...request,
        json: {
          reference,
          routing_number: account.routingNumber,
          account_number: account.accountNumber,
          account_type: account.accountType,
          claimed_owner: { first_name: account.firstName, last_name: account.lastName },
        },
        response,
        signal,
      });
      return { account: statuses[found.account_status], ownerNames: found.owner_names };
    },
    async tryKeys(signal) {
      await assertKeysAccepted('ACCOUNT_CHECK_API_KEY is', { ...request, json: {}, signal });
      return 'the key is accepted';
    },
  };
}
