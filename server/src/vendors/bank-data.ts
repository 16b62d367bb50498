// What we ask of an applicant's bank: linking, accounts, owners, recurring income. plaid.ts implements it.
import { NotPerformed } from '../platform/jobs/vendor-calls.ts';

export interface LinkRequest {
  /** Our own name for the person; not personal. */
  readonly reference: string;
  readonly lender: string;
  /** What a bank may be told of the person, so that they type it once. */
  readonly person: {
    readonly name: string;
    /** E.164. */
    readonly phone: string;
    readonly email: string;
    readonly street: string;
    readonly city: string;
    readonly state: string;
    readonly zipCode: string;
  };
  /** Where a bank with a page of its own sends the person back to. */
  readonly returnUrl: string;
  readonly webhookUrl: string;
  /** Of a bank that is linked already, to let the person log in there again. */
  readonly accessToken?: string;
}

export interface LinkToken {
  readonly token: string;
  /** ISO instant. */
  readonly expiresAt: string;
}

export interface LinkedItem {
  readonly accessToken: string;
  readonly itemId: string;
}

export interface BankAccount {
  readonly accountId: string;
  readonly name: string;
  readonly mask: string;
  readonly type: string;
  readonly subtype: string;
  readonly currentBalanceCents: number | undefined;
}

/** Full numbers: for moving money, never for a browser, a log or an error. */
export interface AccountNumbers {
  readonly accountId: string;
  readonly accountNumber: string;
  readonly routingNumber: string;
}

export interface BankAddress {
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly country: string;
}

export interface AccountOwner {
  readonly names: readonly string[];
  readonly addresses: readonly BankAddress[];
}

export interface Ownership {
  readonly accounts: readonly BankAccount[];
  readonly owners: readonly AccountOwner[];
}

export type Frequency = 'weekly' | 'biweekly' | 'semi-monthly' | 'monthly' | 'annually' | 'irregular';

/** Money that comes in again and again. */
export interface InflowStream {
  /** The bank-data vendor's category, such as INCOME_WAGES. */
  readonly category: string;
  readonly averageCents: number;
  readonly frequency: Frequency;
  /** ISO dates. */
  readonly firstDate: string;
  readonly lastDate: string;
  readonly count: number;
  readonly active: boolean;
}

export interface RecurringTransactions {
  readonly inflows: readonly InflowStream[];
  /** ISO date of the earliest regular movement, in or out. */
  readonly since: string | undefined;
}

export interface Institution {
  readonly institutionId: string;
  readonly name: string;
  /** PNG, base64. */
  readonly logo: string | undefined;
}

export type WebhookKey = { readonly expired: boolean; readonly jwk: Record<string, string> };

export interface BankData {
  createLinkToken(request: LinkRequest, signal: AbortSignal): Promise<LinkToken>;
  /** A public token can be exchanged once. */
  exchange(publicToken: string, signal: AbortSignal): Promise<LinkedItem>;
  /** Ends our access. An item that is gone already is removed. */
  remove(accessToken: string, signal: AbortSignal): Promise<void>;
  /** The vendor's code of what stands between us and the bank; undefined where nothing does. */
  problem(accessToken: string, signal: AbortSignal): Promise<string | undefined>;
  accounts(accessToken: string, signal: AbortSignal): Promise<BankAccount[]>;
  numbers(accessToken: string, signal: AbortSignal): Promise<AccountNumbers[]>;
  ownership(accessToken: string, signal: AbortSignal): Promise<Ownership>;
  recurringTransactions(accessToken: string, signal: AbortSignal): Promise<RecurringTransactions>;
  institutions(count: number, signal: AbortSignal): Promise<Institution[]>;
  /** Undefined where there is none of this name. */
  institution(id: string, signal: AbortSignal): Promise<Institution | undefined>;
  /** The public key that signs webhooks; undefined where the vendor knows of none. */
  webhookKey(id: string, signal: AbortSignal): Promise<WebhookKey | undefined>;
}

/**
 * `not-ready`: the bank's data is still being fetched. `bank`: the bank does not answer now. `item`: the applicant must
 * link anew before anything can be read. `request`: ours does not hold.
 */
export type BankRefusal = 'not-ready' | 'bank' | 'item' | 'request';

export class BankRefused extends NotPerformed {
  readonly kind: BankRefusal;
  /** The vendor's error code, which names no one. */
  readonly code: string;

  constructor(kind: BankRefusal, code: string) {
    super(`plaid refused with ${code}`);
    this.kind = kind;
    this.code = code;
  }
}
