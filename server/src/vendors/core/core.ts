// The lender's core system: looks up present borrowers and other open applications, books loans, and reports whether it is open.
import type { ZodType } from 'zod';
import type { CoreOutage } from '#contract/outage.ts';
import { maintenanceEnd } from '#lender/maintenance.ts';
import type { Maintenance } from '#lender/schema/brand.ts';
import { type Clock, secondsAfter } from '../../platform/clock.ts';
import { ifUnavailable, isOutage, VendorUnavailable } from '../../platform/jobs/vendor-calls.ts';
import type { Identity } from '../fraud.ts';
import { callVendor, VendorFailed, VendorRefused } from '../http-client.ts';
import { type Checkable, refusedKeys } from '../vendor-check.ts';
import {
  type BodyOf,
  type BookedLoan,
  type BorrowerStanding,
  type CallName,
  type CoreCall,
  closedResponse,
  coreCalls,
  coreRefusals,
  type ResponseOf,
} from './api.ts';

/** The calls that change a loan or a case, whose number they take, and the operation under which each is stored. */
export const changes = {
  setDates: 'report-loan-dates',
  setAutopay: 'set-autopay',
  endAutopay: 'end-autopay',
  reportReturn: 'report-return',
  cancelLoan: 'cancel-loan',
  correctAccount: 'correct-account',
  addMessage: 'add-message',
  setCallBack: 'set-call-back',
} as const satisfies Partial<Record<CallName, string>>;

type Change<N extends CallName> = (
  id: string,
  body: BodyOf<N>,
  key: string,
  signal: AbortSignal,
) => Promise<ResponseOf<N>>;
type Changes = { readonly [N in keyof typeof changes]: Change<N> };

/**
 * Methods with a `key` are idempotent: the core system acts once per key. Every method about loans and borrowers rejects with
 * `VendorUnavailable` if the system refuses or does not respond.
 */
export interface Core extends Checkable, Changes {
  /** Looks up the SSN. Rejects with `CoreOffline` if the system is closed or does not respond. */
  lookUp(person: Identity, signal: AbortSignal): Promise<BorrowerStanding>;
  bookLoan(loan: BodyOf<'bookLoan'>, key: string, signal: AbortSignal): Promise<ResponseOf<'bookLoan'>>;
  /** The loan that was booked for an application, even if it was canceled; undefined if none was. */
  findLoan(applicationId: string, signal: AbortSignal): Promise<BookedLoan | undefined>;
  /** Opens a case, one per application and reason, and returns the core system's number for it. */
  openCase(branchCase: BodyOf<'openCase'>, key: string, signal: AbortSignal): Promise<ResponseOf<'openCase'>>;
  /** Adds a file to a case, once for each `documentId`. */
  readonly attachDocument: Change<'attachDocument'>;
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
  const availability = coreAvailability(send, clock, maintenance);
  const change =
    <A, B extends object>(call: CoreCall<A, B>) =>
    (id: string, json: B, key: string, signal: AbortSignal): Promise<A> =>
      send(call, { id, json, key, signal });
  return {
    setDates: change(coreCalls.setDates),
    setAutopay: change(coreCalls.setAutopay),
    endAutopay: change(coreCalls.endAutopay),
    reportReturn: change(coreCalls.reportReturn),
    cancelLoan: change(coreCalls.cancelLoan),
    correctAccount: change(coreCalls.correctAccount),
    addMessage: change(coreCalls.addMessage),
    setCallBack: change(coreCalls.setCallBack),
    bookLoan: (json, key, signal) =>
      // An earlier attempt may have booked it, and something about the loan may have changed before this one.
      send(coreCalls.bookLoan, { json, key, signal }).catch(existing(coreRefusals.loanExists.body)),
    async findLoan(applicationId, signal) {
      const { loans } = await send(coreCalls.findLoan, { query: { applicationId }, signal });
      return loans[0];
    },
    openCase: (json, key, signal) =>
      send(coreCalls.openCase, { json, key, signal }).catch(existing(coreRefusals.caseExists.body)),
    attachDocument: (...request) =>
      change(coreCalls.attachDocument)(...request).catch(existing(coreRefusals.documentExists.body)),
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
        // A final refusal is our mistake, not a closed system.
        if (!(error instanceof VendorUnavailable && isOutage(error))) throw error;
        throw new CoreOffline(error.message, availability.failed(error));
      }
    },
  };
}

/** What an earlier attempt made, if the refusal names it; throws any other error. */
const existing =
  <A>(body: ZodType<A>) =>
  (error: unknown): A => {
    const refusal = error instanceof VendorRefused ? body.safeParse(error.body) : undefined;
    if (refusal?.success !== true) throw error;
    return refusal.data;
  };

interface CoreRequest {
  /** Of the loan or the case that the path names. */
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: object;
  readonly key?: string;
  readonly signal: AbortSignal;
}

type SendToCore = <A>(call: CoreCall<A>, request: CoreRequest) => Promise<A>;

const coreClient =
  ({ url, key: apiKey }: { readonly url: string; readonly key: string }): SendToCore =>
  ({ method, path, response }, { id = '', query, json, key, signal }) => {
    const address = `${url}${path.replace(/\{\w+\}/, encodeURIComponent(id))}`;
    return callVendor({
      vendor: 'core',
      method,
      url: query === undefined ? address : `${address}?${new URLSearchParams(query)}`,
      headers: { 'x-api-key': apiKey, ...(key === undefined ? {} : { 'idempotency-key': key }) },
      json,
      response,
      signal,
    });
  };

/** How long the system's last state counts. */
const stateSeconds = 10;

/** Whether the system can be used, by its last response. `maintenance` is the planned window, or undefined where it is off. */
function coreAvailability(send: SendToCore, clock: Clock, maintenance: Maintenance | undefined) {
  let last: { readonly outage: CoreOutage | undefined; readonly at: Date } | undefined;

  function learn<O extends CoreOutage | undefined>(outage: O): O {
    last = { outage, at: clock.now() };
    return outage;
  }

  const recentState = () => (last && secondsAfter(last.at, stateSeconds) > clock.now() ? last : undefined);

  /** A time in the past is ignored. */
  function outageOf(body: unknown): CoreOutage {
    const { reason, backAt } = closedResponse.safeParse(body).data ?? {};
    const until = backAt !== undefined && new Date(backAt) > clock.now() ? { backAt } : undefined;
    if (reason === 'MAINTENANCE') return { kind: 'planned', ...until };
    return until ? { kind: 'announced', ...until } : { kind: 'unplanned' };
  }

  const outageOfFailure = (error: VendorUnavailable) =>
    outageOf(error instanceof VendorFailed ? error.body : undefined);

  /** In its planned window the system counts as closed, whatever it returns. */
  function inWindow(outage: CoreOutage | undefined): CoreOutage | undefined {
    const end = maintenance && maintenanceEnd(maintenance, clock.now());
    if (end === undefined) return outage;
    return { kind: 'planned', backAt: outage?.backAt ?? end.toISOString() };
  }

  const request = (signal: AbortSignal): Promise<CoreOutage | undefined> =>
    send(coreCalls.status, { signal }).then(
      ({ online, ...body }) => (online ? undefined : outageOf(body)),
      ifUnavailable(outageOfFailure),
    );

  const now = async (signal: AbortSignal) => inWindow(learn(await request(signal)));

  return {
    now,
    async recent(signal: AbortSignal): Promise<CoreOutage | undefined> {
      const state = recentState();
      return state ? inWindow(state.outage) : now(signal);
    },
    known: () => inWindow(recentState()?.outage),
    /** The outage if the planned window is open. The system may announce an earlier or later end than the window's. */
    planned: async (signal: AbortSignal) => inWindow(undefined) && (await now(signal)),
    online: () => learn(undefined),
    failed: (error: VendorUnavailable) => learn(outageOfFailure(error)),
  };
}
