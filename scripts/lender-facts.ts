// Policy facts that the screens show, computed at build time so that browsers load neither policy tables nor loan
// arithmetic.
import { cents, formatUsd } from '../finance/money.ts';
import { amortize, financeCharge } from '../finance/payment.ts';
import {
  advertisedRange,
  advertisedDollars as dollarText,
  lendingAt,
  spanText,
} from '../lender/advertised.ts';
import { timeLimitsOn } from '../lender/in-force.ts';
import { type Lender, loadLender } from '../lender/load.ts';
import type { ExampleLoan, LandingLoan, LenderFacts } from '../web/src/wording/facts.ts';

/** The facts as of a day ("2026-03-01"); by default today on this machine. */
export function lenderFacts(
  { advertised, policy }: Pick<Lender, 'advertised' | 'policy'> = loadLender(),
  on = new Date().toISOString().slice(0, 10),
): LenderFacts {
  const all = advertisedRange(policy.programs);
  return {
    leastAmount: dollarText(all.leastCents),
    mostAmount: dollarText(all.mostCents),
    lowestApr: `${all.lowestRate}%`,
    highestApr: `${all.highestRate}%`,
    shortestTerm: all.shortestMonths,
    longestTerm: all.longestMonths,
    smallestAtBranch:
      advertised.smallestLoanAtBranch === null ? null : dollarText(advertised.smallestLoanAtBranch),
    example: exampleLoan(advertised.example),
    exampleVehicle: dollarText(advertised.exampleVehicle),
    prequalifyingTakes: spanText(
      { from: advertised.prequalifyingMinutes, to: advertised.prequalifyingMinutes },
      'minute',
    ),
    branchCallsWithin: spanText(advertised.branchCallsWithinHours, 'hour'),
    fundsArriveIn: spanText(advertised.fundsArriveInBusinessDays, 'business day'),
    loanFreeDays: timeLimitsOn(policy, on).loanFreeDays,
  };
}

/** What every page needs of the states. */
export const servedStates = ({ states }: Pick<Lender, 'states'> = loadLender()) =>
  states.map(({ code, name, minimumAge }) => ({ code, name, minimumAge }));

/** What each amount that the landing page names costs at the advertised rate and term, from the lowest amount up. */
export function landingLoans(
  { advertised, policy }: Pick<Lender, 'advertised' | 'policy'> = loadLender(),
): readonly LandingLoan[] {
  return advertised.landingAmounts
    .toSorted((a, b) => a - b)
    .map((amount) => {
      const loan = { ...advertised.example, amount };
      return {
        ...exampleLoan(loan),
        dollars: amount / 100,
        isUsual: amount === advertised.example.amount,
        needsVehicle: lendingAt(policy.programs, loan).every(({ isAutoSecured }) => isAutoSecured),
      };
    });
}

function exampleLoan({ amount, apr, months }: Lender['advertised']['example']): ExampleLoan {
  const principal = cents(amount);
  const schedule = amortize({ principal, rate: apr, months });
  const exact = (amount: typeof principal) => formatUsd(amount, { cents: 'always' });
  return {
    amount: formatUsd(principal),
    months,
    apr: `${apr}%`,
    payment: exact(schedule.monthlyPayment),
    lastPayment: exact(schedule.lastPayment),
    financeCharge: exact(financeCharge(schedule.totalOfPayments, principal)),
    total: exact(schedule.totalOfPayments),
  };
}
