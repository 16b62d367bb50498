// Everyone whose application ends, fails or waits for a person is told of it by email, once about one thing.
import { describe, expect, it } from 'vitest';
import { isHeldForReview, stateNames, stateOf } from './states.ts';
import { journeyEvents, transitionOf } from './transitions.ts';

describe('in every state', () => {
  it.each(stateNames)('%s: a notice that is due at once is the only email about it', (name) => {
    const isDue = ['denial', 'approval', 'counteroffer'].includes(stateOf(name).owes.notice);
    const { by } = stateOf(name).told;
    if (stateOf(name).owes.notice === 'denial') expect(by).toBe('notice');
    if (by === 'notice') expect(isDue).toBe(true);
  });

  it.each(stateNames)('%s: nobody who came to an end, or waits for a person, is left untold', (name) => {
    const { course, rest } = stateOf(name);
    const waitsForPerson =
      isHeldForReview(name) || ['contact', 'verification-chat', 'verification-error'].includes(rest);
    if (name === 'SUPERSEDED') return;
    if (course === 'ended' || waitsForPerson)
      expect(['notice', 'email', 'stage']).toContain(stateOf(name).told.by);
  });

  it.each(stateNames)('%s: whatever a job that is still at work leads to is told', (name) => {
    if (stateOf(name).told.by !== 'outcome') return;
    expect(stateOf(name).course).toBe('waiting');
    const next = journeyEvents.filter((event) => transitionOf(event).from.includes(name));
    const untold = next.filter((event) => stateOf(transitionOf(event).to).told.by === 'nobody');
    expect(untold).toEqual([]);
    expect(next).not.toEqual([]);
  });
});

it('an applicant who is left untold is so for a reason', () => {
  for (const name of stateNames) {
    const telling = stateOf(name).told;
    if (telling.by === 'nobody') expect(telling.because, name).toMatch(/\.$/);
  }
});
