import { expect, it } from 'vitest';
import { getAllowedSteps } from '#contract/journey.ts';
import { getTerms, saveOfferChoices } from '#contract/offers.ts';
import { readPreloadedResponses } from './preloaded-responses.ts';

const steps = { steps: ['/loan-request/offers'] };
const terms = { amount: 500_000, terms: [], submitApplication: { href: '/api/v1/x' } };
const href = '/api/v1/applications/1/terms';

const preloaded = (responses: unknown, text = JSON.stringify(responses)) =>
  readPreloadedResponses({
    getElementById: (id) => (id === 'responses' ? ({ textContent: text } as HTMLElement) : null),
  });
const page = () => preloaded({ [getAllowedSteps.path]: steps, [`${href}?amount=500000`]: terms });

it('a response sent with the page is found by its address and its query', () => {
  expect(page().peek(getAllowedSteps)).toEqual(steps);
  expect(page().peek(getTerms, href, { query: { amount: 500_000 } })).toEqual(terms);
  expect(page().peek(getTerms, href, { query: { amount: 300_000 } })).toBeUndefined();
});

it('a response that is taken is not there for the next navigation', () => {
  const responses = page();
  expect(responses.take(getAllowedSteps)).toEqual(steps);
  expect(responses.take(getAllowedSteps)).toBeUndefined();
});

it('once the first screen is rendered, nothing is left', () => {
  const responses = page();
  responses.clear();
  expect(responses.peek(getAllowedSteps)).toBeUndefined();
});

it('a call that changes something, waits or has headers goes to the server', () => {
  const responses = preloaded({ [href]: {}, [getAllowedSteps.path]: steps });
  expect(responses.peek(saveOfferChoices, href, { body: {} })).toBeUndefined();
  expect(responses.peek(getAllowedSteps, undefined, { headers: { Prefer: 'wait=3' } })).toBeUndefined();
});

it('a response of another shape, or a page without responses, is read from the server', () => {
  expect(preloaded({ [getAllowedSteps.path]: { steps: 7 } }).peek(getAllowedSteps)).toBeUndefined();
  expect(preloaded(undefined, '{"/api').peek(getAllowedSteps)).toBeUndefined();
  expect(readPreloadedResponses({ getElementById: () => null }).peek(getAllowedSteps)).toBeUndefined();
});
