// One applicant: a browser, what they requested and have used, and how they press buttons.
import { setTimeout as sleep } from 'node:timers/promises';
import type { BodyIn, Endpoint, ResponseOf } from '#contract/endpoint.ts';
import type { Journey } from '#contract/journey.ts';
import { type Call, createClient, type PlainEndpoint, type Send } from '#web/api/client.ts';
import { ApiFailure, NetworkFailure } from '#web/api/failures.ts';
import { longPollHeaders, poll } from '#web/api/polling.ts';
import { realTimers } from '#web/lib/timers.ts';
import { type PlannedApplicant, type Random, randomOf } from './plan.ts';
import type { SandboxConsole } from './sandbox-books.ts';

export interface Surroundings {
  readonly seed: number;
  readonly publicUrl: string;
  readonly sandbox: SandboxConsole;
  readonly counts: PressCounts;
  /** Aborted when the run gives up. */
  readonly signal: AbortSignal;
  /** Reports to the run that an applicant made progress. */
  stepTaken(): void;
  /** Whether the application has ended, by the database: for those who have no other way to learn it. */
  isOver(applicationId: string): Promise<boolean>;
}

/** The journey doesn't allow this step now, although the screen was there: the screen is read again. */
export class MissingLink extends Error {}

export class Applicant {
  readonly planned: PlannedApplicant;
  readonly around: Surroundings;
  readonly random: Random;
  browser: Browser;
  applicationId: string | undefined;
  lastScreen = 'landing';
  /** Refusals and failures that no browser expects, for the report. */
  readonly unexpectedErrors: string[] = [];
  /** How often each was requested, and so may have come. */
  readonly requested = { codes: 0, links: 0, documents: 0 };
  readonly usedTexts = new Set<string>();
  readonly usedMails = new Set<string>();
  hasSigned = false;
  hasHandedIn = false;
  isDone = false;

  constructor(planned: PlannedApplicant, around: Surroundings) {
    this.planned = planned;
    this.around = around;
    this.random = randomOf(around.seed, 'applicant', planned.number);
    this.browser = new Browser(around.publicUrl);
  }

  /** Presses a button whose call changes something. */
  press<E extends Endpoint>(endpoint: E, href: string | undefined, body?: BodyIn<E>): Promise<ResponseOf<E>> {
    if (href === undefined) throw new MissingLink(`${endpoint.method} ${endpoint.path}`);
    const { planned, random, around, browser } = this;
    return press(planned.habits, random, around.counts, (signal) =>
      browser.send(endpoint, href, { body, signal }),
    );
  }

  read<E extends PlainEndpoint>(endpoint: E, href: string | undefined): Promise<ResponseOf<E>> {
    if (href === undefined) throw new MissingLink(`${endpoint.method} ${endpoint.path}`);
    return this.browser.call(endpoint, href, { signal: this.around.signal });
  }

  /** A few moments in which the applicant reads, waits or looks again. */
  pause(from = 200, to = 1200): Promise<void> {
    return sleep(this.random.between(from, to), undefined, { signal: this.around.signal });
  }

  remember({ defaultScreen, links }: Journey): void {
    this.lastScreen = defaultScreen ?? this.lastScreen;
    const link = links.user ?? links.verifyOtp ?? links.branch ?? '';
    this.applicationId ??= /applications\/([^/]+)\//.exec(link)?.[1];
  }
}

/** The applicant closed the tab before the response came. */
export class TabClosed extends Error {}

interface PressCounts {
  twice: number;
  tabsClosed: number;
  devicesChanged: number;
  filesSent: number;
  /** Those among them that attack the program that opens them. */
  hostileFiles: number;
}

/** The product's own client, with cookies. */
export class Browser {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();
  readonly call: Call;
  /** The same for an endpoint that is not known by name. */
  readonly send: Send;

  constructor(origin: string) {
    this.#origin = origin;
    this.send = createClient({
      fetch: (address, init) => this.#fetch(String(address), init),
      timers: realTimers,
    });
    this.call = this.send;
  }

  async open(href: string): Promise<void> {
    const response = await this.#fetch(href).catch((error: unknown) => {
      throw new NetworkFailure('unreachable', error);
    });
    await response.arrayBuffer();
    if (!response.ok) throw new ApiFailure(response.status);
  }

  /** Polls as the browser's waiting pages do: with long polls, through failures, until the response is final. */
  pollUntil<T>(
    read: (held: typeof longPollHeaders) => Promise<T>,
    isFinal: (response: T) => boolean,
  ): Promise<T> {
    return poll(() => read(longPollHeaders), isFinal, { onWake: () => () => {} });
  }

  async #fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.#cookies.size > 0)
      headers.set('cookie', [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    if (init.method !== undefined && init.method !== 'GET') headers.set('origin', this.#origin);
    const response = await fetch(this.#origin + address, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }
}

/** Once, twice at once, or with the tab closed. Of two, the response that leads to the next step counts. */
export async function press<T>(
  habits: PlannedApplicant['habits'],
  random: Random,
  counts: PressCounts,
  send: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const tab = new AbortController();
  if (random.chance(habits.closesTab)) {
    counts.tabsClosed += 1;
    const closing = sleep(random.between(0, 250)).then(() => tab.abort(new TabClosed('closed')));
    const [result] = await Promise.allSettled([send(tab.signal), closing]);
    // A response that was faster isn't seen either.
    if (result.status === 'fulfilled' || tab.signal.aborted) throw new TabClosed('closed');
    throw result.reason;
  }
  if (!random.chance(habits.pressesTwice)) return send(tab.signal);
  counts.twice += 1;
  const responses = await Promise.allSettled([send(tab.signal), send(tab.signal)]);
  const response = responses.find((result) => result.status === 'fulfilled') ?? responses[0];
  if (response.status === 'fulfilled') return response.value;
  throw response.reason;
}
