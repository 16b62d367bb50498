// Until when an applicant may withdraw. For an operator only the money counts, because a loan whose account
// is never confirmed must end, too.
import { nextBankingDay } from '#finance/banking-days.ts';
import { addDays } from '#finance/dates.ts';
import { instantOf } from '#lender/zoned-time.ts';
import { lenderDay } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { findDisbursement } from '../records/disbursements.ts';
import { readSignedAt } from '../records/envelopes.ts';
import { isStoppedByReview } from '../records/holds.ts';
import type { With } from '../services.ts';
import type { Application } from './applications.ts';
import { stateOf } from './chart.ts';
import { closesAt, restsOn } from './funding-estimate.ts';

type Needs = With<'clock' | 'lender'>;

/** When the bank may have the money. What a hold or a rest kept out of its file until the end is not with the bank. */
async function paidFrom(db: Db, { clock, lender }: Needs, id: ApplicationId): Promise<Date | undefined> {
  const paid = await findDisbursement(db, id);
  if (paid === undefined) return undefined;
  if (paid.sent_at !== null) return paid.sent_at;
  const days = { fileDay: paid.file_day, effectiveOn: paid.effective_on };
  const closes = closesAt(lender, days) ?? clock.now();
  const isKeptOut =
    closes <= clock.now() &&
    paid.written_at === null &&
    ((await isStoppedByReview(db, id)) || (await restsOn(db, { lender }, id, paid.file_day)));
  return isKeptOut ? undefined : closes;
}

export async function mayBePaid(db: Db, services: Needs, id: ApplicationId): Promise<boolean> {
  const from = await paidFrom(db, services, id);
  return from !== undefined && from <= services.clock.now();
}

/** When a signed loan can no longer be canceled; undefined if it cannot anymore. Money that is sent later can end it sooner. */
export async function cancelableUntil(db: Db, services: Needs, id: ApplicationId): Promise<Date | undefined> {
  const signedAt = await readSignedAt(db, id);
  if (signedAt === undefined) return undefined;
  const zone = services.lender.brand.hours.timeZone;
  const lastDay = nextBankingDay(lenderDay(services.lender, signedAt));
  const dayEnds = instantOf(zone, addDays(lastDay, 1), '00:00');
  const paid = await paidFrom(db, services, id);
  const ends = paid !== undefined && paid < dayEnds ? paid : dayEnds;
  return services.clock.now() < ends ? ends : undefined;
}

/** For a state that declares `withdrawn`. */
export async function mayWithdraw(
  db: Db,
  services: Needs,
  { id, state }: Pick<Application, 'id' | 'state'>,
  by: 'applicant' | 'operator' = 'applicant',
): Promise<boolean> {
  if (stateOf(state).signing !== 'completed') return true;
  if (by === 'operator') return !(await mayBePaid(db, services, id));
  return (await cancelableUntil(db, services, id)) !== undefined;
}
