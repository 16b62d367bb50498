// Requests to the core system, and whether it can be used, by its last response.
import type { CoreOutage } from '#contract/outage.ts';
import { maintenanceEnd } from '#lender/maintenance.ts';
import type { Maintenance } from '#lender/schema/brand.ts';
import { type Clock, secondsAfter } from '../platform/clock.ts';
import { VendorUnavailable } from '../platform/jobs/vendor-calls.ts';
import { type CoreCall, closedResponse, coreCalls } from './core-api.ts';
import { callVendor, VendorFailed } from './http-client.ts';

interface CoreRequest {
  /** Where the path names a loan. */
  readonly loanId?: string;
  /** Where the path names a case. */
  readonly caseId?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: object;
  readonly key?: string;
  readonly signal: AbortSignal;
}

type SendToCore = <A>(call: CoreCall<A>, request: CoreRequest) => Promise<A>;

export const coreClient =
  ({ url, key: apiKey }: { readonly url: string; readonly key: string }): SendToCore =>
  ({ method, path, response }, { loanId = '', caseId = '', query, json, key, signal }) => {
    const filled = path
      .replace('{loanId}', encodeURIComponent(loanId))
      .replace('{caseId}', encodeURIComponent(caseId));
    const address = `${url}${filled}`;
    return callVendor({
      vendor: 'core',
      method,
      url: query === undefined ? address : `${address}?${new URLSearchParams(query)}`,
      headers: { 'x-api-key': apiKey, ...(key === undefined ? {} : { 'idempotency-key': key }) },
      ...(json === undefined ? {} : { json }),
      response,
      signal,
    });
  };

/** How long the system's last state counts. */
const stateSeconds = 10;

export class CoreAvailability {
  readonly #send: SendToCore;
  readonly #clock: Clock;
  readonly #maintenance: Maintenance | undefined;
  #known: { readonly outage: CoreOutage | undefined; readonly at: Date } | undefined;

  /** `maintenance` is the planned window, or undefined where it is off. */
  constructor(send: SendToCore, clock: Clock, maintenance: Maintenance | undefined) {
    this.#send = send;
    this.#clock = clock;
    this.#maintenance = maintenance;
  }

  /** Why the system cannot be used; undefined if it can. */
  async now(signal: AbortSignal): Promise<CoreOutage | undefined> {
    return this.#inWindow(this.#learn(await this.#request(signal)));
  }

  /** The same as it was at most `stateSeconds` ago. */
  async recent(signal: AbortSignal): Promise<CoreOutage | undefined> {
    const last = this.#recent();
    return last ? this.#inWindow(last.outage) : this.now(signal);
  }

  /** The same without a request. */
  known(): CoreOutage | undefined {
    return this.#inWindow(this.#recent()?.outage);
  }

  /** The outage if the planned window is open. The system may announce an earlier or later end than the window's. */
  async planned(signal: AbortSignal): Promise<CoreOutage | undefined> {
    return this.#inWindow(undefined) && (await this.now(signal));
  }

  /** A call got a response. */
  online(): void {
    this.#learn(undefined);
  }

  /** A call failed with this error. */
  failed(error: VendorUnavailable): CoreOutage {
    const outage = this.#outageOf(error instanceof VendorFailed ? error.body : undefined);
    this.#learn(outage);
    return outage;
  }

  async #request(signal: AbortSignal): Promise<CoreOutage | undefined> {
    try {
      const { online, ...body } = await this.#send(coreCalls.status, { signal });
      return online ? undefined : this.#outageOf(body);
    } catch (error) {
      if (!(error instanceof VendorUnavailable)) throw error;
      return this.#outageOf(error instanceof VendorFailed ? error.body : undefined);
    }
  }

  #learn(outage: CoreOutage | undefined): CoreOutage | undefined {
    this.#known = { outage, at: this.#clock.now() };
    return outage;
  }

  #recent() {
    const known = this.#known;
    return known && secondsAfter(known.at, stateSeconds) > this.#clock.now() ? known : undefined;
  }

  /** A time in the past is ignored. */
  #outageOf(body: unknown): CoreOutage {
    const { reason, backAt } = closedResponse.safeParse(body).data ?? {};
    const until = backAt !== undefined && new Date(backAt) > this.#clock.now() ? { backAt } : undefined;
    if (reason === 'MAINTENANCE') return { kind: 'planned', ...until };
    return until ? { kind: 'announced', ...until } : { kind: 'unplanned' };
  }

  /** In its planned window the system counts as closed, whatever it returns. */
  #inWindow(outage: CoreOutage | undefined): CoreOutage | undefined {
    const end = this.#maintenance && maintenanceEnd(this.#maintenance, this.#clock.now());
    if (end === undefined) return outage;
    return { kind: 'planned', backAt: outage?.backAt ?? end.toISOString() };
  }
}
