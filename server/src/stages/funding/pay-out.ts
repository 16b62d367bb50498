// Has the core system pay a loan out, by RTP or FedNow or in its own way. It pays once for each key: a loan is paid again only after
// its money was returned.
import { isoDate } from '#finance/dates.ts';
import { lockApplication, transactOn } from '../../journey/applications.ts';
import { isPayable } from '../../journey/chart.ts';
import { lenderToday } from '../../platform/clock.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { countReturned } from '../../records/ach-returns.ts';
import { audit } from '../../records/audit.ts';
import { readDepositNumbers } from '../../records/deposit-accounts.ts';
import { findDisbursement, moveDisbursement, saveWritten } from '../../records/disbursements.ts';
import { holdsOf, isPaymentStopped } from '../../records/holds.ts';
import type { Services } from '../../services.ts';
import { keyedCoreCall } from '../../vendors/core.ts';
import { reportAutopayOf } from '../autopay/jobs.ts';
import { paymentSearchKey, saveOfacSearch, searchOfac } from '../screening/ofac.ts';
import { mayPay } from './account-validation.ts';
import { recordSent } from './money-sent.ts';
import { payOut, reportLoanDates } from './payout-jobs.ts';

export function payOutJob(services: Services) {
  const { db, clock, vault, jobs, vendorCalls, vendors } = services;
  return handle(payOut, {
    async run(_, { applicationId: id }) {
      // The list may have changed since the loan was booked. A search with the same key is made once.
      const key = paymentSearchKey(id, lenderToday(services));
      const search = await searchOfac(services, id, { key, occasion: 'payment' });
      // From here on, the money counts as gone, so that nothing that ends the loan takes it for unpaid.
      const payment = await transactOn(db, id, async (tx, { state }) => {
        const due = await findDisbursement(tx, id);
        if (due === undefined || due.sent_at !== null || due.method === 'ach') return undefined;
        // The release of a hold enqueues this job again.
        if (!isPayable(state) || !(await saveOfacSearch(tx, services, id, search))) return undefined;
        if ((await isPaymentStopped(tx, id)) || !(await mayPay({ db: tx, vault }, id))) return undefined;
        await saveWritten(tx, clock, [due.sequence]);
        return { ...due, method: due.method, returns: await countReturned(tx, id) };
      });
      if (payment === undefined) return async () => {};
      const account = (await readDepositNumbers(db, vault, [id])).get(id);
      if (account === undefined) throw new Error('A loan that is paid out has an account.');
      const { method, amount, loan_id: loanId, file_day: fileDay, effective_on: expectedOn } = payment;
      const callKey = `payout:${id}:${payment.returns}`;
      // A restored backup may lack a payment that was made. Otherwise the core system's key prevents a second one.
      const wasRestored = (await holdsOf(db, id)).some(({ kind }) => kind === 'restore');
      const booked = wasRestored ? await vendors.core.findLoan(id, vendors.timeouts.signal(15)) : undefined;
      const paid = booked?.payout;
      const request = {
        ...keyedCoreCall,
        operation: 'pay-out',
        key: callKey,
        applicationId: id,
        perform: (signal: AbortSignal) =>
          vendors.core.payOut(loanId, { method, amountCents: amount, expectedOn, account }, callKey, signal),
      } as const;
      const { arrivesOn } = paid ?? (await vendorCalls.call(request));
      return async (tx) => {
        await lockApplication(tx, id);
        // Returned in the meantime, or applied by another run of this job.
        const due = await findDisbursement(tx, id);
        if (due?.sequence !== payment.sequence || due.sent_at !== null) return;
        if (arrivesOn !== expectedOn) {
          const days = { fileDay: isoDate(fileDay), effectiveOn: isoDate(arrivesOn) };
          await moveDisbursement(tx, id, days);
          await audit(tx, clock, { applicationId: id }, { type: 'disbursement-moved', ...days });
          await reportAutopayOf(tx, services, id, days.effectiveOn);
        }
        await jobs.enqueue(tx, reportLoanDates, id, {});
        await recordSent(tx, services, payment);
      };
    },
  });
}
