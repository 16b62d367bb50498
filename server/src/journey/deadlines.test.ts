// 12 CFR 1002.9(c)(2): a notice of incompleteness gives a reasonable time to answer, counted from when the applicant receives it.
import { describe, expect, it } from 'vitest';
import { loadLender } from '#lender/load.ts';
import { daysAfter } from '../platform/clock.ts';
import { stateNames, stateOf } from './chart.ts';
import { answerEnds, stepUpEnds } from './deadlines.ts';

const lender = loadLender();
const noticedAt = new Date('2026-12-20T15:00:00Z');

/** Every state whose notice asks the applicant for something, at once or if no reviewer decides. */
const asking = stateNames.filter((name) => {
  const { requiredNotice: required } = stateOf(name);
  return required.notice === 'incomplete' || required.notice === 'manual-review';
});

/** An email that is not opened in time is followed by a letter, as is a letter that waits as long to be printed. */
const receivedAt = {
  email: noticedAt,
  letter: daysAfter(noticedAt, lender.documentDelivery.unviewedDays + 5),
};

describe.each(asking)('a notice in %s', (state) => {
  it.each([
    null,
    -3,
    0.5,
    2,
    9,
    30,
  ])('gives ten days from its receipt where the application ends in %s days', (left) => {
    const offers_expire_at = left === null ? null : daysAfter(noticedAt, left);
    const end = answerEnds(lender, { state, path: 'standard', offers_expire_at }, noticedAt);
    for (const received of Object.values(receivedAt))
      expect(end.getTime()).toBeGreaterThanOrEqual(daysAfter(received, 10).getTime());
  });
});

it('a step-up lasts as long as the answer to a notice on its last day, a day late', () => {
  const ends = stepUpEnds({ lender, clock: { now: () => noticedAt } });
  const latest = daysAfter(noticedAt, 29);
  const offers_expire_at = ends;
  expect(answerEnds(lender, { state: 'STEP_UP', path: 'standard', offers_expire_at }, latest)).toEqual(ends);
});
