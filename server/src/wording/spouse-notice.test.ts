import { expect, it } from 'vitest';
import { isoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { loadLender } from '#lender/load.ts';
import { spouseNoticeDocument, spouseWording } from './spouse-notice.ts';

const lender = loadLender();
const day = isoDate('2026-03-05');
const loan = { amount: cents(500_000), isSecured: false };

it('only the law of Wisconsin requires a notice to the spouse', () => {
  const states = lender.states.map(({ code }) => code);
  expect(states.filter((state) => spouseWording(lender, { state, loan }, day).length > 0)).toEqual(['WI']);
});

it('the letter is addressed to the spouse, and names borrower, amount and note', () => {
  const letter = spouseNoticeDocument(lender, {
    date: day,
    madeAt: new Date('2026-03-05T18:00:00Z'),
    appliedOn: isoDate('2026-03-01'),
    reference: 'Application 0A1B2C3D',
    applicant: { name: 'Jordan Rivera', address: ['12 Pinckney St', 'Madison, WI 53703'] },
    borrower: 'Alex Rivera',
    state: 'WI',
    loan,
    noteDate: day,
  });
  expect(letter.recipient).toEqual(['Jordan Rivera', '12 Pinckney St', 'Madison, WI 53703']);
  const words = JSON.stringify(letter.blocks);
  expect(words).toContain(
    'we are lending $5,000.00 to your spouse, Alex Rivera, on the terms of a promissory note dated March 5, 2026.',
  );
  expect(words).not.toMatch(/\{(borrower|amount|date)\}/);
});
