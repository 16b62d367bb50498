// Until when the branch calls an applicant who expects it, within its opening hours: pages, emails and the core system have the same.
import { isBankingDay, nextBankingDay } from '#finance/banking-days.ts';
import { addDays } from '#finance/dates.ts';
import type { Lender } from '#lender/load.ts';
import { instantOf } from '#lender/zoned-time.ts';
import { dayIn, secondsAfter } from '../platform/clock.ts';
import { findCallBack } from '../records/call-backs.ts';
import { uploadsOf } from '../records/uploads.ts';
import type { With } from '../services.ts';
import type { ExpectedCall } from '../wording/email-layout.ts';
import type { Application } from './applications.ts';
import { permissionsOf, stateOf } from './chart.ts';

type OfBranch = Pick<Application, 'branch_id'>;

const branchOf = ({ branches }: Pick<Lender, 'branches'>, { branch_id }: OfBranch) =>
  branches.find(({ id }) => id === branch_id);

/** Of the clock that the applicant's times are on. */
export const branchZone = (lender: Pick<Lender, 'branches' | 'brand'>, application: OfBranch): string =>
  branchOf(lender, application)?.timeZone ?? lender.brand.hours.timeZone;

const halfHour = 1_800_000;

/**
 * The last half hour that we advertise in which the branch is open; if it is closed all that time, the end of its next day. Of a
 * branch that the lender has closed, the end of the advertised time.
 */
export function callBy(lender: Pick<Lender, 'branches' | 'advertised'>, application: OfBranch, since: Date) {
  const { from, to } = lender.advertised.branchCallsWithinHours;
  const [earliest, latest] = [secondsAfter(since, from * 3600), secondsAfter(since, to * 3600)];
  const branch = branchOf(lender, application);
  if (branch === undefined) return latest;
  const {
    timeZone,
    openHours: [opens, closes],
  } = branch;
  let day = dayIn(timeZone, latest);
  while (!isBankingDay(day) || instantOf(timeZone, day, opens) > latest) day = addDays(day, -1);
  const first = Math.max(earliest.getTime(), instantOf(timeZone, day, opens).getTime());
  const last = Math.min(latest.getTime(), instantOf(timeZone, day, closes).getTime());
  if (last < first) return instantOf(timeZone, nextBankingDay(day), closes);
  return new Date(Math.max(first, last - (last % halfHour)));
}

/** Undefined if no call is expected anymore: the branch has called by then. */
export async function expectedCall(
  { db, clock, lender }: With<'db' | 'clock' | 'lender'>,
  application: Application,
): Promise<ExpectedCall | undefined> {
  const { id, state, state_since } = application;
  const branch = branchOf(lender, application);
  if (branch === undefined || stateOf(state).withdrawn !== 'nothing') return undefined;
  const { actions } = permissionsOf(application);
  const requested = actions.has('branchCall') ? (await findCallBack(db, id, 'requested'))?.at : undefined;
  const files = actions.has('uploads') ? await uploadsOf(db, id) : [];
  const since =
    files.flatMap(({ handedInAt }) => handedInAt ?? []).at(-1) ??
    (stateOf(state).branchCalls || state === 'SIGNED' ? state_since : undefined);
  const by = requested ?? (since && callBy(lender, application, since));
  return by && by > clock.now() ? { by, timeZone: branch.timeZone } : undefined;
}
