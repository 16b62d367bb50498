import { expect, it } from 'vitest';
import { renderLanding } from './prerender.tsx';
import { aboutLoansText, firstViewText, landingLoans } from './wording/about-loans.ts';
import { landingText } from './wording/landing.ts';

it('the longer landing page ends with the disclaimers and, after them, the button that leads back to the form', () => {
  const page = renderLanding('ppc', '2026-03-02');
  const disclaimers = page.indexOf(aboutLoansText.disclaimerTitle);
  expect(disclaimers).toBeGreaterThan(page.indexOf('Questions people ask'));
  expect(page.slice(disclaimers)).toContain(`>${landingText.submit}</button>`);
});

it('the single-page variant has the form alone, without what the longer one adds', () => {
  const page = renderLanding('sp', '2026-03-02');
  const { offerTitle, exampleTitle, howTitle, faqTitle, disclaimerTitle } = aboutLoansText;
  for (const title of [offerTitle, exampleTitle, howTitle, faqTitle, disclaimerTitle])
    expect(page).not.toContain(title);
});

it('the form asks for the state and the ZIP code before the Social Security number', () => {
  const page = renderLanding('sp', '2026-03-02');
  const at = (name: string) => page.indexOf(`name="${name}"`);
  expect(at('state')).toBeGreaterThan(0);
  expect(at('zipCode')).toBeGreaterThan(at('streetAddress'));
  expect(at('ssn')).toBeGreaterThan(Math.max(at('state'), at('zipCode')));
});

const textOf = (markup: string) =>
  markup
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ');
const firstView = (page: string) => page.slice(page.indexOf('id="first-view"'), page.indexOf('id="scene"'));

it('the first view requests an amount, and has a complete example of each, what is lent, and one button', () => {
  const page = firstView(renderLanding('sp', '2026-03-02'));
  expect(textOf(page)).toContain('How much would you like to borrow?');
  const expected = 'Loans from $2,501 to $15,000 at 24.00% to 35.99% APR, for 24 to 60 months.';
  expect(textOf(page)).toContain(expected);
  for (const { amount, months, apr, payment, lastPayment, total, needsVehicle } of landingLoans)
    expect(textOf(page)).toContain(
      `${amount} Example ${payment} a month ${amount} over ${months} months at ${apr} APR ${months - 1} payments of ${payment} and one of ${lastPayment}. Total of payments: ${total}.${needsVehicle ? ' Secured by your vehicle.' : ''}`,
    );
  // The payment brings its amount, its term, every payment and the annual percentage rate with it, as 12 CFR 1026.24(d)(2) requires.
  expect(textOf(page)).toContain(
    'Example $183.60 a month $5,000 over 48 months at 31.22% APR 47 payments of $183.60 and one of $183.12. Total of payments: $8,812.32.',
  );
  expect(textOf(page)).toContain("Checking won't affect your credit score.");
  expect(textOf(page)).toContain('NMLS ID 0000000');
  expect(page).toContain(`href="${firstViewText.licenseAddress}"`);
  expect(page.match(/<button|href="#.*?"/g)).toEqual(['href="#apply"']);
});
