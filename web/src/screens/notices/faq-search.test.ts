import { describe, expect, it } from 'vitest';
import { matchesSearch } from './faq-search.ts';

const loan = {
  question: 'What if I don’t have a vehicle?',
  answer: 'Loans up to $12,000 need none. A café is no vehicle.',
};

describe('a search of the questions', () => {
  it.each([
    '',
    '  ',
    'vehicle',
    'VEHICLE loans',
    'dont',
    "don't",
    '12000',
    '$12,000',
    'cafe',
    'vehi',
    '?',
  ])('for “%s” finds the question', (typed) => expect(matchesSearch(loan, typed)).toBe(true));

  it.each(['mortgage', 'vehicle mortgage', '13000'])('for “%s” does not', (typed) =>
    expect(matchesSearch(loan, typed)).toBe(false));
});
