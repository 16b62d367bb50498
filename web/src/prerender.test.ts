import { expect, it } from 'vitest';
import { drawLanding } from './prerender.tsx';
import { aboutLoansText } from './wording/about-loans.ts';
import { landingText } from './wording/landing.ts';

it('the longer landing page ends with the disclaimers and, after them, the button that leads back to the form', () => {
  const page = drawLanding('ppc', '2026-03-02');
  const disclaimers = page.indexOf(aboutLoansText.disclaimerTitle);
  expect(disclaimers).toBeGreaterThan(page.indexOf('Questions people ask'));
  expect(page.slice(disclaimers)).toContain(`>${landingText.submit}</button>`);
});
