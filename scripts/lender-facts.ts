// What screens state of the lender, so that browsers load no policy. The server fills in the policy's part.
import { cents, formatUsd } from '../finance/money.ts';
import { amortize, financeCharge } from '../finance/payment.ts';
import {
  advertisedDollars as dollarText,
  needsVehicle,
  policyFacts,
  spanText,
} from '../lender/advertised.ts';
import { type Lender, loadLender } from '../lender/load.ts';
import { factPlaceholders, vehicleMarks } from '../server/src/pages/policy-facts.ts';
import type { ExampleLoan, LandingLoan, LenderFacts } from '../web/src/wording/facts.ts';

type Advertising = Pick<Lender, 'advertised' | 'policy'>;

/** The facts as of a day ("2026-03-01"); by default today on this machine. */
export const lenderFacts = (
  { advertised, policy }: Advertising = loadLender(),
  on = new Date().toISOString().slice(0, 10),
): LenderFacts => ({ ...ownFacts(advertised), ...policyFacts(policy, on) });

export const builtFacts = (): LenderFacts => ({ ...ownFacts(loadLender().advertised), ...factPlaceholders });

const ownFacts = (advertised: Lender['advertised']) => ({
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
});

/** What every page needs of the states. */
export const servedStates = () =>
  loadLender().states.map(({ code, name, minimumAge }) => ({ code, name, minimumAge }));

/** What each amount that the landing page names costs at the advertised rate and term, from the lowest amount up. */
export function landingLoans({ advertised, policy }: Advertising = loadLender()): readonly LandingLoan[] {
  return advertised.landingAmounts
    .toSorted((a, b) => a - b)
    .map((amount) => {
      const loan = { ...advertised.example, amount };
      return {
        ...exampleLoan(loan),
        dollars: amount / 100,
        isUsual: amount === advertised.example.amount,
        needsVehicle: needsVehicle(policy.programs, loan),
      };
    });
}

export const builtLandingLoans = (): readonly LandingLoan[] =>
  landingLoans().map((loan) => ({
    ...loan,
    needsVehicle: true,
    vehicleMarks: vehicleMarks(loan.dollars),
  }));

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
