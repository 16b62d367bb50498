// The page for engineers of core systems shows what the product computes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { monthlyApr } from '#finance/apr.ts';
import { isoDate } from '#finance/dates.ts';
import { cents, dollars } from '#finance/money.ts';
import { datedSchedule, exactPayment, financeCharge } from '#finance/payment.ts';
import { type FeeRefund, payoffAmounts } from '#finance/payoff.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/loan-arithmetic.md'), 'utf8');
const loan = { principal: dollars(5000), rate: '31.22', months: 48 };
const [origination, filing] = [dollars(150), dollars(15)];
const schedule = datedSchedule(loan, isoDate('2026-01-31'));
const amountFinanced = cents(loan.principal - origination);
const apr = monthlyApr(schedule, amountFinanced);

const payoffs = (refund: FeeRefund) =>
  payoffAmounts({
    principal: loan.principal,
    schedule,
    fees: cents(origination + filing),
    prepaid: { amount: origination, refund },
    limits: [],
  });
const columns = [payoffs('none'), payoffs('pro-rata'), payoffs('actuarial')];

it.each([
  `| ${loan.principal}, ${loan.months}, ${loan.rate} |`,
  `| payment before rounding | ${exactPayment(loan).toFixed(5)} |`,
  `| ${schedule.monthlyPayment}, ${schedule.lastPayment} |`,
  `| \`totalOfPaymentsCents\` | ${schedule.totalOfPayments} |`,
  `| ${amountFinanced}, ${amountFinanced - filing} |`,
  `| \`financeChargeCents\` | ${financeCharge(schedule.totalOfPayments, amountFinanced)} |`,
  `| ${apr.toFixed(6)}, ${apr.toFixed(2)} |`,
  `the APR of the same payments is ${monthlyApr(schedule, loan.principal).toFixed(6)},`,
  ...[1, 2, 24, 47, 48].map((number) => {
    const row = schedule.rows[number - 1];
    const cells = [row?.dueOn, row?.payment, row?.interest, row?.principal, row?.balance];
    return `| ${[number, ...cells, ...columns.map((amounts) => amounts[number - 1])].join(' | ')} |`;
  }),
])('docs/loan-arithmetic.md has: %s', (line) => {
  expect(page).toContain(line);
});
