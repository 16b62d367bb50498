import { expect, it } from 'vitest';
import { screenNames } from '#contract/screens.ts';
import { nextStepsOf } from './side.ts';

const signed = screenNames.filter((name) => name !== 'success');

it('whoever has signed is not told that they still sign', () => {
  for (const screen of ['docusign-loading', 'confirm-account', 'other-account', 'autopay'] as const) {
    const steps = nextStepsOf(screen, signed);
    expect(steps.length).toBeGreaterThan(0);
    expect(steps.join(' ')).not.toMatch(/you sign/i);
  }
});

it('who confirms the account before they sign is told of both', () => {
  expect(nextStepsOf('confirm-account', ['confirm-email', 'confirm-account']).join(' ')).toMatch(
    /after you sign and your account is confirmed/,
  );
});

it('nothing is left to happen once autopay is decided', () => {
  expect(nextStepsOf('autopay', screenNames)).toEqual([]);
});
