import { getLinkedBank } from '#contract/bank-link.ts';
import { bookCallBack, getBranchCall, getCallBack, requestCall } from '#contract/branches.ts';
import { getPartners } from '#contract/partners.ts';
import { getVerification } from '#contract/verification.ts';
import { replies, reply, type StatesByScreen } from './screen-state.ts';

const harborlight = '/lender/partners/harborlight.svg';
const none = { status: 'FINISHED', income: false, identity: false, residence: false };
const failed = { ...none, status: 'FAILED' };
const booked = { timeZone: 'America/Denver', at: '2026-03-05T17:30:00.000Z', times: [] };
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

const lowIncome = { shownMonthly: 190_000, declaredMonthly: 433_300 };
const allDifferences = { income: lowIncome, identity: 'other-name', residence: 'other-street' };

export const bankLinkStates: StatesByScreen = {
  'bank-link': { 'before a bank is linked': {} },
  'bank-link-later': {
    'at a branch': reply(getBranchCall, { requested: true }),
    'the call not requested yet': reply(getBranchCall, { requested: false }),
    'the call request fails': replies([getBranchCall, { requested: false }], [requestCall, 503]),
  },
  'verification-loading': {
    'the bank is being read': { journey: { stages: ['bank'] } },
    'the income is being read, for long': { journey: { stages: ['bank', 'owner'] }, waited: 20 },
  },
  'verification-success': { verified: {} },
  'verification-error': {
    'no bank linked': {},
    'the bank did not answer': reply(getVerification, { ...failed, retryHref: '/api/dev/retry' }),
    'the bank requires a login': reply(getVerification, { ...failed, bankProblem: 'login' }),
  },
  'verification-chat': {
    'income not confirmed': reply(getVerification, {
      ...none,
      identity: true,
      residence: true,
      differences: { income: lowIncome },
    }),
    'nothing confirmed': replies(
      [getVerification, { ...none, differences: allDifferences }],
      [bookCallBack, booked],
    ),
    'a call booked': replies([getVerification, none], [getCallBack, booked]),
    'only some of it compared': reply(getVerification, { ...none, differences: {} }),
    'still loading': {},
    'not loaded': reply(getVerification, 404),
  },
  'verification-manage': {
    'a linked bank': reply(getLinkedBank, bank),
    'a bank after the approval': reply(
      getLinkedBank,
      { ...bank, replace: undefined, isNeeded: false },
      { inState: 'APPROVED' },
    ),
    ...Object.fromEntries(
      ['login', 'ending', 'ended'].map((problem) => [
        `a bank whose problem is “${problem}”`,
        reply(getLinkedBank, {
          ...bank,
          problem,
          ...(problem !== 'ended' && { repair: { href: '/api/dev/repair' } }),
        }),
      ]),
    ),
    'still loading': {},
    'not loaded': reply(getLinkedBank, 403),
  },
  'refer-to-partners': {
    'two partners': reply(getPartners, {
      isAgreed: true,
      partners: [
        { name: 'Harborlight Rates', partnerLink: 'https://partner.example/', logo: harborlight },
        { name: 'Quarry Credit Guide', partnerLink: 'https://other.example/' },
      ],
    }),
    'still loading': {},
  },
};
