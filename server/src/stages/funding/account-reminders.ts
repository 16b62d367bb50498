// Reminds the applicant of a signed loan, by email, of the step without which it is not paid: the amounts of the micro-entries, or
// another account.
import { addDays, type IsoDate, isoDate } from '#finance/dates.ts';
import { transactOn } from '../../journey/applications.ts';
import { isPayable, stateNames } from '../../journey/chart.ts';
import { lenderDay, lenderToday } from '../../platform/clock.ts';
import { IndependentTasks } from '../../platform/independent-tasks.ts';
import { findValidation, saveReminders } from '../../records/account-validations.ts';
import { isPaymentStopped } from '../../records/holds.ts';
import { loansWithoutAccount } from '../../records/loans-without-account.ts';
import type { With } from '../../services.ts';
import { reminders } from './account-emails.ts';
import { notifyApplicant } from './account-validation.ts';

/** From the day on which the applicant could act. */
const days = [2, 7] as const;

export async function remindOfAccounts(services: With<'clock' | 'db' | 'jobs' | 'lender'>): Promise<void> {
  const { db } = services;
  const attempts = new IndependentTasks();
  for (const loan of await loansWithoutAccount(db, stateNames.filter(isPayable))) {
    const from = actsFrom(services, loan);
    const due = from && days.filter((after) => addDays(from, after) <= lenderToday(services)).length;
    if (!due || due <= loan.reminders) continue;
    const { applicationId: id, status } = loan;
    await attempts.run(() =>
      transactOn(db, id, async (tx, { state }) => {
        const row = await findValidation(tx, id);
        const isUnchanged = isPayable(state) && row?.status === status && row.reminders === loan.reminders;
        const about = reminders[status];
        if (!isUnchanged || about === undefined || (await isPaymentStopped(tx, id))) return;
        await saveReminders(tx, id, due);
        await notifyApplicant(tx, services, id, about);
      }),
    );
  }
  attempts.end();
}

/** The day from which the applicant can act; undefined while the micro-entries are not sent. */
function actsFrom(
  { lender }: With<'lender'>,
  { status, since, arriveOn, writtenAt }: Awaited<ReturnType<typeof loansWithoutAccount>>[number],
): IsoDate | undefined {
  const day = lenderDay(lender, since);
  if (status !== 'MICRO_ENTRIES') return day;
  if (arriveOn === null || writtenAt === null) return undefined;
  const arrives = isoDate(arriveOn);
  return arrives > day ? arrives : day;
}
