import { expect, test } from 'vitest';
import { getAllowedSteps } from '#contract/journey.ts';
import { getTerms, keepChoices } from '#contract/offers.ts';
import { readGiven } from './preloaded-answers.ts';

const steps = { steps: ['/loan-request/offers'] };
const terms = { amount: 500_000, terms: [], submitApplication: { href: '/api/v1/x' } };
const href = '/api/v1/applications/1/terms';

const given = (answers: unknown, text = JSON.stringify(answers)) =>
  readGiven({ getElementById: (id) => (id === 'answers' ? ({ textContent: text } as HTMLElement) : null) });
const page = () => given({ [getAllowedSteps.path]: steps, [`${href}?amount=500000`]: terms });

test('an answer that came with the page is found by its address and its query', () => {
  expect(page().look(getAllowedSteps)).toEqual(steps);
  expect(page().look(getTerms, href, { query: { amount: 500_000 } })).toEqual(terms);
  expect(page().look(getTerms, href, { query: { amount: 300_000 } })).toBeUndefined();
});

test('an answer that is taken is not there for the next navigation', () => {
  const answers = page();
  expect(answers.take(getAllowedSteps)).toEqual(steps);
  expect(answers.take(getAllowedSteps)).toBeUndefined();
});

test('once the first screen is drawn, nothing is left', () => {
  const answers = page();
  answers.forget();
  expect(answers.look(getAllowedSteps)).toBeUndefined();
});

test('what changes something, waits, or says who asks goes to the server', () => {
  const answers = given({ [href]: {}, [getAllowedSteps.path]: steps });
  expect(answers.look(keepChoices, href, { body: {} })).toBeUndefined();
  expect(answers.look(getAllowedSteps, undefined, { headers: { Prefer: 'wait=3' } })).toBeUndefined();
});

test('an answer of another shape, or a page without answers, is asked for', () => {
  expect(given({ [getAllowedSteps.path]: { steps: 7 } }).look(getAllowedSteps)).toBeUndefined();
  expect(given(undefined, '{"/api').look(getAllowedSteps)).toBeUndefined();
  expect(readGiven({ getElementById: () => null }).look(getAllowedSteps)).toBeUndefined();
});
