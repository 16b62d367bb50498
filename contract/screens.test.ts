import { expect, it } from 'vitest';
import { type ScreenName, screenNames, screens } from './screens.ts';

it('only steps wait or need links', () => {
  const conditional = screenNames.filter((name) => screens[name].waits || screens[name].needs);
  expect(conditional.filter((name) => screens[name].access !== 'step')).toEqual([]);
});

it('an entry screen reads nothing first, since arriving there clears the session', () => {
  const entries = screenNames.filter((name) => screens[name].access === 'entry');
  expect(entries.filter((name) => screens[name].reads)).toEqual([]);
});

it('progress never skips a step, along the standard path and the fast path', () => {
  for (const path of [
    'phone-check offers bank-link verification-loading approval-submit approval-payment deposit autopay',
    'phone-check fast-path-options fast-path-loading fast-path-select-payment fast-path-thank-you autopay',
    'fast-path-loading fast-path-counteroffer fast-path-select-payment',
  ]) {
    const steps = path.split(' ').map((name) => screens[name as ScreenName].step ?? 0);
    for (const [at, step] of steps.slice(1).entries()) expect([0, 1]).toContain(step - (steps[at] ?? 0));
  }
});
