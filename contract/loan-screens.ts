// The screens from the hard pull to the funded loan, on either path to approval.
import { bankState, type DeclaredByStage } from './screen-declaration.ts';

// The two paths to approval share these.
const declined = { side: 'branch', title: 'Your application', reads: ['adverseAction'] } as const;
const deposit = {
  title: 'Choose a deposit account',
  step: 2,
  needs: ['directEntry'],
  reads: ['accounts'],
} as const;
const confirmEmail = { title: 'Confirm your email', step: 2, shows: ['documents'] } as const;
const thankYou = { title: 'Check your email', step: 2, shows: ['documents'] } as const;

export const loanScreens = {
  approval: {
    'approval-submit': {
      path: '/receive-funds/submit',
      title: 'Finish your application',
      step: 2,
      needs: ['submitApproval'],
    },
    'approval-loading': {
      path: '/receive-funds/loading',
      title: 'Reviewing your application',
      step: 2,
      waits: true,
      needs: ['job', 'approval'],
    },
    'approval-payment': {
      path: '/receive-funds/payment',
      side: 'next',
      title: 'Choose your final terms',
      step: 2,
      shows: ['approval'],
    },
    'approval-declined': { path: '/receive-funds/declined', ...declined },
  },
  deposit: {
    deposit: { path: '/receive-funds/deposit', ...deposit },
    'confirm-account': {
      path: '/receive-funds/confirm-account',
      title: 'Confirm your account',
      step: 2,
      shows: ['accountValidation'],
    },
    'other-account': {
      path: '/receive-funds/other-account',
      title: 'Choose another account',
      step: 2,
      needs: ['accountValidation'],
      reads: ['accounts'],
    },
  },
  documents: {
    'confirm-email': { path: '/receive-funds/confirm-email', ...confirmEmail },
    'thank-you': { path: '/receive-funds/thank-you', ...thankYou },
    'docusign-resume': {
      path: '/receive-funds/docusign-resume',
      side: 'none',
      access: 'entry',
      byLink: true,
      title: 'Opening your loan documents',
    },
    'docusign-resume-expired': {
      path: '/receive-funds/docusign-resume-expired',
      side: 'branch',
      access: 'public',
      title: 'This documents link has expired',
    },
    'docusign-loading': {
      path: '/receive-funds/docusign-loading',
      title: 'Checking your signature',
      step: 2,
      waits: true,
      returnedWith: 'event',
      needs: ['signature'],
    },
    'docusign-success': {
      path: '/receive-funds/docusign-success',
      title: 'Your documents are signed',
      step: 2,
      reads: ['documents', 'autopay'],
    },
    'docusign-expired': {
      path: '/receive-funds/docusign-expired',
      title: 'Your signing session has timed out',
      step: 2,
      needs: ['signature'],
      reads: ['branch'],
    },
    'docusign-canceled': {
      path: '/receive-funds/docusign-canceled',
      title: "Your documents aren't signed",
      step: 2,
      needs: ['signature'],
      reads: ['branch'],
    },
    'docusign-incomplete': {
      path: '/receive-funds/docusign-incomplete',
      side: 'branch',
      title: "Your documents aren't signed",
      step: 2,
    },
  },
  autopay: {
    autopay: { path: '/receive-funds/auto-pay', title: 'Set up autopay', step: 3, shows: ['autopay'] },
    success: {
      path: '/receive-funds/success',
      side: 'branch',
      title: "You're all set",
      step: 4,
      reads: ['autopay', 'documents'],
    },
  },
  'fast-path': {
    'fast-path-options': {
      path: '/fast-path/options',
      side: 'next',
      title: "You're prequalified",
      step: 0,
      shows: ['fastPathOffer'],
    },
    'fast-path-loading': {
      path: '/fast-path/loading',
      title: 'Processing your application',
      step: 1,
      waits: true,
      needs: ['fastPathStatus'],
    },
    'fast-path-counteroffer': {
      path: '/fast-path/counteroffer',
      side: 'next',
      title: 'Another offer for you',
      step: 2,
      shows: ['counteroffer'],
    },
    'fast-path-declined': { path: '/fast-path/declined', ...declined },
    'fast-path-select-payment': {
      path: '/fast-path/select-payment',
      side: 'next',
      title: 'Your request has been approved',
      step: 2,
      returnedWith: bankState,
      needs: ['directEntry'],
      reads: ['fastPathStatus'],
    },
    'fast-path-deposit': { path: '/fast-path/deposit', ...deposit },
    'fast-path-confirm-email': { path: '/fast-path/confirm-email', ...confirmEmail },
    'fast-path-thank-you': { path: '/fast-path/thank-you', ...thankYou },
  },
} as const satisfies DeclaredByStage;
