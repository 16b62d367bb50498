// Bank link, verification, returns, partners.
import { getLinkedBank } from '#contract/bank-link.ts';
import { getBranchCall, getCallBack, requestCall } from '#contract/branches.ts';
import { getPartners } from '#contract/partners.ts';
import { getVerification } from '#contract/verification.ts';
import type { ScreenState } from './screen-state.ts';

const harborlight = '/lender/partners/harborlight.svg';
const none = { status: 'FINISHED', income: false, identity: false, residence: false };
const bank = {
  institution: { institutionId: 'ins_109508', name: 'First Platypus Bank' },
  mask: '4321',
  accounts: [
    { name: 'Everyday Checking', mask: '4321' },
    { name: 'Rainy Day Savings with a rather long name of its own', mask: '0987' },
  ],
  replace: { href: '/api/dev/replace' },
  remove: { href: '/api/dev/remove' },
  isNeeded: true,
};

export const bankLinkStates: readonly ScreenState[] = [
  { screen: 'bank-link', name: 'before a bank is linked' },
  { screen: 'bank-link-later', name: 'at a branch', replies: [[getBranchCall, { requested: true }]] },
  {
    screen: 'bank-link-later',
    name: 'the call not requested yet',
    replies: [[getBranchCall, { requested: false }]],
  },
  {
    screen: 'bank-link-later',
    name: 'the call request fails',
    replies: [
      [getBranchCall, { requested: false }],
      [requestCall, 503],
    ],
  },
  { screen: 'verification-loading', name: 'the bank is being read', journey: { stages: ['bank'] } },
  {
    screen: 'verification-loading',
    name: 'the income is being read, for long',
    journey: { stages: ['bank', 'owner'] },
    waited: 20,
  },
  { screen: 'verification-success', name: 'verified' },
  { screen: 'verification-error', name: 'no bank linked' },
  {
    screen: 'verification-error',
    name: 'the bank did not answer',
    replies: [[getVerification, { ...none, status: 'FAILED', retryHref: '/api/dev/retry' }]],
  },
  {
    screen: 'verification-error',
    name: 'the bank requires a login',
    replies: [[getVerification, { ...none, status: 'FAILED', bankProblem: 'login' }]],
  },
  {
    screen: 'verification-chat',
    name: 'income not confirmed',
    replies: [[getVerification, { ...none, identity: true, residence: true }]],
  },
  { screen: 'verification-chat', name: 'nothing confirmed', replies: [[getVerification, none]] },
  {
    screen: 'verification-chat',
    name: 'a call booked',
    replies: [
      [getVerification, none],
      [getCallBack, { timeZone: 'America/Denver', at: '2026-03-05T17:30:00.000Z', times: [] }],
    ],
  },
  { screen: 'verification-chat', name: 'still loading' },
  { screen: 'verification-chat', name: 'not loaded', replies: [[getVerification, 404]] },
  { screen: 'verification-manage', name: 'a linked bank', replies: [[getLinkedBank, bank]] },
  {
    screen: 'verification-manage',
    name: 'a bank after the approval',
    replies: [[getLinkedBank, { ...bank, replace: undefined, isNeeded: false }]],
  },
  ...(['login', 'ending', 'ended'] as const).map(
    (problem): ScreenState => ({
      screen: 'verification-manage',
      name: `a bank whose problem is “${problem}”`,
      replies: [
        [
          getLinkedBank,
          { ...bank, problem, ...(problem === 'ended' ? {} : { repair: { href: '/api/dev/repair' } }) },
        ],
      ],
    }),
  ),
  { screen: 'verification-manage', name: 'still loading' },
  { screen: 'verification-manage', name: 'not loaded', replies: [[getLinkedBank, 403]] },
  {
    screen: 'refer-to-partners',
    name: 'two partners',
    replies: [
      [
        getPartners,
        {
          isAgreed: true,
          partners: [
            { name: 'Harborlight Rates', partnerLink: 'https://partner.example/', logo: harborlight },
            { name: 'Quarry Credit Guide', partnerLink: 'https://other.example/' },
          ],
        },
      ],
    ],
  },
  { screen: 'refer-to-partners', name: 'still loading' },
];
