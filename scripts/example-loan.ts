// The landing page's example, computed when the page is built, so that the browser need not carry the arithmetic.
import { dollars, formatUsd } from '../finance/money.ts';
import { amortize, financeCharge } from '../finance/payment.ts';
import type { ExampleLoan } from '../web/src/wording/more.ts';

export function exampleLoan(): ExampleLoan {
  const [principal, months, rate] = [dollars(5000), 48, '31.22'];
  const schedule = amortize({ principal, rate, months });
  const exact = (amount: typeof principal) => formatUsd(amount, { cents: 'always' });
  return {
    amount: formatUsd(principal),
    months,
    apr: `${rate}%`,
    payment: exact(schedule.monthlyPayment),
    lastPayment: exact(schedule.lastPayment),
    financeCharge: exact(financeCharge(schedule.totalOfPayments, principal)),
    total: exact(schedule.totalOfPayments),
  };
}
