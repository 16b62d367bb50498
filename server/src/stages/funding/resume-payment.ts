// Pays a signed loan once its hold is released, or puts its credit back into a file.
import { lockApplication } from '../../journey/applications.ts';
import { isPayable } from '../../journey/chart.ts';
import { fundLoan } from '../../journey/jobs.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { findDisbursement } from '../../records/disbursements.ts';
import type { With } from '../../services.ts';
import { writeAchFile } from './payout-jobs.ts';

export async function resumePayment(tx: Tx, { jobs }: With<'jobs'>, id: ApplicationId): Promise<void> {
  const { state } = await lockApplication(tx, id);
  const payment = await findDisbursement(tx, id);
  if (payment) await jobs.enqueue(tx, writeAchFile, id, { day: payment.file_day });
  else if (isPayable(state)) await jobs.enqueue(tx, fundLoan, id, {});
}
