import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { exampleLoanRequest, exampleProgram, exampleTerm } from '../../dev/examples.ts';
import { OfferChoice } from './OfferChoice.tsx';
import { termsByAmount } from './offer-list.ts';
import { useLoanChoice } from './use-loan-choice.ts';

const unsecured = [500_000, 1_000_000];
const secured = [1_000_000, 1_500_000];
const request = {
  ...exampleLoanRequest([exampleProgram('large', unsecured), exampleProgram('big_auto', secured, true)]),
  vehicle: { description: '2019 Subaru Outback', value: 1_250_000 },
};
const termsOf = (amount: number) =>
  [36, 48, 60].flatMap((months) => [
    ...(unsecured.includes(amount) ? [exampleTerm(amount, months, false, 31.22)] : []),
    ...(secured.includes(amount) ? [exampleTerm(amount, months, true, 28.99)] : []),
  ]);
const byAmount = termsByAmount({
  amounts: [500_000, 1_000_000, 1_500_000].map((amount) => ({ amount, terms: termsOf(amount) })),
});
type Offers = Parameters<typeof useLoanChoice>[0]['offers'];

function Harness({ amount, choices: changed }: HarnessProps) {
  const choices = { isLoanAutoSecured: true, loanAmount: amount, ...changed };
  const saving = { explore: () => {}, saveChoices: async () => {} };
  const offers: Offers = { ...saving, amount, gone: undefined, byAmount, requestsSecured: false, choices };
  const terms = { amount, terms: termsOf(amount), submitApplication: { href: '/api/x' } };
  const choice = useLoanChoice({ offers, request, terms });
  return <OfferChoice choice={choice} request={request} vehicleHref={undefined} />;
}

interface HarnessProps {
  readonly amount: number;
  readonly choices?: Partial<Offers['choices']>;
}

function rendered(amount: number, changes: Omit<HarnessProps, 'amount'> = {}) {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <Harness amount={amount} {...changes} />
    </MemoryRouter>,
  );
  const textOf = (part: string | undefined) =>
    (part ?? '').replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  return {
    html,
    result: textOf(/<output.*?<\/output>/s.exec(html)?.[0]),
    featured: textOf(/<article.*?<\/article>/s.exec(html)?.[0]),
    seen: textOf(html.replaceAll(/<(span|output)[^>]*visually-hidden.*?<\/\1>/gs, '')),
    sliders: [...html.matchAll(/<input[^>]*type="range"[^>]*>/g)].map(([slider]) => slider),
  };
}

it('the chosen offer is continued with, and only another one is chosen', () => {
  expect(/(Choose|Continue with) this offer/.exec(rendered(500_000).html)?.[1]).toBe('Choose');
  const selectedTerm = { ...exampleTerm(500_000, 48, false, 31.22), amount: 500_000 };
  const { html } = rendered(500_000, { choices: { selectedTerm } });
  const buttons = [...html.matchAll(/(Choose|Continue with) this offer.*?for (\d+) months/gs)];
  expect(buttons.length).toBeGreaterThan(0);
  for (const [, verb, months] of buttons) expect(verb).toBe(months === '48' ? 'Continue with' : 'Choose');
  expect(buttons.some(([, , months]) => months === '48')).toBe(true);
});

describe('the sliders', () => {
  it('are at an amount and a term, each with its name', () => {
    const { sliders } = rendered(500_000);
    expect(sliders).toHaveLength(2);
    expect(sliders[0]).toContain('aria-valuetext="$5,000"');
    expect(sliders[0]).toContain('max="2"');
    expect(sliders[1]).toContain('aria-valuetext="48 months"');
  });

  it('show from which amount the vehicle is needed, before that amount is reached', () => {
    expect(rendered(500_000).html).toContain('$15,000 and up requires your vehicle as collateral.');
  });
});

describe('the featured offer', () => {
  it('needs no vehicle where the amount is lent both ways, although the toggle is on', () => {
    const { html, featured, result } = rendered(1_000_000);
    expect(html).toMatch(/type="checkbox"[^>]*checked/);
    expect(featured).toContain('No vehicle needed');
    expect(result).toContain('No vehicle needed');
  });

  it('names the vehicle as collateral where the amount needs it', () => {
    const { featured, result } = rendered(1_500_000);
    expect(featured).toContain('Secured by your vehicle: 2019 Subaru Outback.');
    expect(result).toContain('Secured by your vehicle.');
  });

  it('is announced to a screen reader with the figures that are seen', () => {
    const { seen, result, html } = rendered(500_000);
    expect(result).toContain(
      'For a loan of $5,000 over 48 months: $183.60 a month, 31.22% APR, total of payments $8,812.32.',
    );
    for (const figure of ['48 months', '$183.60', '$8,812.32']) expect(seen.split(figure)).toHaveLength(2);
    expect(html).toContain('value="5,000"');
  });
});
