// Every screen of the product, described once. The browser's router, guard, titles and progress line read this table, and so do
// the server and the tests.
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
type Stage = (typeof stages)[number];

/**
 * `entry`: always allowed, and arriving clears the browser's session storage.
 * `public`: always allowed. `step`: allowed when the journey says so.
 */
type Access = 'entry' | 'public' | 'step';

/** The journey's links by name (`journey.ts` defines them). */
export type LinkName =
  | 'requestOtp'
  | 'verifyOtp'
  | 'job'
  | 'prequalification'
  | 'loanRequest'
  | 'branch'
  | 'user'
  | 'adverseAction'
  | 'partner'
  | 'updateLead'
  | 'fastPathOffer'
  | 'fastPathStatus'
  | 'linkToken'
  | 'exchange'
  | 'linkedBank'
  | 'accounts'
  | 'verification'
  | 'submitApproval'
  | 'approval'
  | 'directEntry'
  | 'documents'
  | 'signature'
  | 'autopay'
  | 'finishLater';

/** The current step on the progress line, counted from zero; 4 when every step is done. */
type ProgressStep = 0 | 1 | 2 | 3 | 4;

interface Screen {
  readonly path: string;
  readonly stage: Stage;
  readonly access: Access;
  /** The document's title, unless the screen shows several pages. */
  readonly title: string;
  /** Screens without a step show no progress line. */
  readonly step?: ProgressStep;
  /** The screen only waits for a result. A refused applicant is never sent back to it. */
  readonly waits?: true;
  /** Without these links the screen has nothing to show, and the applicant goes to the landing page. */
  readonly needs?: readonly LinkName[];
  /** What the screen reads first, besides the journey. The server sends these answers along with the page. */
  readonly reads?: readonly LinkName[];
}

const define = <const T extends Record<string, Screen>>(table: T) => table;

const table = define({
  landing: {
    path: '/get-a-loan',
    stage: 'prequalification',
    access: 'entry',
    title: 'Check your loan offers',
  },
  loading: {
    path: '/loading',
    stage: 'prequalification',
    access: 'step',
    title: 'Looking for your offers',
    waits: true,
    needs: ['job', 'prequalification'],
  },
  'phone-check': {
    path: '/verification',
    stage: 'phone-check',
    access: 'step',
    title: 'Confirm your phone',
    needs: ['requestOtp', 'verifyOtp'],
  },
  'email-verification': {
    path: '/email-verification/:uidb64/:token',
    stage: 'prequalification',
    access: 'entry',
    title: 'Confirm your email',
  },
  'capture-only': {
    path: '/capture-only',
    stage: 'prequalification',
    access: 'step',
    title: 'Instant response is temporarily unavailable',
    reads: ['branch'],
  },
  duplicate: {
    path: '/duplicate',
    stage: 'prequalification',
    access: 'step',
    title: 'We already have your information',
    reads: ['branch'],
  },
  'customer-login': {
    path: '/customer-login',
    stage: 'prequalification',
    access: 'step',
    title: 'Log in to your account',
    reads: ['branch'],
  },
  'too-young': {
    path: '/too-young',
    stage: 'prequalification',
    access: 'public',
    title: 'We cannot take your request',
  },
  'offline-error': {
    path: '/offline-error',
    stage: 'prequalification',
    access: 'public',
    title: 'System is offline',
    reads: ['branch'],
  },

  resume: { path: '/resume', stage: 'resume', access: 'entry', title: 'Opening your application' },
  'update-application-details': {
    path: '/update-application-details',
    stage: 'resume',
    access: 'step',
    title: 'Update your details',
    needs: ['updateLead'],
    reads: ['updateLead'],
  },
  expired: {
    path: '/expired',
    stage: 'resume',
    access: 'public',
    title: 'This offer has expired',
    reads: ['branch'],
  },

  offers: {
    path: '/loan-request/offers',
    stage: 'offers',
    access: 'step',
    title: 'Your loan offers',
    needs: ['loanRequest'],
    reads: ['loanRequest'],
  },
  amount: {
    path: '/loan-request/amount',
    stage: 'offers',
    access: 'step',
    title: 'Choose your amount',
    needs: ['loanRequest'],
    reads: ['loanRequest'],
  },
  terms: {
    path: '/loan-request/terms',
    stage: 'offers',
    access: 'step',
    title: 'Choose your payment terms',
    needs: ['loanRequest'],
    reads: ['loanRequest'],
  },

  'bank-link': {
    path: '/loan-request/success',
    stage: 'bank-link',
    access: 'step',
    title: 'Connect your bank',
    step: 1,
    needs: ['linkToken', 'exchange'],
    reads: ['branch'],
  },
  'bank-link-later': {
    path: '/loan-request/success-end',
    stage: 'bank-link',
    access: 'step',
    title: 'Your loan request is in',
    step: 1,
    reads: ['branch'],
  },

  'verification-loading': {
    path: '/verification-loading',
    stage: 'verification',
    access: 'step',
    title: 'Verifying your information',
    step: 1,
    waits: true,
    needs: ['verification'],
  },
  'verification-success': {
    path: '/borrower-verification/success',
    stage: 'verification',
    access: 'step',
    title: 'Your information is verified',
    step: 1,
  },
  'verification-manage': {
    path: '/borrower-verification/manage',
    stage: 'verification',
    access: 'step',
    title: 'Manage your bank account',
    step: 1,
    needs: ['linkedBank'],
    reads: ['linkedBank'],
  },
  'verification-error': {
    path: '/borrower-verification/error',
    stage: 'verification',
    access: 'step',
    title: 'We could not verify your information',
    reads: ['branch'],
  },
  'verification-chat': {
    path: '/borrower-verification/chat',
    stage: 'verification',
    access: 'step',
    title: 'Chat with us',
    needs: ['verification'],
    reads: ['verification', 'branch'],
  },
  'verification-needed': {
    path: '/verification-needed',
    stage: 'verification',
    access: 'step',
    title: 'We need to verify your information',
    reads: ['prequalification', 'branch'],
  },

  'approval-submit': {
    path: '/receive-funds/submit',
    stage: 'approval',
    access: 'step',
    title: 'Finish your request',
    step: 2,
    needs: ['submitApproval'],
  },
  'approval-loading': {
    path: '/receive-funds/loading',
    stage: 'approval',
    access: 'step',
    title: 'Reviewing your request',
    step: 2,
    waits: true,
    needs: ['job', 'approval'],
  },
  'approval-payment': {
    path: '/receive-funds/payment',
    stage: 'approval',
    access: 'step',
    title: 'Choose your final terms',
    step: 2,
    needs: ['approval'],
    reads: ['approval'],
  },
  'approval-declined': {
    path: '/receive-funds/declined',
    stage: 'approval',
    access: 'step',
    title: 'Your application',
    reads: ['adverseAction', 'branch'],
  },
  deposit: {
    path: '/receive-funds/deposit',
    stage: 'deposit',
    access: 'step',
    title: 'Choose a deposit account',
    step: 2,
    needs: ['directEntry'],
    reads: ['accounts'],
  },
  'confirm-email': {
    path: '/receive-funds/confirm-email',
    stage: 'documents',
    access: 'step',
    title: 'Confirm your email',
    step: 2,
    needs: ['documents'],
    reads: ['documents'],
  },
  'thank-you': {
    path: '/receive-funds/thank-you',
    stage: 'documents',
    access: 'step',
    title: 'Check your email',
    step: 2,
    needs: ['documents'],
    reads: ['documents'],
  },
  'docusign-resume': {
    path: '/receive-funds/docusign-resume',
    stage: 'documents',
    access: 'entry',
    title: 'Opening your loan documents',
  },
  'docusign-resume-expired': {
    path: '/receive-funds/docusign-resume-expired',
    stage: 'documents',
    access: 'public',
    title: 'This documents link has expired',
    reads: ['branch'],
  },
  'docusign-loading': {
    path: '/receive-funds/docusign-loading',
    stage: 'documents',
    access: 'step',
    title: 'Checking your signature',
    step: 2,
    waits: true,
    needs: ['signature'],
  },
  'docusign-success': {
    path: '/receive-funds/docusign-success',
    stage: 'documents',
    access: 'step',
    title: 'Your documents are signed',
    step: 2,
    reads: ['documents'],
  },
  'docusign-expired': {
    path: '/receive-funds/docusign-expired',
    stage: 'documents',
    access: 'step',
    title: 'Your signing session has timed out',
    step: 2,
    needs: ['signature'],
    reads: ['branch'],
  },
  'docusign-canceled': {
    path: '/receive-funds/docusign-canceled',
    stage: 'documents',
    access: 'step',
    title: 'Your documents are not signed',
    step: 2,
    needs: ['signature'],
    reads: ['branch'],
  },
  'docusign-incomplete': {
    path: '/receive-funds/docusign-incomplete',
    stage: 'documents',
    access: 'step',
    title: 'Your documents are not signed',
    step: 2,
    reads: ['branch'],
  },
  autopay: {
    path: '/receive-funds/auto-pay',
    stage: 'autopay',
    access: 'step',
    title: 'Set up autopay',
    step: 3,
    needs: ['autopay'],
    reads: ['autopay'],
  },
  success: {
    path: '/receive-funds/success',
    stage: 'autopay',
    access: 'step',
    title: 'You are all set',
    step: 4,
    reads: ['autopay', 'documents', 'branch'],
  },

  'fast-path-options': {
    path: '/fast-path/options',
    stage: 'fast-path',
    access: 'step',
    title: 'You are prequalified',
    step: 0,
    needs: ['fastPathOffer'],
    reads: ['fastPathOffer'],
  },
  'fast-path-loading': {
    path: '/fast-path/loading',
    stage: 'fast-path',
    access: 'step',
    title: 'Processing your application',
    step: 0,
    waits: true,
    needs: ['fastPathStatus'],
  },
  'fast-path-declined': {
    path: '/fast-path/declined',
    stage: 'fast-path',
    access: 'step',
    title: 'Your application',
    reads: ['adverseAction', 'branch'],
  },
  'fast-path-select-payment': {
    path: '/fast-path/select-payment',
    stage: 'fast-path',
    access: 'step',
    title: 'Your request has been approved',
    step: 2,
    needs: ['directEntry'],
    reads: ['fastPathStatus'],
  },
  'fast-path-deposit': {
    path: '/fast-path/deposit',
    stage: 'fast-path',
    access: 'step',
    title: 'Choose a deposit account',
    step: 2,
    needs: ['directEntry'],
    reads: ['accounts'],
  },
  'fast-path-confirm-email': {
    path: '/fast-path/confirm-email',
    stage: 'fast-path',
    access: 'step',
    title: 'Confirm your email',
    step: 2,
    needs: ['documents'],
    reads: ['documents'],
  },
  'fast-path-thank-you': {
    path: '/fast-path/thank-you',
    stage: 'fast-path',
    access: 'step',
    title: 'Check your email',
    step: 2,
    needs: ['documents'],
    reads: ['documents'],
  },

  declined: {
    path: '/declined',
    stage: 'notices',
    access: 'step',
    title: 'No offers at this time',
    reads: ['adverseAction', 'partner', 'branch'],
  },
  'out-of-trade-area': {
    path: '/out-of-trade-area',
    stage: 'notices',
    access: 'step',
    title: 'No branch in your area',
    reads: ['adverseAction', 'partner', 'branch'],
  },
  error: {
    path: '/error',
    stage: 'notices',
    access: 'public',
    title: 'We could not process your request',
    reads: ['branch'],
  },
  contact: {
    path: '/contact',
    stage: 'notices',
    access: 'public',
    title: 'Please contact us',
    reads: ['branch'],
  },
  'frequently-asked-questions': {
    path: '/frequently-asked-questions',
    stage: 'notices',
    access: 'public',
    title: 'Frequently asked questions',
    reads: ['branch'],
  },
  legal: { path: '/legal/:document', stage: 'notices', access: 'public', title: 'Legal information' },
  'refer-to-partners': {
    path: '/refer-to-partners',
    stage: 'partners',
    access: 'step',
    title: 'Other options for you',
    needs: ['partner'],
    reads: ['partner', 'branch'],
  },
});

export type ScreenName = keyof typeof table;
export const screens: Readonly<Record<ScreenName, Screen>> = table;
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
