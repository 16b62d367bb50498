// An applicant's browser: the product's own client, with cookies, and presses that happen twice or end with a closed tab.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, createClient, type Send } from '#web/api/client.ts';
import { ApiFailure, NetworkFailure } from '#web/api/failures.ts';
import { longPollHeaders, poll } from '#web/api/polling.ts';
import { realTimers } from '#web/lib/timers.ts';
import type { PlannedApplicant } from './plan.ts';
import type { Random } from './random.ts';

/** The applicant closed the tab before the answer came. */
export class TabClosed extends Error {}

export interface PressCounts {
  twice: number;
  tabsClosed: number;
  devicesChanged: number;
  filesSent: number;
  /** Those among them that attack the program that opens them. */
  hostileFiles: number;
}

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
    const answer = await this.#fetch(href).catch((error: unknown) => {
      throw new NetworkFailure('unreachable', error);
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new ApiFailure(answer.status);
  }

  /** Polls as the browser's waiting pages do: with long polls, through failures, until the response is final. */
  pollUntil<T>(
    read: (held: typeof longPollHeaders) => Promise<T>,
    isFinal: (answer: T) => boolean,
  ): Promise<T> {
    return poll(() => read(longPollHeaders), isFinal, { onWake: () => () => {} });
  }

  async #fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.#cookies.size > 0)
      headers.set('cookie', [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    if (init.method !== undefined && init.method !== 'GET') headers.set('origin', this.#origin);
    const answer = await fetch(this.#origin + address, { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return answer;
  }
}

/**
 * Presses a button as the applicant does: once, twice at the same time, or with the tab closed before the answer is there. Of two
 * presses, the answer that goes on counts.
 */
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
    const answer = await Promise.allSettled([send(tab.signal), closing]);
    // An answer that was faster isn't seen either.
    if (answer[0].status === 'fulfilled' || tab.signal.aborted) throw new TabClosed('closed');
    throw answer[0].reason;
  }
  if (!random.chance(habits.pressesTwice)) return send(tab.signal);
  counts.twice += 1;
  const answers = await Promise.allSettled([send(tab.signal), send(tab.signal)]);
  const answer = answers.find((one) => one.status === 'fulfilled') ?? answers[0];
  if (answer.status === 'fulfilled') return answer.value;
  throw answer.reason;
}
