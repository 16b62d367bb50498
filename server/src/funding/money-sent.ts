// Notifies applicants by text and email once the bank has the file with their money.
import { randomUUID } from 'node:crypto';
import { transactOn, updateApplication } from '../journey/applications.ts';
import { achWindowOf, isClosed } from '../journey/funding-days.ts';
import { sendText } from '../messages/application-messages.ts';
import { emailLoanUpdate } from '../messages/loan-messages.ts';
import { lenderDay } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { saveSent, unsentOfFiles } from '../records/disbursements.ts';
import { isHeldBy } from '../records/holds.ts';
import type { With } from '../services.ts';
import { emailMovedDebit } from '../stages/autopay/jobs.ts';

export async function notifyMoneySent({ db, clock, jobs, lender }: With<'clock' | 'db' | 'jobs' | 'lender'>) {
  const { funding, brand } = lender;
  const zone = brand.hours.timeZone;
  const now = clock.now();
  const closed = async (of: Db, id?: ApplicationId) =>
    (await unsentOfFiles(of, lenderDay(lender, now), id)).filter(
      ({ file_day: fileDay, effective_on: effectiveOn }) =>
        isClosed(funding, zone, achWindowOf({ fileDay, effectiveOn }), fileDay, now),
    );
  for (const { application_id: id } of await closed(db))
    await transactOn(db, id, async (tx) => {
      if (await isHeldBy(tx, id, 'restore')) return;
      for (const { sequence } of await closed(tx, id)) {
        await saveSent(tx, id, clock.now());
        // From here on the core system knows of the loan: the application no longer blocks a new one.
        await updateApplication(tx, id, { live_ssn: null });
        await jobs.enqueue(tx, sendText, id, { about: 'money', text: randomUUID() });
        await jobs.enqueue(tx, emailLoanUpdate, id, { about: 'money-sent', id: String(sequence) });
        await emailMovedDebit(tx, { jobs }, id);
      }
    });
}
