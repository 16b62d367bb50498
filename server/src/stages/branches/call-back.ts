// Books a call by the branch within its hours, and reports it to the core system with its case.
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { bookCallBack, type CallBack, cancelCallBack, getCallBack } from '#contract/branches.ts';
import { branchTimeZone } from '#lender/branch-time-zone.ts';
import { type Application, lockApplication, readApplication } from '../../journey/applications.ts';
import { assertAllowed, refuseStep } from '../../journey/policy.ts';
import { serveStep } from '../../journey/step.ts';
import { type Tx, transact } from '../../platform/db/database.ts';
import type { ApplicationId, SessionId } from '../../platform/db/tables.ts';
import { fail } from '../../platform/failure.ts';
import { handle, type JobDeclaration } from '../../platform/jobs/jobs.ts';
import { audit } from '../../records/audit.ts';
import type { With } from '../../services.ts';
import { callBookedEmail } from '../../wording/branch-emails.ts';
import { refusals } from '../../wording/refusals.ts';
import { mailOnce } from '../notices/mail-once.ts';
import { findCallBack, saveCallBack } from './call-back-store.ts';
import { callTimes } from './call-times.ts';
import { isWithdrawnLocked, openCase } from './cases.ts';

const payload = z.object({ revision: z.int().min(1) });

const reportCallBack: JobDeclaration<z.output<typeof payload>> = {
  name: 'report-call-back',
  payload,
  tries: 1000,
  seconds: 60,
  concurrency: 2,
  longestDelaySeconds: 300,
};

const mailCallBooked: JobDeclaration<z.output<typeof payload>> = {
  name: 'mail-call-booked',
  payload,
  tries: 100,
  seconds: 60,
  concurrency: 2,
  longestDelaySeconds: 900,
};

export function callBackRoutes(
  app: FastifyInstance,
  services: With<'clock' | 'db' | 'sessions' | 'limiter' | 'jobs' | 'lender'>,
): void {
  const { db, clock, limiter } = services;

  serveStep(app, services, getCallBack, 'callBack', ({ context }) => shown(context.application));

  serveStep(app, services, bookCallBack, 'callBack', async ({ context, body }) => {
    const { application, session } = context;
    const at = new Date(body.at);
    const { times } = placeOf(application);
    // A repeated press may arrive when its time is no longer offered.
    const booked = await findCallBack(db, application.id);
    if (booked?.at?.getTime() === at.getTime()) return shown(application);
    if (!times.some((time) => time.getTime() === at.getTime()))
      fail('invalid', refusals.invalid.callTime, 'at');
    await limiter.spend('book-call', application.id);
    await change(application, session.id, at);
    return shown(application);
  });

  serveStep(app, services, cancelCallBack, 'callBack', async ({ context }) => {
    const { application, session } = context;
    if ((await findCallBack(db, application.id))?.at) await change(application, session.id, null);
    return shown(application);
  });

  async function change({ id }: Application, sessionId: SessionId, at: Date | null): Promise<void> {
    await transact(db, async (tx) => {
      assertAllowed(await lockApplication(tx, id), 'callBack');
      const current = await findCallBack(tx, id);
      if (current?.at?.getTime() === at?.getTime()) return;
      await save(tx, services, id, at);
      const subject = { applicationId: id, sessionId };
      await audit(tx, clock, subject, { type: at === null ? 'call-canceled' : 'call-booked' });
    });
  }

  function placeOf(application: Application) {
    const branch = branchOf(services, application) ?? refuseStep();
    const timeZone = branchTimeZone(branch, services.lender.brand.hours.timeZone);
    return { timeZone, times: callTimes(branch, timeZone, clock.now()) };
  }

  async function shown(application: Application): Promise<CallBack> {
    const { timeZone, times } = placeOf(application);
    const booked = await findCallBack(db, application.id);
    return {
      timeZone,
      times: times.map((time) => time.toISOString()),
      ...(booked?.at ? { at: booked.at.toISOString() } : {}),
    };
  }
}

const branchOf = ({ lender }: With<'lender'>, { branch_id: id }: Pick<Application, 'branch_id'>) =>
  lender.branches.find((branch) => branch.id === id);

/** Cancels a booked call once the applicant no longer expects it. */
export async function cancelBookedCall(
  tx: Tx,
  services: With<'clock' | 'jobs'>,
  id: ApplicationId,
): Promise<void> {
  if ((await findCallBack(tx, id))?.at) await save(tx, services, id, null);
}

async function save(
  tx: Tx,
  { clock, jobs }: With<'clock' | 'jobs'>,
  id: ApplicationId,
  at: Date | null,
): Promise<void> {
  const revision = await saveCallBack(tx, clock, id, at);
  await jobs.enqueue(tx, reportCallBack, id, { revision });
  if (at !== null) await jobs.enqueue(tx, mailCallBooked, id, { revision });
}

export function callBackJobs(
  services: With<'config' | 'clock' | 'db' | 'vault' | 'vendorCalls' | 'lender' | 'vendors'>,
) {
  const { db, vendorCalls, vendors } = services;
  return [
    handle(reportCallBack, {
      async run({ revision }, { applicationId }) {
        const booked = await findCallBack(db, applicationId);
        // The job of a later change reports the current time.
        if (booked === undefined || booked.revision !== revision) return async () => {};
        const caseId = await openCase(
          services,
          applicationId,
          'call-booked',
          booked.at ?? services.clock.now(),
        );
        const key = `call-back:${applicationId}:${revision}`;
        const at = booked.at?.toISOString() ?? null;
        await vendorCalls.call({
          vendor: 'core',
          operation: 'set-call-back',
          key,
          applicationId,
          timeoutSeconds: 15,
          isCalledOff: async (tx) => at !== null && (await isWithdrawnLocked(tx, applicationId)),
          // The core system stores the highest revision.
          onUnknownOutcome: { rule: 'repeat' },
          perform: async (signal) => {
            await vendors.core.setCallBack(caseId, { at, revision }, key, signal);
            return {};
          },
        });
        return async () => {};
      },
    }),
    handle(mailCallBooked, {
      async run({ revision }, { applicationId }) {
        const booked = await findCallBack(db, applicationId);
        const branch = branchOf(services, await readApplication(db, applicationId));
        // The call was moved or canceled in the meantime.
        if (!booked?.at || booked.revision !== revision || branch === undefined) return async () => {};
        const { at } = booked;
        const timeZone = branchTimeZone(branch, services.lender.brand.hours.timeZone);
        const about = {
          applicationId,
          operation: 'call-booked',
          id: `call-booked.${applicationId}.${revision}`,
        };
        await mailOnce(services, about, ({ firstName }) =>
          callBookedEmail(services.lender, { firstName, branch, at, timeZone }),
        );
        return async () => {};
      },
    }),
  ];
}
