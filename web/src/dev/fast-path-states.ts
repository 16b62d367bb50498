import { getAccounts } from '#contract/deposit.ts';
import { getDocuments } from '#contract/documents.ts';
import { getCounteroffer, getFastPathOffer, getFastPathStatus } from '#contract/fast-path.ts';
import { getAdverseAction } from '#contract/notices.ts';
import { accounts, documents, notice, partners, unopened } from './funds-states.ts';
import { planned, reply, type StatesByScreen, unplanned } from './screen-state.ts';

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

export const fastPathStates: StatesByScreen = {
  'fast-path-options': {
    'from our form': reply(getFastPathOffer, fastPathOffer),
    'from a partner': reply(getFastPathOffer, fastPathOffer, { journey: partners }),
    'offline for maintenance': reply(getFastPathOffer, { ...fastPathOffer, isOffline: true, ...planned }),
    'offline without notice': reply(getFastPathOffer, { ...fastPathOffer, isOffline: true, ...unplanned }),
  },
  'fast-path-loading': {
    'the credit report is being read': { journey: { stages: ['agreement'] } },
    'being decided, for long': { journey: { stages: ['agreement', 'report'] }, waited: 20 },
  },
  'fast-path-counteroffer': {
    'a smaller amount': reply(getCounteroffer, {
      requested: {
        loanAmount: 1_200_000,
        monthlyPayment: 42_714,
        term: 48,
        apr: 30.22,
        totalOfPayments: 2_050_272,
      },
      offers: [
        { loanAmount: 300_000, monthlyPayment: 11_016, term: 48, apr: 31.22, totalOfPayments: 528_768 },
        { loanAmount: 600_000, monthlyPayment: 22_032, term: 48, apr: 31.22, totalOfPayments: 1_057_536 },
      ],
      reason: 'Your credit history is still short.',
      isAutoSecured: false,
      goodThrough: '2026-04-01T12:00:00Z',
    }),
  },
  'fast-path-declined': { 'with a notice': reply(getAdverseAction, notice) },
  'fast-path-select-payment': { approved: reply(getFastPathStatus, fastPathApproved) },
  'fast-path-deposit': {
    'linked accounts': reply(getAccounts, accounts),
    'no account': reply(getAccounts, []),
  },
  'fast-path-confirm-email': { 'consent not opened': reply(getDocuments, unopened) },
  'fast-path-thank-you': { mailed: reply(getDocuments, documents) },
};
