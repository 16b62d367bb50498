import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  clearTypedAnswers,
  draft,
  forgetDraft,
  readTypedAnswers,
  saveDraft,
  saveTypedAnswers,
  sentAmount,
  typedLifetime,
} from './draft.ts';

const typedAt = Date.parse('2026-03-02T12:00:00Z');
let entry: { state: unknown };

beforeEach(() => {
  entry = { state: { idx: 0, key: 'abc' } };
  vi.stubGlobal('history', {
    get state() {
      return entry.state;
    },
    replaceState: (state: unknown) => {
      // As the browser does, so that only what can be cloned is stored.
      entry.state = structuredClone(state);
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

const keep = () =>
  saveTypedAnswers({ firstName: 'Ada', state: 'UT', ssn: '666-01-0001', dob: '05/04/1988' }, typedAt, 5000);

it('unsent answers are stored without Social Security number and date of birth', () => {
  keep();
  const expected = { values: { firstName: 'Ada', state: 'UT' }, loanAmount: 5000 };
  expect(readTypedAnswers(typedAt + 60_000)).toMatchObject(expected);
  expect(JSON.stringify(entry.state)).not.toMatch(/666|1988/);
  expect(entry.state).toMatchObject({ idx: 0, key: 'abc' });
});

it('are erased after 15 minutes', () => {
  keep();
  expect(readTypedAnswers(typedAt + typedLifetime)).toBeUndefined();
  expect(entry.state).toEqual({ idx: 0, key: 'abc' });
});

it('are erased when they are sent', () => {
  keep();
  clearTypedAnswers();
  expect(readTypedAnswers(typedAt)).toBeUndefined();
  expect(entry.state).toEqual({ idx: 0, key: 'abc' });
});

it('sent ones are forgotten when the session ended', () => {
  saveDraft({ firstName: 'Ada' } as Parameters<typeof saveDraft>[0], 5000);
  expect([draft(), sentAmount()]).toEqual([{ firstName: 'Ada' }, 5000]);
  forgetDraft();
  expect([draft(), sentAmount()]).toEqual([undefined, undefined]);
});

it('a prerendered page has none', () => {
  vi.unstubAllGlobals();
  expect(readTypedAnswers(typedAt)).toBeUndefined();
});
