import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { OfferTerm } from '#contract/offers.ts';
import { OneOffer } from '../fast-path/OneOffer.tsx';
import { OfferCard } from './OfferCard.tsx';

const term: OfferTerm = {
  months: 36,
  apr: 27.5,
  interestRate: 27.5,
  monthlyPayment: 36_000,
  financeCharge: 1,
  totalOfPayments: 1_316_200,
  isAutoSecured: true,
};
const vehicle = '2019 Subaru Outback';
const risk = "If you don't pay, we can repossess it.";
const textOf = (element: React.ReactElement) =>
  renderToStaticMarkup(element)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&#x27;', "'");

describe('an offer that is secured', () => {
  it.each([['featured'], ['chosen']] as const)('names the vehicle and its risk where it is %s', (where) => {
    const text = textOf(
      <OfferCard amount={1_000_000} term={term} vehicle={vehicle} {...{ [where]: true }} />,
    );
    expect(text).toContain(`Secured by your vehicle: ${vehicle}. ${risk}`);
  });

  it('is short among the others, and an unsecured offer mentions no risk', () => {
    expect(textOf(<OfferCard amount={1_000_000} term={term} />)).toContain('Secured by your vehicle');
    const unsecured = <OfferCard amount={1_000_000} term={{ ...term, isAutoSecured: false }} featured />;
    expect(textOf(unsecured)).not.toContain(risk);
  });
});

it('has the finance charge, and what it is best at', () => {
  const text = textOf(<OfferCard amount={1_000_000} term={term} featured marks={['lowestPayment']} />);
  expect(text).toContain('Finance charge $0.01');
  expect(text).toContain('Lowest payment');
});

it('what is paid is written to the cent, whole dollars too', () => {
  const text = textOf(<OfferCard amount={1_000_000} term={term} />);
  expect(text).toContain('$360.00');
  expect(text).toContain('Total of payments $13,162.00');
  expect(text).toContain('$10,000 ');
});

it('the fast path shows the whole cost and the collateral before its hard inquiry', () => {
  const offer = {
    loanAmount: 1_000_000,
    monthlyPayment: 36_000,
    term: 36,
    apr: 27.5,
    totalOfPayments: 1_316_200,
  };
  const text = textOf(<OneOffer {...offer} isAutoSecured vehicle={vehicle} />);
  expect(text).toContain('Total of payments $13,162.00');
  expect(text).toContain(`${vehicle}. ${risk}`);
  expect(textOf(<OneOffer {...offer} isAutoSecured={false} />)).not.toContain(risk);
});

it('an offer with fees shows what arrives, and one without them mentions no fees', () => {
  const fees = { origination: 20_000, filing: 2500 };
  const sentence = 'You receive $9,775.00 after an origination fee of $200.00 and a filing fee of $25.00.';
  expect(textOf(<OfferCard amount={1_000_000} term={{ ...term, fees }} />)).toContain(sentence);
  const offer = {
    loanAmount: 1_000_000,
    monthlyPayment: 36_000,
    term: 36,
    apr: 27.5,
    totalOfPayments: 1_316_200,
    isAutoSecured: false,
  };
  expect(textOf(<OneOffer {...offer} fees={fees} />)).toContain(sentence);
  expect(textOf(<OfferCard amount={1_000_000} term={term} />)).not.toMatch(/fee/);
});
