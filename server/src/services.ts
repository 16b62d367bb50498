// The services that stages depend on: create-services.ts makes one of each for a process.
import type { Lender } from '#lender/load.ts';
import type { Policies } from './credit-policy/policies.ts';
import type { PolicyInForce } from './credit-policy/policy-in-force.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Database, Db } from './platform/db/database.ts';
import type { Vault } from './platform/encryption.ts';
import type { Limiter } from './platform/http/limits.ts';
import type { Sessions } from './platform/http/sessions.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { VendorCalls } from './platform/jobs/vendor-calls.ts';
import type { Log } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';
import type { Blobs } from './vendors/blob-store/blobs.ts';
import type { Institutions } from './vendors/institutions.ts';
import type { Vendors } from './vendors/vendors.ts';

export interface Services {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly database: Database;
  readonly db: Db;
  readonly vault: Vault;
  readonly sessions: Sessions;
  readonly limiter: Limiter;
  readonly jobs: Jobs;
  readonly vendorCalls: VendorCalls;
  /** Its `policy` is the one in force now. */
  readonly lender: Lender;
  readonly policyInForce: PolicyInForce;
  readonly policies: Policies;
  readonly vendors: Vendors;
  readonly blobs: Blobs;
  readonly institutions: Institutions;
}

/** The services that a function needs, by name. */
export type With<K extends keyof Services> = Pick<Services, K>;
