// Books a call by the branch within its hours, or requests one, and reports it to the core system with its case.

import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { bookCallBack, type CallBack, cancelCallBack, getCallBack } from '#contract/branches.ts';
import { isBankingDay, nextBankingDay } from '#finance/banking-days.ts';
import { addDays } from '#finance/dates.ts';
import type { Branch } from '#lender/schema/branches.ts';
import { instantOf } from '#lender/zoned-time.ts';
import { type Application, transactOn } from '../../journey/applications.ts';
import { assertAllowed, refuseStep } from '../../journey/guard.ts';
import { longRetries } from '../../journey/jobs.ts';
import type { ApplicationContext } from '../../journey/request-context.ts';
import { serveStep } from '../../journey/step.ts';
import { emailCallBooked } from '../../messages/application-messages.ts';
import { dayIn, secondsAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId, SessionId } from '../../platform/db/tables.ts';
import { fail } from '../../platform/failure.ts';
import { declareJob } from '../../platform/jobs/job-declaration.ts';
import { audit } from '../../records/audit.ts';
import { type CallKind, findCallBack, saveCallBack } from '../../records/call-backs.ts';
import type { Services, With } from '../../services.ts';
import { coreJob } from '../../vendors/core/job.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import { isClosedLocked, openCase } from './cases.ts';

const slotMinutes = 30;
/** The branch needs some time to see the booking. */
const leadMinutes = 60;
const days = 5;

/** When the calls that can be booked now begin, soonest first. A call ends before the branch closes. */
export function callTimes({ openHours }: Pick<Branch, 'openHours'>, timeZone: string, now: Date): Date[] {
  const earliest = secondsAfter(now, leadMinutes * 60);
  const [opens, closes] = openHours.map(minutesOf) as [number, number];
  const times: Date[] = [];
  let day = dayIn(timeZone, now);
  // A branch that closes within the hour offers no more calls today.
  for (let open = 0, looked = 0; open < days && looked < 3 * days; looked += 1, day = addDays(day, 1)) {
    if (!isBankingDay(day)) continue;
    const before = times.length;
    for (let at = opens; at + slotMinutes <= closes; at += slotMinutes) {
      const instant = instantOf(timeZone, day, clockOf(at));
      if (instant >= earliest) times.push(instant);
    }
    if (times.length > before) open += 1;
  }
  return times;
}

/** Undefined while it is open. */
export function nextOpening(
  { openHours: [opens, closes] }: Pick<Branch, 'openHours'>,
  timeZone: string,
  now: Date,
): Date | undefined {
  let day = dayIn(timeZone, now);
  if (isBankingDay(day)) {
    const opening = instantOf(timeZone, day, opens);
    if (now < opening) return opening;
    if (now < instantOf(timeZone, day, closes)) return undefined;
  }
  day = nextBankingDay(day);
  return instantOf(timeZone, day, opens);
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const clockOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const withdrawnBecause = { booked: 'canceled', requested: 'continued-online' } as const;
const caseReasons = { booked: 'call-booked', requested: 'verify-at-branch' } as const;

const reportCallBack = declareJob(
  'report-call-back',
  longRetries,
  z.object({ revision: z.int().min(1), kind: z.enum(['booked', 'requested']) }),
);

export function callBackRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, lender, limiter } = services;

  serveStep(app, services, getCallBack, 'callBack', ({ context }) => shown(context.application));

  serveStep(app, services, bookCallBack, 'callBack', async ({ context, body }) => {
    const { application } = context;
    const at = new Date(body.at);
    const { times } = placeOf(application);
    // A repeated press may arrive when its time is no longer offered.
    const booked = await findCallBack(db, application.id, 'booked');
    if (booked?.at?.getTime() === at.getTime()) return shown(application);
    if (!times.some((time) => time.getTime() === at.getTime()))
      fail('invalid', errorMessages.invalid.callTime, 'at');
    await limiter.spend('book-call', application.id);
    await change(context, at);
    return shown(application);
  });

  serveStep(app, services, cancelCallBack, 'callBack', async ({ context }) => {
    const { application } = context;
    if ((await findCallBack(db, application.id, 'booked'))?.at) await change(context, null);
    return shown(application);
  });

  async function change({ subject }: ApplicationContext, at: Date | null): Promise<void> {
    const { applicationId: id } = subject;
    await transactOn(db, id, async (tx, application) => {
      assertAllowed(application, 'callBack');
      const current = await findCallBack(tx, id, 'booked');
      if (current?.at?.getTime() === at?.getTime()) return;
      await save(tx, services, id, 'booked', at);
      await audit(tx, clock, subject, { type: at === null ? 'call-canceled' : 'call-booked' });
    });
  }

  function placeOf(application: Application) {
    const branch = lender.branches.find(({ id }) => id === application.branch_id) ?? refuseStep();
    const { timeZone } = branch;
    return { timeZone, times: callTimes(branch, timeZone, clock.now()) };
  }

  async function shown(application: Application): Promise<CallBack> {
    const { timeZone, times } = placeOf(application);
    const at = (await findCallBack(db, application.id, 'booked'))?.at;
    // A call whose time has passed is announced no more.
    const isAhead = at && secondsAfter(at, slotMinutes * 60) > clock.now();
    return {
      timeZone,
      times: times.map((time) => time.toISOString()),
      ...(isAhead ? { at: at.toISOString() } : {}),
    };
  }
}

/** Requests a call by the branch by a time, unless one is expected already, and returns by when. Call it with the application locked. */
export async function requestBranchCall(
  tx: Tx,
  services: With<'clock' | 'jobs'>,
  { id, sessionId, by }: { id: ApplicationId; sessionId: SessionId; by: Date },
): Promise<Date> {
  const expected = (await findCallBack(tx, id, 'requested'))?.at;
  if (expected) return expected;
  await save(tx, services, id, 'requested', by);
  await audit(tx, services.clock, { applicationId: id, sessionId }, { type: 'branch-call-requested' });
  return by;
}

/** Cancels a call that the applicant chose by `since` and no longer expects. False if there is none. */
export async function cancelCall(
  tx: Tx,
  services: With<'clock' | 'jobs'>,
  { id, kind, since }: { id: ApplicationId; kind: CallKind; since: Date },
): Promise<boolean> {
  const expected = await findCallBack(tx, id, kind);
  if (!expected?.at || expected.chosen_at > since) return false;
  await save(tx, services, id, kind, null);
  return true;
}

async function save(
  tx: Tx,
  { clock, jobs }: With<'clock' | 'jobs'>,
  id: ApplicationId,
  kind: CallKind,
  at: Date | null,
): Promise<void> {
  const revision = await saveCallBack(tx, clock, id, kind, at);
  await jobs.enqueue(tx, reportCallBack, id, { revision, kind });
  if (at !== null && kind === 'booked') await jobs.enqueue(tx, emailCallBooked, id, { revision });
}

export function callBackJobs(services: Services) {
  const { db } = services;
  return [
    coreJob(services, reportCallBack, async ({ revision, kind }, applicationId) => {
      const booked = await findCallBack(db, applicationId, kind);
      // The job of a later change reports the current time.
      if (booked === undefined || booked.revision !== revision) return undefined;
      const by = booked.at ?? services.clock.now();
      const caseId = await openCase(services, applicationId, caseReasons[kind], { by });
      // The case itself has the time by which a first requested call is expected.
      if (kind === 'requested' && revision === 1) return undefined;
      const at = booked.at?.toISOString() ?? null;
      return {
        call: 'setCallBack',
        id: caseId,
        // The only call that an application withdraws is one in which the branch would have finished it.
        json: { at, revision, ...(at === null && { because: withdrawnBecause[kind] }) },
        key: `call-back:${applicationId}:${kind}:${revision}`,
        isCalledOff: async (tx) => at !== null && (await isClosedLocked(tx, applicationId)),
      };
    }),
  ];
}
