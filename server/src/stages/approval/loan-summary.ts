// The loan in short, for the card beside every step and for the status page.
import type { LoanSummary } from '#contract/loan-summary.ts';
import { cents } from '#finance/money.ts';
import { amortize, type DatedRow, financeCharge } from '#finance/payment.ts';
import { Decimal } from '#finance/rate.ts';
import type { Application } from '../../journey/applications.ts';
import { expectedCall } from '../../journey/branch-calls.ts';
import { stateOf } from '../../journey/chart.ts';
import { fundingDays, fundingEstimateOf, fundsArriveOn, paidOutOf } from '../../journey/funding-estimate.ts';
import type { ApprovedTerm } from '../../platform/db/tables.ts';
import type { With } from '../../services.ts';
import { managerOf, textNumberOf } from '../branches/branch-contact.ts';
import { firstRenderedAt, scheduleOf } from './loan-figures.ts';

type Needs = With<'db' | 'vault' | 'lender' | 'clock'>;

/** Reads the database only once a loan is approved, or a call by the branch may be expected. */
export async function loanSummaryOf(services: Needs, application: Application): Promise<LoanSummary> {
  const branch = services.lender.branches.find(({ id }) => id === application.branch_id);
  const { approved_term: approved } = application;
  const firstDueDate = approved === null ? undefined : await firstDueOf(services, application, approved);
  const money = await fundingEstimateOf(services, application);
  const call = await expectedCall(services, application);
  return {
    ...figuresOf(application),
    ...(money && { money }),
    ...(firstDueDate && { firstDueDate }),
    ...(branch && {
      branch: {
        name: branch.name,
        phone: branch.phone,
        ...textNumberOf(branch),
        timeZone: branch.timeZone,
        ...(call && { callBy: call.by.toISOString() }),
        manager: managerOf(branch),
      },
    }),
  };
}

/** The figures of what was approved, accepted or chosen, whichever came last. Undefined for a loan that will not be made. */
function figuresOf(
  application: Pick<Application, 'state' | 'approved_term' | 'accepted_term' | 'selected_term'>,
): LoanSummary {
  const { phase, signing } = stateOf(application.state);
  const term = application.approved_term ?? application.accepted_term ?? application.selected_term;
  if (term === null || (phase === 'ended' && signing !== 'completed')) return {};
  const { amount, months, apr, monthlyPayment, isAutoSecured, fees } = term;
  const { totalOfPayments } = amortize({
    principal: cents(amount),
    rate: new Decimal(term.interestRate),
    months,
  });
  return {
    amount,
    months,
    apr,
    monthlyPayment,
    isAutoSecured,
    ...(fees && { fees }),
    totalOfPayments,
    // The prepaid finance charge is part of the finance charge (12 CFR 1026.18(b) and (d)).
    financeCharge: financeCharge(totalOfPayments, cents(amount - (fees?.origination ?? 0))),
  };
}

/** When the first payment is due: as disclosed until the documents are signed, then by the day the money arrives. */
async function firstDueOf(services: Needs, application: Application, approved: ApprovedTerm) {
  const { signing } = stateOf(application.state);
  if (signing !== 'open' && signing !== 'completed') return undefined;
  const asRendered = async () => {
    const renderedAt = await firstRenderedAt(services, application.id);
    return renderedAt && fundingDays(services.lender, renderedAt, paidOutOf(approved)).effectiveOn;
  };
  const fundsArrive =
    signing === 'completed' ? await fundsArriveOn(services, application, approved) : await asRendered();
  return fundsArrive && (scheduleOf(approved, fundsArrive).schedule.rows[0] as DatedRow).dueOn;
}
