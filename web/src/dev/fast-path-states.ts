// The fast path.
import { getAccounts } from '#contract/deposit.ts';
import { getDocuments } from '#contract/documents.ts';
import { getCounteroffer, getFastPathOffer, getFastPathStatus } from '#contract/fast-path.ts';
import { getAdverseAction } from '#contract/notices.ts';
import { accounts, documents, notice, partners, unopened } from './funds-states.ts';
import type { ScreenState } from './screen-state.ts';

const fastPathOffer = {
  loanAmount: 500_000,
  monthlyPayment: 18_360,
  term: 48,
  apr: 31.22,
  totalOfPayments: 881_232,
  isAutoSecured: false,
  isOffline: false,
  submitApplication: { href: '/api/dev/accept' },
  otherOptions: { href: '/api/dev/others' },
};
const fastPathApproved = {
  status: 'FAST_PATH_APPROVED',
  approved: { amount: 500_000, months: 48, apr: 31.22, monthlyPayment: 18_360, isAutoSecured: false },
};

export const fastPathStates: readonly ScreenState[] = [
  { screen: 'fast-path-options', name: 'from our form', replies: [[getFastPathOffer, fastPathOffer]] },
  {
    screen: 'fast-path-options',
    name: 'from a partner',
    journey: partners,
    replies: [[getFastPathOffer, fastPathOffer]],
  },
  {
    screen: 'fast-path-options',
    name: 'offline for maintenance',
    replies: [
      [
        getFastPathOffer,
        {
          ...fastPathOffer,
          isOffline: true,
          outage: { kind: 'planned', backAt: '2026-01-16T11:30:00Z' },
        },
      ],
    ],
  },
  {
    screen: 'fast-path-options',
    name: 'offline without notice',
    replies: [[getFastPathOffer, { ...fastPathOffer, isOffline: true, outage: { kind: 'unplanned' } }]],
  },
  {
    screen: 'fast-path-loading',
    name: 'the credit report is being read',
    journey: { stages: ['agreement'] },
  },
  {
    screen: 'fast-path-loading',
    name: 'being decided, for long',
    journey: { stages: ['agreement', 'report'] },
    waited: 20,
  },
  {
    screen: 'fast-path-counteroffer',
    name: 'a smaller amount',
    replies: [
      [
        getCounteroffer,
        {
          loanAmount: 600_000,
          askedAmount: 1_200_000,
          monthlyPayment: 22_032,
          term: 48,
          apr: 31.22,
          totalOfPayments: 1_057_536,
          isAutoSecured: false,
          goodThrough: '2026-04-01T12:00:00Z',
        },
      ],
    ],
  },
  { screen: 'fast-path-declined', name: 'with a notice', replies: [[getAdverseAction, notice]] },
  { screen: 'fast-path-select-payment', name: 'approved', replies: [[getFastPathStatus, fastPathApproved]] },
  { screen: 'fast-path-deposit', name: 'linked accounts', replies: [[getAccounts, accounts]] },
  { screen: 'fast-path-deposit', name: 'no account', replies: [[getAccounts, []]] },
  { screen: 'fast-path-confirm-email', name: 'consent not opened', replies: [[getDocuments, unopened]] },
  { screen: 'fast-path-thank-you', name: 'mailed', replies: [[getDocuments, documents]] },
];
