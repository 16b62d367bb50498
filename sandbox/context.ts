// What the sandbox gives each vendor, and what each vendor must provide.
import type { FastifyInstance } from 'fastify';
import type { ConsoleEvents } from './console-events.ts';
import type { SandboxCredentials } from './credentials.ts';
import type { Faults } from './faults.ts';
import type { RequestLog } from './requests.ts';
import type { Database } from './state/database.ts';

export type Context = {
  clock: () => Date;
  credentials: SandboxCredentials;
  db: Database;
  consoleEvents: ConsoleEvents;
  faults: Faults;
  requests: RequestLog;
  /** Every vendor by name, mail included. */
  vendorNames: readonly string[];
  /** Where webhooks go whose address is set in a vendor's console. Undefined where the product has none. */
  productUrl: string | undefined;
  /** How long the bureau takes to respond for person 19. */
  slowResponseMs: number;
  stopping: AbortSignal;
  /** Resolves to false when the sandbox closes first. */
  sleep: (milliseconds: number) => Promise<boolean>;
};

export type Vendor = {
  name: string;
  prefix: string;
  failure: () => { status: number; body: unknown };
  routes: (app: FastifyInstance, context: Context) => void;
  /** For the vendor of texts: a phone replies to one. */
  receiveReply?: (
    context: Context,
    productUrl: string,
    reply: { from: string; body: string },
  ) => Promise<{ status: number }>;
};
