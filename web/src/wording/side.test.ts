import { expect, it } from 'vitest';
import { afterPapers } from '#contract/funding-estimate-text.ts';
import { screenNames } from '#contract/screens.ts';
import { nextStepsOf } from './side.ts';

const signed = screenNames.filter((name) => name !== 'success');

it('an applicant who has signed does not see signing as a next step', () => {
  for (const screen of ['docusign-loading', 'confirm-account', 'other-account', 'autopay'] as const) {
    const steps = nextStepsOf(screen, signed);
    expect(steps.length).toBeGreaterThan(0);
    expect(steps.join(' ')).not.toMatch(/you sign/i);
  }
});

it('before the account is confirmed, the money arrives after that too', () => {
  for (const screen of ['confirm-email', 'fast-path-confirm-email', 'docusign-canceled'] as const)
    expect(nextStepsOf(screen, [screen], undefined, false).join(' ')).toMatch(
      /after you sign and your account is confirmed/,
    );
});

it('the day that the money is promised for replaces the usual span', () => {
  const promise = "you'll have $5,000 in your account by Tuesday, November 24";
  const steps = nextStepsOf('confirm-email', ['confirm-email'], promise);
  expect(steps.at(-1)).toBe("You'll have $5,000 in your account by Tuesday, November 24.");
  expect(steps.join(' ')).not.toContain('business days');
});

it('a secured loan has no day and no span, because its insurance must be seen first', () => {
  for (const screen of ['confirm-email', 'confirm-account'] as const) {
    const steps = nextStepsOf(screen, [screen], afterPapers).join(' ');
    expect(steps).toContain("once your branch has seen your vehicle's papers");
    expect(steps).not.toContain('business days');
  }
});
