// The lender's core system: who already is a borrower or has applied elsewhere, where loans are booked, and whether it can be
// asked at all.
import * as z from 'zod';
import type { Outage } from '#contract/outage.ts';
import { maintenanceEnd } from '#lender/maintenance.ts';
import type { Maintenance } from '#lender/schema/brand.ts';
import { type Clock, secondsAfter } from '../platform/clock.ts';
import { VendorUnavailable } from '../platform/jobs/vendor-calls.ts';
import { callVendor, VendorFailed, VendorRefused } from './http-client.ts';

/** What the core system knows about a person. */
export interface BorrowerStanding {
  /** `DUPLICATE`: the person has an open application that was not made here. */
  readonly standing: 'NONE' | 'PRESENT_BORROWER' | 'DUPLICATE';
  /** Whether the record has the last name and birth date that were asked about; null where the standing is `NONE`. */
  readonly isSamePerson: boolean | null;
  /** ISO date of the last loan made to this person, or null. */
  readonly lastLoanMadeOn: string | null;
}

/** Who is asked about. */
interface Person {
  /** Nine digits. */
  readonly ssn: string;
  readonly lastName: string;
  /** ISO date. */
  readonly dob: string;
}

interface Loan {
  readonly applicationId: string;
  /** Nine digits. */
  readonly ssn: string;
  readonly amountCents: number;
  readonly months: number;
  /** The Regulation Z APR in percent, such as 31.22. */
  readonly apr: number;
  /** The note's interest rate, in percent. */
  readonly contractRate: number;
  readonly monthlyPaymentCents: number;
  /** Taken out of the amount, in cents; absent where there are none. */
  readonly fees?: { readonly origination: number; readonly filing: number };
  readonly isAutoSecured: boolean;
  /** The collateral, or null for an unsecured loan. */
  readonly vehicle: { readonly year: number; readonly make: string; readonly model: string } | null;
}

/** ISO dates. They depend on the day the funds arrive, so they are sent when that is known and whenever it changes. */
interface LoanDates {
  readonly fundsArriveOn: string;
  readonly firstDueOn: string;
  readonly lastDueOn: string;
}

/** Automatic payments as the applicant authorized them. */
export interface Debits {
  readonly authorizationId: string;
  /** Day of the month, 1 to 28. */
  readonly day: number;
  /** ISO dates: no debit is made after its payment is due. */
  readonly firstDebitOn: string;
  readonly lastDebitOn: string;
  readonly amountCents: number;
  /** The last payment absorbs the rounding. */
  readonly lastAmountCents: number;
  readonly accountType: 'checking' | 'savings';
  /** Nine digits. */
  readonly routingNumber: string;
  readonly accountNumber: string;
}

/** An entry that the bank returned: the money we sent, or a payment. */
interface CoreReturn {
  readonly what: 'disbursement' | 'debit';
  /** R01 to R85. */
  readonly code: string;
  readonly amountCents: number;
  /** The trace number of the entry that came back. */
  readonly originalTrace: string;
  /** ISO date on which we read it. */
  readonly readOn: string;
}

/** The account's data after a notice of change. */
interface CorrectedAccount {
  /** C01 to C13. */
  readonly code: string;
  /** Nine digits. */
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly accountType: 'checking' | 'savings';
}

/** Asks a branch to call an applicant. */
interface BranchCase {
  readonly applicationId: string;
  readonly branchId: string;
  /** `verify-at-branch`: verify the applicant and finish the loan. `loan-signed`: welcome a new borrower. */
  readonly reason: 'verify-at-branch' | 'loan-signed' | 'no-decision';
  readonly firstName: string;
  readonly lastName: string;
  /** E.164. */
  readonly phone: string;
  readonly email: string;
  /** ISO instant: the applicant was told to expect the call by then. */
  readonly callBy: string;
}

/**
 * Methods with a `key` are idempotent: the core system acts once per key. Every method about loans and borrowers rejects with
 * `VendorUnavailable` if the system refuses or does not answer.
 */
export interface Core {
  /** Looks up the SSN. Rejects with `CoreOffline` if the system is closed or does not answer. */
  lookUp(person: Person, signal: AbortSignal): Promise<BorrowerStanding>;
  /** Books a loan and returns the core system's number for it. */
  bookLoan(loan: Loan, key: string, signal: AbortSignal): Promise<{ loanId: string }>;
  /** The loan that was booked for an application; undefined if none was. */
  findLoan(applicationId: string, signal: AbortSignal): Promise<{ loanId: string } | undefined>;
  setDates(loanId: string, dates: LoanDates, key: string, signal: AbortSignal): Promise<unknown>;
  setAutopay(loanId: string, debits: Debits, key: string, signal: AbortSignal): Promise<unknown>;
  /** Ends automatic payments. An authorization that ended cannot be set again. */
  endAutopay(loanId: string, authorizationId: string, key: string, signal: AbortSignal): Promise<unknown>;
  /** A returned disbursement leaves the loan unpaid until new dates are set; a returned debit leaves a payment open. */
  reportReturn(loanId: string, returned: CoreReturn, key: string, signal: AbortSignal): Promise<unknown>;
  correctAccount(
    loanId: string,
    account: CorrectedAccount,
    key: string,
    signal: AbortSignal,
  ): Promise<unknown>;
  /** Opens a case, one per application and reason, and returns the core system's number for it. */
  openCase(branchCase: BranchCase, key: string, signal: AbortSignal): Promise<{ caseId: string }>;
  /** Why the system cannot be used now; undefined if it can. Never rejects. */
  outage(signal: AbortSignal): Promise<Outage | undefined>;
  /** The same as it was at most 10 seconds ago, for pages that many visitors load. */
  recentOutage(signal: AbortSignal): Promise<Outage | undefined>;
  /** The same without asking the system: by the window, and by what was last known. */
  knownOutage(): Outage | undefined;
}

/** The core system is closed or does not answer. Nothing was changed there. */
export class CoreOffline extends VendorUnavailable {
  readonly outage: Outage;

  constructor(message: string, outage: Outage) {
    super(message);
    this.outage = outage;
  }
}

/** How long an answer about the system's state is good for. */
const stateSeconds = 10;

/** What the system says of itself when it is closed. */
const closed = z.object({ reason: z.string().optional(), backAt: z.iso.datetime().optional() });

/** `maintenance` is the planned window, or undefined where it is off. */
export function coreSystem(
  settings: { url: string; key: string },
  { clock, maintenance }: { readonly clock: Clock; readonly maintenance: Maintenance | undefined },
): Core {
  let known: { readonly outage: Outage | undefined; readonly at: Date } | undefined;
  const learn = (outage: Outage | undefined) => {
    known = { outage, at: clock.now() };
    return outage;
  };
  const recent = () => (known && secondsAfter(known.at, stateSeconds) > clock.now() ? known : undefined);

  /** A time that has passed says nothing about when the system is back. */
  const outageOf = (body: unknown): Outage => {
    const { reason, backAt } = closed.safeParse(body).data ?? {};
    const until = backAt !== undefined && new Date(backAt) > clock.now() ? { backAt } : undefined;
    if (reason === 'MAINTENANCE') return { kind: 'planned', ...until };
    return until ? { kind: 'announced', ...until } : { kind: 'unplanned' };
  };

  const ask = async (signal: AbortSignal): Promise<Outage | undefined> => {
    try {
      const { online, ...body } = await callVendor({
        vendor: 'core',
        method: 'GET',
        url: `${settings.url}/v1/status`,
        headers: { 'x-api-key': settings.key },
        answer: closed.extend({ online: z.boolean() }),
        signal,
      });
      return online ? undefined : outageOf(body);
    } catch (error) {
      return outageOf(error instanceof VendorFailed ? error.body : undefined);
    }
  };

  /** In its planned window the system is closed whatever it says, but it may know better when it is back. */
  const inWindow = (outage: Outage | undefined): Outage | undefined => {
    const end = maintenance && maintenanceEnd(maintenance, clock.now());
    if (end === undefined) return outage;
    const own = outage?.backAt;
    return { kind: 'planned', backAt: own ?? end.toISOString() };
  };

  const standing = z.object({
    standing: z.enum(['NONE', 'PRESENT_BORROWER', 'DUPLICATE']),
    isSamePerson: z.boolean().nullable(),
    lastLoanMadeOn: z.iso.date().nullable(),
  });
  const booked = z.object({ loanId: z.string() });
  const opened = z.object({ caseId: z.string() });
  const alreadyOpen = opened.extend({ code: z.literal('CASE_EXISTS') });
  const update = (path: string, json: object, key: string, signal: AbortSignal) =>
    callVendor({
      vendor: 'core',
      method: 'POST',
      url: `${settings.url}/v1/loans/${path}`,
      headers: { 'x-api-key': settings.key, 'idempotency-key': key },
      json,
      answer: z.object({}),
      signal,
    });
  return {
    bookLoan: (loan, key, signal) =>
      callVendor({
        vendor: 'core',
        method: 'POST',
        url: `${settings.url}/v1/loans`,
        headers: { 'x-api-key': settings.key, 'idempotency-key': key },
        json: loan,
        answer: booked,
        signal,
      }),
    async findLoan(applicationId, signal) {
      const { loans } = await callVendor({
        vendor: 'core',
        method: 'GET',
        url: `${settings.url}/v1/loans?applicationId=${encodeURIComponent(applicationId)}`,
        headers: { 'x-api-key': settings.key },
        answer: z.object({ loans: z.array(booked).max(1) }),
        signal,
      });
      return loans[0];
    },
    setDates: (loanId, dates, key, signal) => update(`${loanId}/dates`, dates, key, signal),
    setAutopay: (loanId, debits, key, signal) => update(`${loanId}/autopay`, debits, key, signal),
    endAutopay: (loanId, authorizationId, key, signal) =>
      update(`${loanId}/autopay/end`, { authorizationId }, key, signal),
    reportReturn: (loanId, returned, key, signal) => update(`${loanId}/returns`, returned, key, signal),
    correctAccount: (loanId, account, key, signal) => update(`${loanId}/account`, account, key, signal),
    async openCase(branchCase, key, signal) {
      try {
        return await callVendor({
          vendor: 'core',
          method: 'POST',
          url: `${settings.url}/v1/cases`,
          headers: { 'x-api-key': settings.key, 'idempotency-key': key },
          json: branchCase,
          answer: opened,
          signal,
        });
      } catch (error) {
        // An earlier attempt opened the case, and the applicant's details changed before this one.
        const existing = error instanceof VendorRefused ? alreadyOpen.safeParse(error.body) : undefined;
        if (existing?.success !== true) throw error;
        return { caseId: existing.data.caseId };
      }
    },
    knownOutage: () => inWindow(recent()?.outage),
    outage: async (signal) => inWindow(learn(await ask(signal))),
    async recentOutage(signal) {
      const last = recent();
      return inWindow(last ? last.outage : learn(await ask(signal)));
    },
    async lookUp({ ssn, lastName, dob }, signal) {
      const planned = inWindow(undefined) && inWindow(learn(await ask(signal)));
      if (planned) throw new CoreOffline('the maintenance window is open', planned);
      try {
        const found = await callVendor({
          vendor: 'core',
          method: 'POST',
          url: `${settings.url}/v1/borrowers/lookup`,
          headers: { 'x-api-key': settings.key },
          json: { ssn, lastName, dateOfBirth: dob },
          answer: standing,
          signal,
        });
        learn(undefined);
        return found;
      } catch (error) {
        // A refusal is our mistake, not a closed system.
        if (error instanceof VendorRefused) throw error;
        if (!(error instanceof VendorUnavailable)) throw error;
        const outage = outageOf(error instanceof VendorFailed ? error.body : undefined);
        learn(outage);
        throw new CoreOffline(error.message, outage);
      }
    },
  };
}
