// Makes the services of a process: one of each, on a database whose keys and identity were checked.
import { type Lender, loadLender } from '#lender/load.ts';
import { madeUpFields } from '#lender/schema/brand.ts';
import { unconfirmedBureauData, unpublishedFactors } from '#lender/schema/bureau-data.ts';
import { unconfirmedBlendedRates } from '#lender/schema/state-caps.ts';
import { unconfirmed } from '#lender/state-requirements.ts';
import { gapAlert, Policies } from './credit-policy/policies.ts';
import { PolicyInForce } from './credit-policy/policy-in-force.ts';
import { isStopped } from './journey/applications.ts';
import { notifyOfState } from './journey/jobs.ts';
import { textLateResponse } from './messages/application-messages.ts';
import { saveCredentials } from './operations/credentials.ts';
import type { Config } from './platform/config.ts';
import { openDatabase } from './platform/db/database.ts';
import { assertOriginal } from './platform/db/identity.ts';
import { isPreparedHere, prepareSchema } from './platform/db/migrate.ts';
import { readVault } from './platform/encryption.ts';
import { SetupError } from './platform/failure.ts';
import { Limiter } from './platform/http/limits.ts';
import { Sessions } from './platform/http/sessions.ts';
import { Jobs } from './platform/jobs/jobs.ts';
import { VendorCalls } from './platform/jobs/vendor-calls.ts';
import { openKeys } from './platform/key-service.ts';
import type { Log } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';
import { VendorTimeouts } from './platform/vendor-timeouts.ts';
import { auditExhaustedJob } from './records/audit.ts';
import { checkKeys } from './records/key-fingerprints.ts';
import {
  isPolicyMistake,
  readPolicyFor,
  readPolicyVersion,
  readSchedule,
} from './records/policy-versions.ts';
import { effects } from './routes-and-jobs.ts';
import type { Services, With } from './services.ts';
import { decisionVendors } from './stages/decision/vendors.ts';
import { saveSandboxKeys } from './stages/partners/leads.ts';
import { Blobs } from './vendors/blob-store/blobs.ts';
import { assertScoreModel } from './vendors/bureau/bureau.ts';
import { Institutions } from './vendors/institutions.ts';
import { observedVendors } from './vendors/observed.ts';
import { createVendors } from './vendors/vendors.ts';

/** Engineers read the laws of the states and the bureau's guides; counsel and the bureau confirm them, one by one. */
function warnOfUnconfirmed(lender: Lender, log: Log): void {
  const ids = unconfirmed(lender).map((row) => row.id);
  if (ids.length > 0) log.warn({ ids }, 'state requirements without confirmation');
  const items = unconfirmedBureauData(lender.bureauData);
  if (items.length > 0)
    log.warn({ ids: items }, "data of the credit bureau not yet compared with the bureau's own");
  const blended = unconfirmedBlendedRates(lender.policy.stateCaps).map(({ state }) => state);
  if (blended.length > 0) log.warn({ states: blended }, 'payoffs by a blended rate without confirmation');
  const codes = unpublishedFactors(lender.bureauData, Object.keys(lender.policy.adverseAction.scoreFactors));
  if (codes.length > 0) log.warn({ codes }, 'score factors that no public list confirms');
}

/**
 * Real people must not meet the demo lender, nor be lent to in a state whose requirements counsel has not confirmed. Where all vendors are
 * sandboxes, both are worth a warning.
 */
function forRealPeople(lender: Lender, { isProduction, usesRealVendors }: Config, log: Log): Lender {
  if (!isProduction) return lender;
  warnOfUnconfirmed(lender, log);
  const fields = madeUpFields(lender.brand);
  if (!usesRealVendors) {
    if (fields.length > 0) log.warn({ fields }, 'the demo lender, with sandboxes of vendors');
    return lender;
  }
  if (fields.length > 0)
    throw new SetupError(
      `public/brand.json is the demo lender's (${fields.join(', ')}), and vendors are at their production addresses. Put your own lender's files into LENDER_DIR, or use the vendors' sandboxes.`,
    );
  const closed = new Set([
    ...unconfirmed(lender).flatMap((row) => row.states),
    ...unconfirmedBlendedRates(lender.policy.stateCaps).map(({ state }) => state),
  ]);
  if (closed.size > 0)
    log.warn(
      { states: [...closed] },
      'no applications from states whose requirements or blended rates are not confirmed',
    );
  return { ...lender, openStates: lender.states.filter(({ code }) => !closed.has(code)) };
}

/** A version that `ops policy` puts in force closes states as the files' does. */
function withoutUnconfirmedRates(states: Lender['openStates'], { stateCaps }: Lender['policy']) {
  const closed = new Set(unconfirmedBlendedRates(stateCaps).map(({ state }) => state));
  return states.filter(({ code }) => !closed.has(code));
}

/** Refuses to start if the version in force cannot be read, and warns where the lender's files are no longer what decides. */
async function openPolicyInForce(
  { config, database, clock, log }: With<'config' | 'database' | 'clock' | 'log'>,
  files: Lender,
): Promise<PolicyInForce> {
  const { db } = database;
  const policyInForce = new PolicyInForce({
    clock,
    log,
    files: files.policy,
    readSchedule: () => readSchedule(db),
    readVersion: async (version) => {
      const policy = await readPolicyFor(db, files.directory, version);
      assertScoreModel(config.BUREAU_SCORE_MODEL, policy.adverseAction.bureau.scoreName);
      return policy;
    },
    isMistake: (error) => error instanceof SetupError || isPolicyMistake(error),
  });
  await database.untilReached(() => policyInForce.read());
  const { unreadable, policy } = policyInForce;
  if (unreadable && unreadable.from <= clock.now())
    throw new SetupError(
      `Policy ${unreadable.version} is in force and cannot be used. ${unreadable.because}`,
    );
  const others = new Map(policy.files.map(({ name, json }) => [name, json]));
  const differ = files.policy.files.filter(({ name, json }) => others.get(name) !== json);
  if (differ.length > 0)
    log.warn(
      { inForce: policy.version, files: files.policy.version, differ: differ.map(({ name }) => name) },
      'lender/policy is not in force: another version was put in force by ops policy',
    );
  return policyInForce;
}

type Opened = With<'config' | 'clock' | 'log' | 'database' | 'db' | 'vault'>;

export async function createServices(
  config: Config,
  options: With<'clock' | 'log'> & { readonly followsSchedules?: boolean | undefined },
): Promise<Services> {
  const { clock, log, followsSchedules = true } = options;
  const files = forRealPeople(loadLender(config.lenderDirectory), config, log);
  const { dataDirectory, isProduction } = config;
  const vault = readVault({ ...(await openKeys(config)), dataDirectory, isProduction });
  const { DATABASE_DIRECT_URL: directUrl, DATABASE_PREPARED_STATEMENTS: prepares } = config;
  const database = await openDatabase({
    url: config.DATABASE_URL,
    directUrl,
    poolSize: config.DATABASE_POOL,
    dataDirectory,
    preparedStatements: prepares === undefined ? directUrl === undefined : prepares === 'true',
    statementSeconds: config.DATABASE_STATEMENT_SECONDS,
    waitsForServer: true,
    log,
  });
  const opened: Opened = { config, clock, log, database, db: database.db, vault };
  try {
    await database.untilReached(async () => {
      await prepareSchema(database, config);
      await checkKeys(database.db, clock, vault);
      await saveCredentials(database.db, opened, config);
      if (!isProduction) await saveSandboxKeys(database.db, clock, files.partners);
      await assertOriginal(database.db, clock);
    });
    return servicesOn(opened, files, await openPolicyInForce(opened, files), followsSchedules);
  } catch (error) {
    await database.close();
    throw error;
  }
}

function servicesOn(opened: Opened, files: Lender, policyInForce: PolicyInForce, followsSchedules: boolean) {
  const { config, clock, log, database, db } = opened;
  const lender: Lender = {
    ...files,
    get policy() {
      return policyInForce.policy;
    },
    get openStates() {
      return config.isProduction && config.usesRealVendors
        ? withoutUnconfirmedRates(files.openStates, policyInForce.policy)
        : files.openStates;
    },
  };
  const metrics = createMetrics(database.embedded ? { lagSampleMs: 100 } : {});
  const blobs = new Blobs({
    ...opened,
    store: () => vendors.blobStore,
    timeouts: new VendorTimeouts(config.VENDOR_TIMEOUT_SCALE),
    lockMonths: lender.retention.loans.months,
    onMissing: () => metrics.missingBlobs.inc(),
  });
  const created = createVendors(config, clock, lender, { ...opened, blobs });
  const vendors = observedVendors(created, { metrics, log });
  const services: Services = {
    ...opened,
    metrics,
    sessions: new Sessions(opened),
    limiter: new Limiter({ ...opened, metrics }),
    jobs: new Jobs({
      ...opened,
      metrics,
      isPreparedHere: isPreparedHere(database, config),
      followsSchedules,
      effects,
      auditExhausted: auditExhaustedJob(clock),
      // An application that a restored backup has stopped only notifies its applicant.
      isHeld: async (tx, id, job) => job !== notifyOfState.name && isStopped(tx, id),
      onAwaitedEnd: (tx, ended) => textLateResponse(services, tx, ended),
    }),
    vendorCalls: new VendorCalls({
      ...opened,
      timeouts: vendors.timeouts,
      guarded: [...decisionVendors, 'vehicle-data'],
    }),
    lender,
    policyInForce,
    policies: new Policies({
      lender,
      readStored: (version) => readPolicyVersion(db, version),
      alert: gapAlert({ log, metrics }),
    }),
    vendors,
    blobs,
    institutions: new Institutions({ vendors, clock }),
  };
  return services;
}
