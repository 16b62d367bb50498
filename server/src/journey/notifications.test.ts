// What each state requires in writing, and how its applicant is notified, agree with the rest of the journey.
import { describe, expect, it } from 'vitest';
import { destinationOf, eventsOf, permissionsOf, stateNames, stateOf, transitionOf } from './chart.ts';
import { canHappen, isAllowed } from './guard.ts';

const at = (state: (typeof stateNames)[number]) => ({ state, path: 'standard' }) as const;
const requiring = (...kinds: string[]) =>
  stateNames.filter((name) => kinds.includes(stateOf(name).requiredNotice.notice));

describe('a required notice', () => {
  it('of a final refusal is due at once, and shown', () => {
    for (const name of requiring('denial')) {
      expect(stateOf(name).phase, name).toBe('ended');
      expect(isAllowed(at(name), 'adverseAction'), name).toBe(true);
    }
    for (const name of stateNames) {
      const { status, approval } = stateOf(name);
      const isRefused = status === 'DECLINED' || approval === 'declined' || approval === 'rejected';
      if (isRefused) expect(stateOf(name).requiredNotice.notice, name).toBe('denial');
    }
  });

  it('after a manual review is a denial that ends what waits, or is shown where the application has ended', () => {
    for (const name of requiring('manual-review')) {
      // A signed loan is denied by a reviewer alone, who withdraws its approval.
      if (stateOf(name).signing === 'completed') {
        expect(canHappen(at(name), 'approvalWithdrawn'), name).toBe(true);
        continue;
      }
      // Not known yet whether an approval or a signed loan is behind it.
      if (name === 'RESTORED') {
        expect(canHappen(at(name), 'restoredLeftToBranch')).toBe(true);
        continue;
      }
      expect(isAllowed(at(name), 'adverseAction') || canHappen(at(name), 'denied'), name).toBe(true);
      if (stateOf(name).phase !== 'ended') expect(canHappen(at(name), 'denied'), name).toBe(true);
    }
  });

  it('after a manual review is left to the branch that decided, as long as the application is open', () => {
    for (const name of requiring('manual-review')) {
      const { phase, requiredNotice: required } = stateOf(name);
      const isDecidedByTime = required.notice === 'manual-review' && required.otherwise !== undefined;
      expect(canHappen(at(name), 'branchDecided'), name).toBe(phase !== 'ended' && isDecidedByTime);
    }
  });

  it('is the approval wherever there is one to sign', () => {
    for (const name of stateNames) {
      const { approval, phase, requiredNotice, heldFor } = stateOf(name);
      if (approval === 'approved' && phase !== 'ended' && heldFor === 'nothing')
        expect(['approval', 'counteroffer'], name).toContain(requiredNotice.notice);
    }
  });

  it('is none only for a reason', () => {
    for (const name of stateNames) {
      const { requiredNotice } = stateOf(name);
      if (requiredNotice.notice === 'none') expect(requiredNotice.because, name).toMatch(/\.$/);
    }
  });
});

describe('an applicant', () => {
  it.each(stateNames)('in %s gets one email about it, with the notice where one is due at once', (name) => {
    const { requiredNotice, notifiedBy } = stateOf(name);
    const isDue = ['denial', 'approval', 'counteroffer'].includes(requiredNotice.notice);
    if (requiredNotice.notice === 'denial') expect(notifiedBy.by).toBe('notice');
    if (notifiedBy.by === 'notice') expect(isDue).toBe(true);
  });

  it.each(stateNames)('in %s is notified of whatever a running job leads to', (name) => {
    if (stateOf(name).notifiedBy.by !== 'outcome') return;
    expect(stateOf(name).phase).toBe('waiting');
    for (const path of ['standard', 'fast-path'] as const) {
      for (const event of eventsOf({ state: name, path })) {
        const transition = transitionOf({ state: name, path }, event);
        const to = transition && destinationOf(transition, path);
        if (to !== undefined) expect(stateOf(to).notifiedBy.by, `${event} to ${to}`).not.toBe('no-one');
      }
    }
  });

  it.each(stateNames)('in %s who needs the branch or a reviewer is notified', (name) => {
    const { defaultScreen, phase } = permissionsOf(at(name));
    const needsPerson = ['contact', 'verification-chat', 'verification-error'].includes(defaultScreen);
    if (phase !== 'ended' && needsPerson)
      expect(['notice', 'email', 'stage']).toContain(stateOf(name).notifiedBy.by);
  });
});
