// Until when an applicant may withdraw: an application in every state that declares it, and a signed loan by the next business day, as
// long as its money has not gone.
import { nextBankingDay } from '#finance/banking-days.ts';
import { isoDate } from '#finance/dates.ts';
import { dayIn } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { findDisbursement } from '../records/disbursements.ts';
import { readSignedAt } from '../records/envelopes.ts';
import { isStoppedByOfac } from '../records/holds.ts';
import type { With } from '../services.ts';
import type { Application } from './applications.ts';
import { stateOf } from './chart.ts';
import { lenderDay } from './consents.ts';
import { isOpen } from './funding-days.ts';

type Needs = With<'clock' | 'lender'>;

/**
 * Whether the bank has the money of a loan, or may have it before we could take it out of its file. What a match with the OFAC list
 * kept out of its file until the end is not with the bank.
 */
export async function mayBePaid(db: Db, { clock, lender }: Needs, id: ApplicationId): Promise<boolean> {
  const paid = await findDisbursement(db, id);
  if (paid === undefined) return false;
  const days = { fileDay: paid.file_day, effectiveOn: paid.effective_on };
  if (paid.sent_at !== null) return true;
  if (isOpen(lender.funding, lender.brand.hours.timeZone, days, clock.now())) return false;
  return paid.written_at !== null || !(await isStoppedByOfac(db, id));
}

/** For a state that declares `withdrawn`. */
export async function mayWithdraw(
  db: Db,
  services: Needs,
  { id, state }: Pick<Application, 'id' | 'state'>,
): Promise<boolean> {
  if (stateOf(state).signing !== 'completed') return true;
  const signedAt = await readSignedAt(db, id);
  if (signedAt === undefined) return false;
  const lastDay = nextBankingDay(isoDate(dayIn(services.lender.brand.hours.timeZone, signedAt)));
  return lenderDay(services) <= lastDay && !(await mayBePaid(db, services, id));
}
