// Every screen of the product: its one name, its path, its stage, and who may be there.
export const stages = [
  'prequalification',
  'phone-check',
  'offers',
  'bank-link',
  'verification',
  'approval',
  'deposit',
  'documents',
  'autopay',
  'fast-path',
  'resume',
  'notices',
  'partners',
  'branches',
] as const;
export type Stage = (typeof stages)[number];

/**
 * `entry`: always allowed, and arriving clears the browser's session storage.
 * `public`: always allowed. `step`: allowed when the journey says so.
 */
export type Access = 'entry' | 'public' | 'step';

interface ScreenDeclaration {
  readonly path: string;
  readonly stage: Stage;
  readonly access: Access;
}

const declare = <const T extends Record<string, ScreenDeclaration>>(table: T) => table;

export const screens = declare({
  landing: { path: '/get-a-loan', stage: 'prequalification', access: 'entry' },
  loading: { path: '/loading', stage: 'prequalification', access: 'step' },
  'phone-check': { path: '/verification', stage: 'phone-check', access: 'step' },
  'email-verification': {
    path: '/email-verification/:uidb64/:token',
    stage: 'prequalification',
    access: 'entry',
  },
  'capture-only': { path: '/capture-only', stage: 'prequalification', access: 'step' },
  duplicate: { path: '/duplicate', stage: 'prequalification', access: 'step' },
  'customer-login': { path: '/customer-login', stage: 'prequalification', access: 'step' },
  'too-young': { path: '/too-young', stage: 'prequalification', access: 'public' },
  'offline-error': { path: '/offline-error', stage: 'prequalification', access: 'public' },

  resume: { path: '/resume', stage: 'resume', access: 'entry' },
  'update-application-details': { path: '/update-application-details', stage: 'resume', access: 'step' },
  expired: { path: '/expired', stage: 'resume', access: 'public' },

  offers: { path: '/loan-request/offers', stage: 'offers', access: 'step' },
  amount: { path: '/loan-request/amount', stage: 'offers', access: 'step' },
  terms: { path: '/loan-request/terms', stage: 'offers', access: 'step' },

  'bank-link': { path: '/loan-request/success', stage: 'bank-link', access: 'step' },
  'bank-link-later': { path: '/loan-request/success-end', stage: 'bank-link', access: 'step' },

  'verification-loading': { path: '/verification-loading', stage: 'verification', access: 'step' },
  'verification-success': { path: '/borrower-verification/success', stage: 'verification', access: 'step' },
  'verification-manage': { path: '/borrower-verification/manage', stage: 'verification', access: 'step' },
  'verification-error': { path: '/borrower-verification/error', stage: 'verification', access: 'step' },
  'verification-chat': { path: '/borrower-verification/chat', stage: 'verification', access: 'step' },
  'verification-needed': { path: '/verification-needed', stage: 'verification', access: 'step' },

  'approval-submit': { path: '/receive-funds/submit', stage: 'approval', access: 'step' },
  'approval-loading': { path: '/receive-funds/loading', stage: 'approval', access: 'step' },
  'approval-payment': { path: '/receive-funds/payment', stage: 'approval', access: 'step' },
  'approval-declined': { path: '/receive-funds/declined', stage: 'approval', access: 'step' },
  deposit: { path: '/receive-funds/deposit', stage: 'deposit', access: 'step' },
  'confirm-email': { path: '/receive-funds/confirm-email', stage: 'documents', access: 'step' },
  'thank-you': { path: '/receive-funds/thank-you', stage: 'documents', access: 'step' },
  'docusign-resume': { path: '/receive-funds/docusign-resume', stage: 'documents', access: 'entry' },
  'docusign-resume-expired': {
    path: '/receive-funds/docusign-resume-expired',
    stage: 'documents',
    access: 'public',
  },
  'docusign-loading': { path: '/receive-funds/docusign-loading', stage: 'documents', access: 'step' },
  'docusign-success': { path: '/receive-funds/docusign-success', stage: 'documents', access: 'step' },
  'docusign-expired': { path: '/receive-funds/docusign-expired', stage: 'documents', access: 'step' },
  'docusign-canceled': { path: '/receive-funds/docusign-canceled', stage: 'documents', access: 'step' },
  'docusign-incomplete': { path: '/receive-funds/docusign-incomplete', stage: 'documents', access: 'step' },
  autopay: { path: '/receive-funds/auto-pay', stage: 'autopay', access: 'step' },
  success: { path: '/receive-funds/success', stage: 'autopay', access: 'step' },

  'fast-path-options': { path: '/fast-path/options', stage: 'fast-path', access: 'step' },
  'fast-path-loading': { path: '/fast-path/loading', stage: 'fast-path', access: 'step' },
  'fast-path-declined': { path: '/fast-path/declined', stage: 'fast-path', access: 'step' },
  'fast-path-select-payment': { path: '/fast-path/select-payment', stage: 'fast-path', access: 'step' },
  'fast-path-deposit': { path: '/fast-path/deposit', stage: 'fast-path', access: 'step' },
  'fast-path-confirm-email': { path: '/fast-path/confirm-email', stage: 'fast-path', access: 'step' },
  'fast-path-thank-you': { path: '/fast-path/thank-you', stage: 'fast-path', access: 'step' },

  declined: { path: '/declined', stage: 'notices', access: 'step' },
  'out-of-trade-area': { path: '/out-of-trade-area', stage: 'notices', access: 'step' },
  error: { path: '/error', stage: 'notices', access: 'public' },
  contact: { path: '/contact', stage: 'notices', access: 'public' },
  'frequently-asked-questions': { path: '/frequently-asked-questions', stage: 'notices', access: 'public' },
  legal: { path: '/legal/:document', stage: 'notices', access: 'public' },
  'refer-to-partners': { path: '/refer-to-partners', stage: 'partners', access: 'step' },
});

export type ScreenName = keyof typeof screens;
export const screenNames = Object.keys(screens) as ScreenName[];

/** Group addresses lead to the group's default screen; an unknown loan-request address leads to offers. */
export const groupDefaults = {
  '/fast-path': 'fast-path-options',
  '/loan-request': 'offers',
  '/borrower-verification': 'bank-link',
  '/receive-funds': 'approval-submit',
} as const satisfies Record<string, ScreenName>;

/** The path of a screen that takes no parameters. */
export function pathOf(name: ScreenName): string {
  return screens[name].path;
}

/** The screen a path names, parameters allowed for; undefined where no screen answers. */
export function screenAt(pathname: string): ScreenName | undefined {
  const parts = pathname.replace(/\/+$/, '').split('/');
  return screenNames.find((name) => {
    const shape = screens[name].path.split('/');
    return (
      shape.length === parts.length && shape.every((part, i) => part.startsWith(':') || part === parts[i])
    );
  });
}

export const publicScreens = screenNames.filter((name) => screens[name].access !== 'step');
