// Where an account that could not be confirmed is replaced: on the screen that chose it, or on another one after signing.
import type { ScreenName } from '#contract/screens.ts';

const screens = ['other-account', 'deposit', 'fast-path-deposit'] as const;

export const replacingScreen = (allowed: readonly ScreenName[]) =>
  screens.find((screen) => allowed.includes(screen));
