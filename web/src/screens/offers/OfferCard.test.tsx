import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { OfferTerm } from '#contract/offers.ts';
import { textOf } from '../../dev/state-text.ts';
import { OfferCard } from './OfferCard.tsx';
import { OfferRow } from './OfferRow.tsx';

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
const textIn = (element: React.ReactElement) => textOf(renderToStaticMarkup(element)).replaceAll(/\s+/g, ' ');

const card = (changes: Partial<OfferTerm> = {}) =>
  textIn(<OfferCard amount={1_000_000} term={{ ...term, ...changes }} vehicle={vehicle} />);

it('an offer names the vehicle that secures it and its risk; one without a vehicle mentions no risk', () => {
  expect(card()).toContain(`Secured by your vehicle: ${vehicle}. ${risk}`);
  expect(card({ isAutoSecured: false })).not.toContain(risk);
});

it('what is paid is written to the cent, whole dollars too', () => {
  expect(card()).toContain('$360.00');
  expect(card()).toContain('a month $10,000 for 36 months at 27.50% APR, $13,162.00 in all');
});

it('an offer with fees shows what arrives, and one without them mentions no fees', () => {
  const fees = { origination: 20_000, filing: 2500 };
  const sentence = 'You receive $9,775.00 after an origination fee of $200.00 and a filing fee of $25.00.';
  expect(card({ fees })).toContain(sentence);
  expect(card()).not.toMatch(/fee/);
  const row = textIn(<OfferRow amount={1_000_000} term={{ ...term, fees }} action={null} />);
  expect(row).toContain(sentence);
});

it('an offer in one line has its month, its vehicle and its total', () => {
  const row = textIn(<OfferRow amount={1_000_000} term={term} action={null} />);
  expect(row).toContain('$360.00 a month with your vehicle for 36 months at 27.50% APR, $13,162.00 in all');
});
