// What the vendors did, according to the sandbox's console: for one person while applying, and for everyone afterwards.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Mail as SandboxMail } from '#sandbox/vendors/mail/mail.ts';

interface Text {
  readonly id: string;
  readonly to: string;
  readonly body: string;
}
export type Mail = Pick<SandboxMail, 'id' | 'to' | 'subject' | 'text'>;
export type Books = Awaited<ReturnType<SandboxConsole['readBooks']>>;

export class SandboxConsole {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  textsTo = (phone: string) => this.#read<Text[]>(`texts?to=${encodeURIComponent(phone)}`);
  mailTo = (email: string) => this.#read<Mail[]>(`mail?to=${encodeURIComponent(email)}`);

  setFault = (vendor: string, fault: object) => this.#request(`faults/${vendor}`, 'PUT', fault);

  advanceClock = (milliseconds: number) =>
    this.#request('clock', 'POST', { advanceSeconds: milliseconds / 1000 });

  async readBooks() {
    const [texts, mails, pulls, envelopes, loans, entries] = await Promise.all([
      this.#read<Text[]>('texts'),
      this.#read<Mail[]>('mail'),
      this.#read<{ readonly ssn: string; readonly kind: 'soft' | 'hard' }[]>('pulls'),
      this.#read<{ readonly id: string; readonly to: string; readonly status: string }[]>('envelopes'),
      this.#read<{ readonly id: string; readonly idempotencyKey: string }[]>('loans'),
      this.#read<{ readonly individualId: string; readonly amount: number }[]>('ach'),
    ]);
    return { texts, mails, pulls, envelopes, loans, entries };
  }

  /** JSON to one of the pages that the sandbox plays, such as the bank widget. */
  json = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(this.url + path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as unknown };
  };

  async #read<A>(path: string): Promise<A> {
    return (await (await this.#request(path)).json()) as A;
  }

  /** The sandbox is killed too: the request is repeated until it responds. */
  async #request(path: string, method = 'GET', body?: object): Promise<Response> {
    const init = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    for (let tries = 1; ; tries += 1) {
      const response = await fetch(`${this.url}/console/api/${path}`, init).catch(() => undefined);
      if (response?.ok) return response;
      if (response && response.status < 500)
        throw new Error(`The sandbox refused ${path}: ${await response.text()}`);
      if (tries > 600) throw new Error(`The sandbox isn't responding at ${path}.`);
      await sleep(100);
    }
  }
}

/** Whether a text holds a code; no other text has six digits in a row. */
export const isCode = (body: string): boolean => /\b\d{6}\b/.test(body);
