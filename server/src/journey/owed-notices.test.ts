// What each state owes in writing agrees with what the rest of the journey says about it.
import { expect, it } from 'vitest';
import { canHappen, isAllowed } from './policy.ts';
import { isHeldForReview, stateNames, stateOf } from './states.ts';

const owing = (...kinds: string[]) => stateNames.filter((name) => kinds.includes(stateOf(name).owes.notice));

it('a refusal that is final owes its notice at once, and shows it', () => {
  for (const name of owing('denial')) {
    expect(stateOf(name).course, name).toBe('ended');
    expect(isAllowed(name, 'adverseAction'), name).toBe(true);
  }
  for (const name of stateNames) {
    const { status, approval } = stateOf(name);
    const isRefused = status === 'DECLINED' || approval === 'declined' || approval === 'rejected';
    if (isRefused) expect(stateOf(name).owes.notice, name).toBe('denial');
  }
});

it('where a person decides, a denial ends what waits, and is shown where the application has ended', () => {
  for (const name of owing('person-decides')) {
    // A signed loan is denied by a person alone, who withdraws its approval.
    if (stateOf(name).signing === 'completed') {
      expect(canHappen(name, 'approvalWithdrawn'), name).toBe(true);
      continue;
    }
    // Nobody knows yet whether an approval or a signed loan is behind it.
    if (name === 'RESTORED') {
      expect(canHappen(name, 'restoredLeftToBranch')).toBe(true);
      continue;
    }
    const isEnded = stateOf(name).course === 'ended';
    expect(isAllowed(name, 'adverseAction') || canHappen(name, 'denied'), name).toBe(true);
    if (!isEnded) expect(canHappen(name, 'denied'), name).toBe(true);
  }
});

it('an approval is owed wherever there is one to sign', () => {
  for (const name of stateNames) {
    if (stateOf(name).approval === 'approved' && stateOf(name).course !== 'ended' && !isHeldForReview(name))
      expect(['approval', 'counteroffer'], name).toContain(stateOf(name).owes.notice);
  }
});

it('nothing is owed only where a reason says why', () => {
  for (const name of stateNames) {
    const owed = stateOf(name).owes;
    if (owed.notice === 'nothing') expect(owed.because, name).toMatch(/\.$/);
  }
});
