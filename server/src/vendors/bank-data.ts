// The interface to an applicant's bank: linking, accounts, owners, recurring income. plaid/ implements it.
import type { IncomingHttpHeaders } from 'node:http';
import type { HandedLink } from '#contract/bank-link.ts';
import type { ScreenName } from '#contract/screens.ts';
import type { Unread } from '../platform/http/webhooks.ts';
import { NotPerformed } from '../platform/jobs/vendor-calls.ts';
import type { Checkable } from './vendor-check.ts';

/** The screens to which a bank that uses OAuth returns, registered with the vendor: for each path, and to repair a link. */
export const bankReturnScreens = {
  standard: 'bank-link',
  'fast-path': 'fast-path-select-payment',
  repair: 'verification-manage',
} as const satisfies Record<string, ScreenName>;

interface LinkRequest {
  /** Our id for the person, the same on every request. Must not be personal. */
  readonly reference: string;
  /** The lender's name as the applicant sees it; cut to 30 characters. */
  readonly lender: string;
  /** Prefills the bank's forms. The state has two letters. */
  readonly person: PlainAddress & {
    readonly name: string;
    /** E.164. */
    readonly phone: string;
    readonly email: string;
  };
  /** Where a bank that uses OAuth redirects back to. */
  readonly returnUrl: string;
  readonly webhookUrl: string;
  /** Set to let the person log in again to a bank that is already linked. */
  readonly accessToken?: string;
  /** The vendor hosts the page, which returns here at its end. Then a bank that uses OAuth returns to that page. */
  readonly hostedReturnUrl?: string;
}

export interface LinkToken {
  readonly token: string;
  /** Where the vendor hosts the page, if that was requested and our account with the vendor allows it. */
  readonly hostedUrl?: string;
  /** ISO instant. */
  readonly expiresAt: string;
}

/** How the session on a hosted page ended. */
interface HostedSession {
  /** Undefined if the applicant left without linking a bank. */
  readonly linked: HandedLink | undefined;
}

/** Our access to one login at one bank. */
export interface LinkedItem {
  readonly accessToken: string;
  readonly itemId: string;
}

export interface BankAccount {
  readonly accountId: string;
  readonly name: string;
  /** The last digits of the account number, usually four; '' if unknown. */
  readonly mask: string;
  /** The vendor's type and subtype, such as `depository` and `checking`; '' if there is no subtype. */
  readonly type: string;
  readonly subtype: string;
  readonly currentBalanceCents: number | undefined;
}

/** Full numbers, for moving money. Never send them to a browser, a log or an error. */
interface AccountNumbers {
  readonly accountId: string;
  readonly accountNumber: string;
  /** Nine digits. */
  readonly routingNumber: string;
  /** The bank's substitute for the account's own number, which works until the applicant ends our access at the bank. */
  readonly isTokenized: boolean;
}

export interface PlainAddress {
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
}

interface BankAddress extends PlainAddress {
  readonly country: string;
}

interface AccountOwner {
  readonly names: readonly string[];
  readonly addresses: readonly BankAddress[];
}

export interface Ownership {
  readonly accounts: readonly BankAccount[];
  readonly owners: readonly AccountOwner[];
}

export type Frequency = 'weekly' | 'biweekly' | 'semi-monthly' | 'monthly' | 'annually' | 'irregular';

/** Recurring income. */
export interface InflowStream {
  /** The bank-data vendor's category, such as INCOME_WAGES. */
  readonly category: string;
  /** The average payment, in cents. Positive: money in. */
  readonly averageCents: number;
  readonly frequency: Frequency;
  /** ISO dates of the first and the last payment. */
  readonly firstDate: string;
  readonly lastDate: string;
  /** How many payments were seen. */
  readonly count: number;
  /** False if payments have stopped. */
  readonly active: boolean;
}

export interface RecurringTransactions {
  readonly inflows: readonly InflowStream[];
  /** ISO date of the earliest recurring transaction, in or out; undefined if there is none. */
  readonly since: string | undefined;
}

export interface BankTransaction {
  /** ISO date on which it was booked. */
  readonly date: string;
  /** In cents. Positive: money in. */
  readonly cents: number;
  /** The bank-data vendor's category, such as INCOME_WAGES. */
  readonly category: string;
}

export interface Institution {
  readonly institutionId: string;
  readonly name: string;
  /** A PNG in base64. */
  readonly logo?: string | undefined;
}

/** A webhook's event. A null problem means that the problem is over. */
export type BankEvent =
  | { readonly kind: 'link-token-used'; readonly linkToken: string }
  | { readonly kind: 'data-ready'; readonly itemId: string }
  | {
      readonly kind: 'problem';
      readonly itemId: string;
      readonly problem: string | null;
      /** The account to which the applicant ended access at the bank, or `all` of the bank. */
      readonly revokedAccountId?: string;
    };

export interface BankMessage {
  /** When the service signed it. */
  readonly sentAt: Date;
  /** The service's own codes, for the log. */
  readonly type: string;
  readonly code: string;
  /** Undefined if it doesn't matter to us. */
  readonly event: BankEvent | undefined;
}

export interface BankWebhook {
  readonly path: `/webhooks/${string}`;
  /**
   * Whether the service signed the raw body a moment ago is checked first. Rejects if the
   * service's key cannot be fetched; `beforeKeyRequest` runs before that request, and may refuse.
   */
  read(
    body: Buffer,
    headers: IncomingHttpHeaders,
    context: { readonly now: Date; beforeKeyRequest(): Promise<void>; signal(): AbortSignal },
  ): Promise<BankMessage | Unread>;
}

/**
 * Every method rejects with `BankRefused` if the vendor refuses, `NotPerformed` if it cannot be reached, and
 * `OutcomeUnknown` if it does not respond. All three are `VendorUnavailable`.
 */
export interface BankData extends Checkable {
  /** Names the service in stored calls and logs. */
  readonly vendor: string;
  /**
   * Set if the service reports as a consumer reporting agency (15 USC 1681a(f)): who a notice of a denial that used its data names. Its
   * telephone is toll-free (15 USC 1681m(a)(3)).
   */
  readonly agency?: {
    readonly name: string;
    readonly address: string;
    readonly phone: string;
    readonly site: string;
  };
  readonly webhook: BankWebhook;
  /** Starts the vendor's bank login in the browser. */
  createLinkToken(request: LinkRequest, signal: AbortSignal): Promise<LinkToken>;
  /** The last session on the token's hosted page; undefined if none has ended. */
  hostedSession(token: string, signal: AbortSignal): Promise<HostedSession | undefined>;
  /** Turns the browser's public token into access to the bank. Works once per public token. */
  exchange(publicToken: string, signal: AbortSignal): Promise<LinkedItem>;
  /** Ends our access. Succeeds if the item no longer exists. */
  remove(accessToken: string, signal: AbortSignal): Promise<void>;
  /** The vendor's code for why the bank cannot be read, such as `ITEM_LOGIN_REQUIRED`; undefined if it can. */
  problem(accessToken: string, signal: AbortSignal): Promise<string | undefined>;
  accounts(accessToken: string, signal: AbortSignal): Promise<BankAccount[]>;
  /** The accounts that can receive and send ACH payments. */
  numbers(accessToken: string, signal: AbortSignal): Promise<AccountNumbers[]>;
  ownership(accessToken: string, signal: AbortSignal): Promise<Ownership>;
  recurringTransactions(accessToken: string, signal: AbortSignal): Promise<RecurringTransactions>;
  /** Booked transactions in dollars from an ISO date on; undefined where the bank lists none. */
  transactions(
    accessToken: string,
    days: { readonly from: string; readonly to: string },
    signal: AbortSignal,
  ): Promise<BankTransaction[] | undefined>;
  /** The vendor's first `count` institutions in the US. */
  institutions(count: number, signal: AbortSignal): Promise<Institution[]>;
  /** Undefined if the vendor has no such institution. */
  institution(id: string, signal: AbortSignal): Promise<Institution | undefined>;
}

/**
 * `not-ready`: the vendor is still fetching the bank's data. `bank`: the bank does not respond now. `item`: the applicant
 * must connect the bank again. `request`: our request is wrong.
 */
export type BankRefusal = 'not-ready' | 'bank' | 'item' | 'request';

export class BankRefused extends NotPerformed {
  readonly kind: BankRefusal;
  /** The vendor's error code. Contains nothing personal. */
  readonly code: string;
  override readonly isAnswer: boolean;

  /** `details` are the codes and field names that may be logged. */
  constructor(kind: BankRefusal, code: string, details = code) {
    super(`the bank-data service refused with ${details || code}`);
    this.kind = kind;
    this.code = code;
    this.isAnswer = kind === 'not-ready' || kind === 'item' || code.startsWith('INSTITUTION_');
  }
}
