// What pays off a loan early: one blended rate earns what tiers allow only to maturity, and part of a prepaid fee may be unearned.
import { type PayoffLimit, tieredInterest } from './caps.ts';
import { type Cents, cents } from './money.ts';
import type { Schedule } from './payment.ts';

/** How the part of a prepaid fee that an early payoff leaves unearned is computed: by time, by the interest that is left, or not at all. */
export type FeeRefund = 'none' | 'pro-rata' | 'actuarial';

/** A loan on schedule. All amounts in cents; `fees` is everything that is taken out of `principal`, of which `prepaid` may be refunded. */
type LoanToPayOff = {
  principal: Cents;
  schedule: Schedule;
  fees: Cents;
  prepaid: { amount: Cents; refund: FeeRefund };
  limits: readonly PayoffLimit[];
};

/** The unearned part of the prepaid fee after each payment, in cents, fractions rounded up. */
function unearnedFees({ schedule, prepaid: { amount, refund } }: LoanToPayOff): number[] {
  const { rows, totalInterest } = schedule;
  let left = totalInterest as number;
  return rows.map(({ number, interest }) => {
    left -= interest;
    if (refund === 'none') return 0;
    if (refund === 'pro-rata') return Math.ceil((amount * (rows.length - number)) / rows.length);
    return totalInterest === 0 ? 0 : Math.ceil((amount * left) / totalInterest);
  });
}

/** What is owed after each payment if the limit's tiers accrue on the declining balance, in cents, interest rounded down. */
function balancesUnder({ basis, alternatives }: PayoffLimit, loan: LoanToPayOff): number[] {
  // An all-in limit counts the fees as interest, so that only what was advanced accrues.
  const advanced = loan.principal - (basis === 'all_in' ? loan.fees : 0);
  const ledgers = alternatives.map((tiers) => {
    let balance = advanced;
    return loan.schedule.rows.map(({ payment }) => {
      balance = Math.max(0, balance + Math.floor(tieredInterest(balance, tiers)) - payment);
      return balance;
    });
  });
  return loan.schedule.rows.map((_, at) => Math.max(...ledgers.map((ledger) => ledger[at] ?? 0)));
}

/**
 * What pays off a loan right after each of its payments, in cents, if every payment was made on its due date: the principal left less
 * the unearned part of the prepaid fee, and never more than the limits allow for the months that have passed.
 */
export function payoffAmounts(loan: LoanToPayOff): Cents[] {
  const unearned = unearnedFees(loan);
  const limited = loan.limits.map((limit) => balancesUnder(limit, loan));
  return loan.schedule.rows.map(({ balance }, at) => {
    const most = Math.min(balance - (unearned[at] ?? 0), ...limited.map((balances) => balances[at] ?? 0));
    return cents(Math.max(0, most));
  });
}
