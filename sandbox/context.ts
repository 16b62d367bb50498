// What every vendor of the sandbox is given, and what it gives back.
import type { FastifyInstance } from 'fastify';
import type { Announcements } from './console/announcements.ts';
import type { SandboxCredentials } from './credentials.ts';
import type { Faults } from './faults.ts';
import type { RequestLog } from './requests.ts';
import type { Database } from './state/database.ts';

/** Every name that the console knows. */
export const vendorNames = [
  'recaptcha',
  'socure',
  'bureau',
  'twilio',
  'mail',
  'core',
  'google',
  'plaid',
  'docusign',
] as const;
export type VendorName = (typeof vendorNames)[number];

export type Context = {
  clock: () => Date;
  credentials: SandboxCredentials;
  db: Database;
  announcements: Announcements;
  faults: Faults;
  requests: RequestLog;
  /** How long the bureau takes over person 19. */
  slowAnswerMs: number;
  /** Resolves false when the sandbox closes before the time is over. */
  sleep: (milliseconds: number) => Promise<boolean>;
};

export type Vendor = {
  name: VendorName;
  /** The path under which its wire begins. */
  prefix: string;
  /** How it answers when something of its own is broken. */
  failure: () => { status: number; body: unknown };
  routes: (app: FastifyInstance, context: Context) => void;
};
