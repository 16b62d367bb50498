import { describe, expect, it } from 'vitest';
import { loadLender } from '#lender/load.ts';
import { C1_REASONS } from '#lender/schema/adverse-action.ts';
import { denialWording, nextStepOf, other, plainReasons } from './next-steps.ts';

const lender = loadLender();
const stepAfter = (...reasons: Parameters<typeof nextStepOf>[1]['reasons']) =>
  nextStepOf(lender, { reasons });

describe('what helps most after a denial', () => {
  it('follows the weightiest reason', () => {
    expect(stepAfter('excessive-obligations', 'bankruptcy')).toBe('lower-payments');
    expect(stepAfter('bankruptcy', 'excessive-obligations')).toBe('after-bankruptcy');
    expect(stepAfter({ bureauText: 'Too few accounts' }, 'no-credit-file')).toBe('build-score');
    expect(stepAfter(other('identityNotVerified'))).toBe('prove-identity');
  });

  it('is to lift the freeze of a frozen file, whatever else is given', () => {
    const report = { isFrozen: true };
    expect(nextStepOf(lender, { reasons: ['no-credit-file'], report })).toBe('lift-freeze');
  });

  it('is that of the reason which the lender likens its own to, or the branch', () => {
    expect(stepAfter('finance-company-loan')).toBe('lower-payments');
    expect(nextStepOf({ likeReasons: {} }, { reasons: ['finance-company-loan'] })).toBe('ask-branch');
  });

  it('exists for every reason of the form, with the wording of the notice', () => {
    for (const reason of C1_REASONS) expect(stepAfter(reason), reason).toBeTruthy();
    expect(denialWording(lender, ['no-credit-file', other('recentLoan')])).toEqual([
      lender.policy.adverseAction.reasons['no-credit-file'],
      lender.policy.adverseAction.recentLoan,
    ]);
  });

  it('comes with each reason in plain words, where the notice has those of a form', () => {
    expect(
      plainReasons(lender, ['delinquent-with-others', 'file-frozen', other('outsideTradeArea')]),
    ).toEqual([
      'You have accounts that are past due or were paid late.',
      `${lender.policy.adverseAction.ownReasons['file-frozen']}.`,
      'You live outside the area that our branches serve.',
    ]);
    for (const reason of C1_REASONS)
      expect(plainReasons(lender, [reason])[0], reason).toMatch(/^(You|Your|We|The) .*\.$/);
  });
});
