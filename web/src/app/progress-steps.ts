// Where on the four-step line a screen stands. The offers have a line of their own; pages beside the way have none.
import { type ScreenName, type Stage, screens } from '#contract/screens.ts';

const ofStage: { readonly [stage in Stage]?: number } = {
  'bank-link': 1,
  verification: 1,
  approval: 2,
  deposit: 2,
  documents: 2,
  autopay: 3,
};

const ofScreen: { readonly [screen in ScreenName]?: number | 'none' } = {
  'fast-path-options': 0,
  'fast-path-loading': 0,
  'fast-path-select-payment': 2,
  'fast-path-deposit': 2,
  'fast-path-confirm-email': 2,
  'fast-path-thank-you': 2,
  'verification-needed': 'none',
  'verification-error': 'none',
  'verification-chat': 'none',
  'approval-declined': 'none',
  'docusign-resume': 'none',
  'docusign-resume-expired': 'none',
  // Every station is behind.
  success: 4,
};

export function stationOf(screen: ScreenName): number | undefined {
  const station = ofScreen[screen] ?? ofStage[screens[screen].stage];
  return station === 'none' ? undefined : station;
}
