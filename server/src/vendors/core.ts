// The lender's core system: looks up present borrowers and other open applications, books loans, and reports whether it is open.
import type { ZodType } from 'zod';
import type { CoreOutage } from '#contract/outage.ts';
import type { Maintenance } from '#lender/schema/brand.ts';
import type { Clock } from '../platform/clock.ts';
import { VendorUnavailable } from '../platform/jobs/vendor-calls.ts';
import {
  type BorrowerStanding,
  type CoreReturn,
  type CorrectedAccount,
  coreCalls,
  coreRefusals,
  type Debits,
} from './core-api.ts';
import type { Boarding, LoanDates } from './core-boarding.ts';
import type { BranchCase, CallBack, CaseDocument, CaseMessage } from './core-cases.ts';
import type { Payout } from './core-payout.ts';
import { CoreAvailability, coreClient } from './core-requests.ts';
import type { Identity } from './fraud.ts';
import { VendorRefused } from './http-client.ts';
import { type Checkable, refusedKeys } from './vendor-check.ts';

export interface BookedLoan {
  readonly loanId: string;
  readonly canceled: boolean;
  /** What the core system paid out, with the day (ISO date) of its arrival; null if nothing; undefined if it does not report that. */
  readonly payout?: { readonly arrivesOn: string } | null | undefined;
}

/**
 * Methods with a `key` are idempotent: the core system acts once per key. Every method about loans and borrowers rejects with
 * `VendorUnavailable` if the system refuses or does not respond.
 */
export interface Core extends Checkable {
  /** Looks up the SSN. Rejects with `CoreOffline` if the system is closed or does not respond. */
  lookUp(person: Identity, signal: AbortSignal): Promise<BorrowerStanding>;
  /** Books a loan, one per application, and returns the core system's number for it. */
  bookLoan(loan: Boarding, key: string, signal: AbortSignal): Promise<{ loanId: string }>;
  /** The loan that was booked for an application, even if it was canceled; undefined if none was. */
  findLoan(applicationId: string, signal: AbortSignal): Promise<BookedLoan | undefined>;
  /** Pays a loan out, and returns the day (ISO date) on which the money arrives. */
  payOut(loanId: string, payout: Payout, key: string, signal: AbortSignal): Promise<{ arrivesOn: string }>;
  setDates(loanId: string, dates: LoanDates, key: string, signal: AbortSignal): Promise<unknown>;
  setAutopay(loanId: string, debits: Debits, key: string, signal: AbortSignal): Promise<unknown>;
  /** Ends automatic payments. An authorization that ended cannot be set again. */
  endAutopay(loanId: string, authorizationId: string, key: string, signal: AbortSignal): Promise<unknown>;
  /** A returned disbursement leaves the loan unpaid until new dates are set; a returned debit leaves a payment open. */
  reportReturn(loanId: string, returned: CoreReturn, key: string, signal: AbortSignal): Promise<unknown>;
  /** Cancels a loan whose money was not sent. */
  cancelLoan(
    loanId: string,
    canceled: { readonly canceledOn: string },
    key: string,
    signal: AbortSignal,
  ): Promise<unknown>;
  correctAccount(
    loanId: string,
    account: CorrectedAccount,
    key: string,
    signal: AbortSignal,
  ): Promise<unknown>;
  /** Opens a case, one per application and reason, and returns the core system's number for it. */
  openCase(branchCase: BranchCase, key: string, signal: AbortSignal): Promise<{ caseId: string }>;
  /** Adds a file to a case, once for each `documentId`. */
  attachDocument(
    caseId: string,
    document: CaseDocument,
    key: string,
    signal: AbortSignal,
  ): Promise<{ documentId: string }>;
  /** Adds a text from the applicant to a case, once for each `messageId`. */
  addMessage(caseId: string, message: CaseMessage, key: string, signal: AbortSignal): Promise<unknown>;
  setCallBack(caseId: string, callBack: CallBack, key: string, signal: AbortSignal): Promise<unknown>;
  /** Why the system cannot be used now; undefined if it can. A system that does not respond cannot. */
  outage(signal: AbortSignal): Promise<CoreOutage | undefined>;
  /** The same as it was at most 10 seconds ago, for pages that many visitors load. */
  recentOutage(signal: AbortSignal): Promise<CoreOutage | undefined>;
  /** The same without a request: by the window, and by the system's last state. */
  knownOutage(): CoreOutage | undefined;
}

/** A call with a key, of a job. The core system acts once per key, so that the call may be repeated. */
export const keyedCoreCall = {
  vendor: 'core',
  timeoutSeconds: 15,
  onUnknownOutcome: { rule: 'repeat' },
} as const;

/** The core system is closed or does not respond. Nothing was changed there. */
export class CoreOffline extends VendorUnavailable {
  readonly outage: CoreOutage;

  constructor(message: string, outage: CoreOutage) {
    super(message);
    this.outage = outage;
  }
}

/** `maintenance` is the planned window, or undefined where it is off. */
export function coreSystem(
  settings: { readonly url: string; readonly key: string },
  { clock, maintenance }: { readonly clock: Clock; readonly maintenance: Maintenance | undefined },
): Core {
  const send = coreClient(settings);
  const availability = new CoreAvailability(send, clock, maintenance);
  return {
    async bookLoan(loan, key, signal) {
      try {
        return await send(coreCalls.bookLoan, { json: loan, key, signal });
      } catch (error) {
        // An earlier attempt booked it, and something about the loan changed before this one.
        return existing(error, coreRefusals.loanExists.body);
      }
    },
    async findLoan(applicationId, signal) {
      const { loans } = await send(coreCalls.findLoan, { query: { applicationId }, signal });
      return loans[0];
    },
    payOut: (loanId, json, key, signal) => send(coreCalls.payOut, { loanId, json, key, signal }),
    setDates: (loanId, json, key, signal) => send(coreCalls.setDates, { loanId, json, key, signal }),
    setAutopay: (loanId, json, key, signal) => send(coreCalls.setAutopay, { loanId, json, key, signal }),
    endAutopay: (loanId, authorizationId, key, signal) =>
      send(coreCalls.endAutopay, { loanId, json: { authorizationId }, key, signal }),
    reportReturn: (loanId, json, key, signal) => send(coreCalls.reportReturn, { loanId, json, key, signal }),
    cancelLoan: (loanId, json, key, signal) => send(coreCalls.cancelLoan, { loanId, json, key, signal }),
    correctAccount: (loanId, json, key, signal) =>
      send(coreCalls.correctAccount, { loanId, json, key, signal }),
    async openCase(branchCase, key, signal) {
      try {
        return await send(coreCalls.openCase, { json: branchCase, key, signal });
      } catch (error) {
        // An earlier attempt opened the case, and the applicant's details changed before this one.
        return existing(error, coreRefusals.caseExists.body);
      }
    },
    async attachDocument(caseId, document, key, signal) {
      try {
        return await send(coreCalls.attachDocument, { caseId, json: document, key, signal });
      } catch (error) {
        return existing(error, coreRefusals.documentExists.body);
      }
    },
    addMessage: (caseId, json, key, signal) => send(coreCalls.addMessage, { caseId, json, key, signal }),
    setCallBack: (caseId, json, key, signal) => send(coreCalls.setCallBack, { caseId, json, key, signal }),
    async tryKeys(signal) {
      const { online } = await send(coreCalls.status, { signal }).catch(refusedKeys('CORE_API_KEY is'));
      return `the key is accepted; the system reports that it is ${online ? 'online' : 'closed'}`;
    },
    knownOutage: () => availability.known(),
    outage: (signal) => availability.now(signal),
    recentOutage: (signal) => availability.recent(signal),
    async lookUp({ ssn, lastName, dob }, signal) {
      const planned = await availability.planned(signal);
      if (planned) throw new CoreOffline('the maintenance window is open', planned);
      try {
        const json = { ssn, lastName, dateOfBirth: dob };
        const found = await send(coreCalls.lookUpBorrower, { json, signal });
        availability.online();
        return found;
      } catch (error) {
        // A refusal is our mistake, not a closed system.
        if (error instanceof VendorRefused || !(error instanceof VendorUnavailable)) throw error;
        throw new CoreOffline(error.message, availability.failed(error));
      }
    },
  };
}

/** What an earlier attempt made, if the refusal names it; throws any other error. */
function existing<A>(error: unknown, body: ZodType<A>): A {
  const known = error instanceof VendorRefused ? body.safeParse(error.body) : undefined;
  if (known?.success !== true) throw error;
  return known.data;
}
