// What the sandbox gives each vendor, and what each vendor must provide.

import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { credentialsFrom, type SandboxCredentials } from './credentials.ts';
import { createFaults } from './faults.ts';
import { RequestLog } from './requests.ts';
import { clockOffsetSeconds, openDatabase } from './state/database.ts';

/** What the sandbox was started with, of what vendors are concerned with. */
export type ContextOptions = {
  /** The folder for `sandbox.sqlite`. Without it, all state is lost on close. */
  dataDir?: string;
  credentials?: Partial<SandboxCredentials>;
  clock?: () => Date;
  /** How long the bureau takes to respond for person 19. */
  slowResponseMs?: number;
  /** Where the product is, to which webhooks go whose address is set in a vendor's console. Without it, there are none. */
  productUrl?: string;
};

export type Context = ReturnType<typeof createContext>;

export function createContext(
  options: ContextOptions,
  vendorNames: readonly string[],
  stopping: AbortSignal,
) {
  const { dataDir, credentials, clock = () => new Date(), slowResponseMs = 9000, productUrl } = options;
  const db = openDatabase(dataDir);
  return {
    clock: () => new Date(clock().getTime() + clockOffsetSeconds(db) * 1000),
    credentials: { ...credentialsFrom({}), ...credentials },
    db,
    consoleEvents: createConsoleEvents(),
    faults: createFaults(db),
    requests: new RequestLog(),
    /** Every vendor by name, mail included. */
    vendorNames,
    productUrl,
    slowResponseMs,
    stopping,
    /** Resolves to false when the sandbox closes first. */
    sleep: (milliseconds: number): Promise<boolean> =>
      wait(milliseconds, true, { signal: stopping }).catch(() => false),
  };
}

export type Vendor = {
  /** Its API is at `/<name>`. */
  name: string;
  failure: () => { status: number; body: unknown };
  routes: (app: FastifyInstance, context: Context) => void;
  /** For the vendor of texts: a phone replies to one. */
  receiveReply?: (
    context: Context,
    productUrl: string,
    reply: { from: string; body: string },
  ) => Promise<{ status: number }>;
};

type Topic =
  | 'texts'
  | 'mail'
  | 'pulls'
  | 'loans'
  | 'cases'
  | 'envelopes'
  | 'banks'
  | 'requests'
  | 'faults'
  | 'core'
  | 'everything';

/** Notifies open console pages of the lists to reload. */
function createConsoleEvents() {
  const events = new EventEmitter<{ change: [Topic] }>().setMaxListeners(0);
  return {
    publish: (topic: Topic) => void events.emit('change', topic),
    /** Returns the function that unsubscribes. */
    subscribe: (listener: (topic: Topic) => void) => {
      events.on('change', listener);
      return () => void events.off('change', listener);
    },
  };
}
