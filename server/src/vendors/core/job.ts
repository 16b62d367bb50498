// A job that reports one change of a loan or a case to the core system.
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import type { JobDeclaration } from '../../platform/jobs/job-declaration.ts';
import { handle, type Outcome } from '../../platform/jobs/jobs.ts';
import type { VendorCalls } from '../../platform/jobs/vendor-calls.ts';
import type { BodyOf } from './api.ts';
import { type Core, changes, keyedCoreCall } from './core.ts';

type Change = keyof typeof changes;

type Report = {
  readonly [N in Change]: { readonly call: N; readonly json: BodyOf<N> };
}[Change] & {
  /** Of the loan or the case. */
  readonly id: string;
  readonly key: string;
  readonly isCalledOff?: (tx: Tx) => Promise<boolean>;
  /** What to write once the core system has it. */
  readonly done?: Outcome;
};

/** `reportOf` resolves to undefined if there is nothing to report anymore. */
export const coreJob = <P>(
  { vendorCalls, vendors }: { readonly vendorCalls: VendorCalls; readonly vendors: { readonly core: Core } },
  declaration: JobDeclaration<P>,
  reportOf: (payload: P, applicationId: ApplicationId) => Promise<Report | undefined>,
) =>
  handle(declaration, {
    async run(payload, { applicationId }) {
      const report = await reportOf(payload, applicationId);
      if (report === undefined) return async () => {};
      const { call, id, json, key, isCalledOff, done = async () => {} } = report;
      await vendorCalls.call({
        ...keyedCoreCall,
        operation: changes[call],
        key,
        applicationId,
        ...(isCalledOff && { isCalledOff }),
        perform: (signal) => vendors.core[call](id, json as never, key, signal),
      });
      return done;
    },
  });
