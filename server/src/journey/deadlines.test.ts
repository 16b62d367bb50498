// 12 CFR 1002.9(c)(2): a notice of incompleteness gives a reasonable time to answer, counted from when the applicant receives it.
import { describe, expect, it } from 'vitest';
import { loadLender } from '#lender/load.ts';
import { daysAfter } from '../platform/clock.ts';
import { destinationOf, eventsOf, paths, stateNames, stateOf, transitionOf } from './chart.ts';
import { answerEnds, beginsDeadline, deadlineFrom, due } from './deadlines.ts';
import { beginningDeadlines } from './move.ts';

const lender = loadLender();
const noticedAt = new Date('2026-12-20T15:00:00Z');

/** Every state whose notice asks the applicant for something, at once or if no reviewer decides. */
const asking = stateNames.filter((name) => {
  const { requiredNotice: required } = stateOf(name);
  return required.notice === 'incomplete' || required.notice === 'manual-review';
});

/** An email that is not opened in time is followed by a letter, as is a letter that waits as long to be printed. */
const letter = daysAfter(noticedAt, lender.documentDelivery.unviewedDays + 5);
const receivedAt = { email: noticedAt, letter };

const daysLeft = [null, -3, 0.5, 2, 9, 30];
describe.each(asking)('a notice in %s', (state) => {
  it.each(daysLeft)('gives ten days from its receipt where the application ends in %s days', (left) => {
    const deadline = left === null ? null : daysAfter(noticedAt, left);
    const end = answerEnds(lender, { state, deadline }, noticedAt);
    for (const received of Object.values(receivedAt))
      expect(end.getTime()).toBeGreaterThanOrEqual(daysAfter(received, 10).getTime());
  });
});

it('a step-up lasts as long as the answer to a notice on its last day, a day late', () => {
  const deadline = deadlineFrom('documents', lender, noticedAt);
  const latest = daysAfter(noticedAt, 29);
  expect(answerEnds(lender, { state: 'STEP_UP', deadline }, latest)).toEqual(deadline);
});

const moves = paths.flatMap((path) =>
  stateNames.flatMap((from) =>
    eventsOf({ state: from, path }).flatMap((event) => {
      const transition = transitionOf({ state: from, path }, event);
      const to = transition && destinationOf(transition, transition.path ?? path);
      return to === undefined ? [] : { from, event, to, renews: transition?.renewsDeadline };
    }),
  ),
);

it('a deadline begins with the events that need the lender’s policy', () => {
  const beginning = moves.filter(({ from, to, renews }) => beginsDeadline(from, to, renews));
  const events = new Set<string>(beginning.map(({ event }) => event));
  expect([...events].sort()).toEqual([...beginningDeadlines].sort());
});

it('a deadline is kept through everything that the applicant does about it, and begins again with other terms', () => {
  const kept = (from: (typeof stateNames)[number], to: (typeof stateNames)[number]) =>
    !beginsDeadline(from, to) && stateOf(to).deadline !== 'none';
  expect(kept('PREQUALIFIED', 'TERMS_ACCEPTED')).toBe(true);
  expect(kept('VERIFIED', 'APPROVING')).toBe(true);
  expect(kept('APPROVED', 'DOCUMENTS_SENT')).toBe(true);
  expect(kept('FAST_PATH_COUNTEROFFER', 'FAST_PATH_APPROVED')).toBe(true);
  const renewing = moves.filter(({ renews }) => renews);
  expect([...new Set(renewing.map(({ event }) => event))]).toEqual(['otherTermsOffered']);
});

it('something is due at every deadline, once: the calendar has each state that an applicant is at', () => {
  const listed = [...due.ending, ...due.vehicle];
  expect(listed).toEqual([...new Set(listed)]);
  const others = stateNames.filter((name) => stateOf(name).deadline !== 'none' && !listed.includes(name));
  // A job decides, a vendor answers or a reviewer settles it first.
  for (const name of others) expect(stateOf(name).phase, name).not.toBe('live');
});
