// What screens state of the lender, so that browsers load no policy. The server fills in the policy's part.
import { resolve } from 'node:path';
import { type Cents, cents, formatUsd } from '../finance/money.ts';
import type { PricedOffer } from '../finance/offers.ts';
import { exampleOffer, needsVehicle, policyFacts, spanText } from '../lender/advertised.ts';
import { LENDER_DIRECTORY, type Lender, loadLender } from '../lender/load.ts';
import { phoneText } from '../lender/public/phone-text.ts';
import type { Branch } from '../lender/schema/branches.ts';
import { factPlaceholders, vehicleMarks } from '../server/src/pages/policy-facts.ts';
import { homePlace } from '../server/src/stages/branches/home-place.ts';
import type { ExampleLoan, LandingLoan, LenderFacts } from '../web/src/wording/facts.ts';

/** The lender that the pages are built for. */
export const lenderDirectory = resolve(process.env.LENDER_DIR || LENDER_DIRECTORY);
export const builtLender = () => loadLender(lenderDirectory);

type Advertising = Pick<Lender, 'advertised' | 'openStates' | 'policy'>;
const today = () => new Date().toISOString().slice(0, 10);

/** The facts as of a day ("2026-03-01"); by default today on this machine. */
export const lenderFacts = (lender: Advertising = builtLender(), on = today()): LenderFacts => ({
  ...ownFacts(lender, on),
  ...policyFacts(lender, on),
});

export const builtFacts = (): LenderFacts => ({ ...ownFacts(builtLender(), today()), ...factPlaceholders });

const ownFacts = ({ advertised, ...lender }: Advertising, on: string) => ({
  smallestAtBranch:
    advertised.smallestLoanAtBranch === null ? null : formatUsd(cents(advertised.smallestLoanAtBranch)),
  example: exampleLoan(exampleOffer(lender, advertised.example, on), advertised.example.apr),
  exampleVehicle: formatUsd(cents(advertised.exampleVehicle)),
  prequalifyingTakes: spanText(
    { from: advertised.prequalifyingMinutes, to: advertised.prequalifyingMinutes },
    'minute',
  ),
  branchCallsWithin: spanText(advertised.branchCallsWithinHours, 'hour'),
  fundsArriveIn: spanText(advertised.fundsArriveInBusinessDays, 'business day'),
});

/** The branch by the lender's own address. */
export function officeBranch() {
  const lender = builtLender();
  const everywhere = { ...lender, tradeArea: { radiusMiles: Number.POSITIVE_INFINITY } };
  const { name, phone } =
    homePlace(everywhere, lender.brand.address).branch ?? (lender.branches[0] as Branch);
  return { name, phone: phoneText(phone) };
}

/** What each amount that the landing page names costs at the advertised rate and term, from the lowest amount up. */
export function landingLoans(lender: Advertising = builtLender()): readonly LandingLoan[] {
  const { advertised } = lender;
  const on = today();
  return advertised.landingAmounts
    .toSorted((a, b) => a - b)
    .map((amount) => {
      const loan = { ...advertised.example, amount };
      return {
        ...exampleLoan(exampleOffer(lender, loan, on), loan.apr),
        dollars: amount / 100,
        isUsual: amount === advertised.example.amount,
        needsVehicle: needsVehicle(lender, loan, on),
      };
    });
}

export const builtLandingLoans = (): readonly LandingLoan[] =>
  landingLoans().map((loan) => ({ ...loan, needsVehicle: true, vehicleMarks: vehicleMarks(loan.dollars) }));

function exampleLoan(offer: PricedOffer, apr: string): ExampleLoan {
  const exact = (amount: Cents) => formatUsd(amount, { cents: 'always' });
  return {
    amount: formatUsd(offer.principal),
    received: formatUsd(offer.amountFinanced),
    months: offer.months,
    apr: `${apr}%`,
    payment: exact(offer.monthlyPayment),
    lastPayment: exact(offer.lastPayment),
    financeCharge: exact(offer.financeCharge),
    total: exact(offer.totalOfPayments),
  };
}
