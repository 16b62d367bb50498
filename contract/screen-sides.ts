// What stands beside the task of each screen. Apart from the screens' table, because the landing page needs none of it.
import type { ScreenName } from './screens.ts';

/**
 * `loan`: the loan as far as it is known, and what happens next. `guarantees`: what happens next, with an example, before there
 * is a loan. `branch`: whom to turn to, with a map, where the application ends or waits for a person. `contents`: the screen's
 * own list of contents. `own`: what the screen itself puts there. `none`: the page stands in the middle.
 */
type Side = 'loan' | 'guarantees' | 'branch' | 'contents' | 'own' | 'none';

export const screenSides = {
  landing: 'none',
  loading: 'guarantees',
  'phone-check': 'guarantees',
  'email-verification': 'none',
  'capture-only': 'branch',
  duplicate: 'branch',
  'customer-login': 'branch',
  'too-young': 'none',
  'offline-error': 'branch',
  resume: 'none',
  'update-application-details': 'guarantees',
  expired: 'branch',
  offers: 'loan',
  amount: 'loan',
  terms: 'loan',
  vehicle: 'guarantees',
  'bank-link': 'loan',
  'bank-link-later': 'branch',
  'verification-loading': 'loan',
  'verification-success': 'loan',
  'verification-manage': 'loan',
  'verification-error': 'branch',
  'verification-chat': 'branch',
  'verification-documents': 'branch',
  'verification-needed': 'branch',
  declined: 'branch',
  'out-of-trade-area': 'branch',
  error: 'branch',
  contact: 'branch',
  'frequently-asked-questions': 'contents',
  legal: 'contents',
  unsubscribe: 'none',
  withdrawn: 'branch',
  'paper-notices': 'none',
  status: 'own',
  'refer-to-partners': 'branch',
  'approval-submit': 'loan',
  'approval-loading': 'loan',
  'approval-payment': 'loan',
  'approval-declined': 'branch',
  deposit: 'loan',
  'confirm-account': 'loan',
  'other-account': 'loan',
  'confirm-email': 'loan',
  'thank-you': 'loan',
  'docusign-resume': 'none',
  'docusign-resume-expired': 'branch',
  'docusign-loading': 'loan',
  'docusign-success': 'loan',
  'docusign-expired': 'loan',
  'docusign-canceled': 'loan',
  'docusign-incomplete': 'branch',
  autopay: 'loan',
  success: 'branch',
  'fast-path-options': 'loan',
  'fast-path-loading': 'loan',
  'fast-path-counteroffer': 'loan',
  'fast-path-declined': 'branch',
  'fast-path-select-payment': 'loan',
  'fast-path-deposit': 'loan',
  'fast-path-confirm-email': 'loan',
  'fast-path-thank-you': 'loan',
} as const satisfies Record<ScreenName, Side>;

/** The screens with something to do or to wait for. */
export type TaskScreen = {
  readonly [S in ScreenName]: (typeof screenSides)[S] extends 'loan' | 'guarantees' ? S : never;
}[ScreenName];
