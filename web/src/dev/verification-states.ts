// The bank, what it confirms, and the documents that an applicant adds.
import { getAccountValidation } from '#contract/account-validation.ts';
import { getLinkedBank } from '#contract/bank-link.ts';
import { bookCallBack, getBranchCall, getCallBack, requestCall } from '#contract/branches.ts';
import { getPartners } from '#contract/partners.ts';
import { emailResumeLink } from '#contract/resume.ts';
import { getUploads, removeUpload, type Uploads } from '#contract/uploads.ts';
import { getVerification } from '#contract/verification.ts';
import { exampleBank } from './examples.ts';
import { answeredBy, replies, reply, type ScreenLook, type StatesByScreen } from './screen-state.ts';

const none = { status: 'FINISHED', income: false, identity: false, residence: false };
const failed = { ...none, status: 'FAILED' };
const booked = { timeZone: 'America/Denver', at: '2026-03-05T17:30:00.000Z', times: [] };
const calls = [getBranchCall, { requested: true, callBy: '2026-03-05T00:30:00Z' }] as const;
const bank = {
  institution: { institutionId: 'ins_109508', name: exampleBank },
  mask: '4321',
  accounts: [
    { name: 'Everyday Checking', mask: '4321' },
    { name: 'Rainy Day Savings with a rather long name of its own', mask: '0987' },
  ],
  replace: { href: '/api/dev/replace' },
  remove: { href: '/api/dev/remove' },
  isNeeded: true,
};
const repair = { href: '/api/dev/repair' };
const lowIncome = { shownMonthly: 190_000, declaredMonthly: 433_300 };
const allDifferences = { income: lowIncome, identity: 'other-name', residence: 'other-street' };

type Document = Uploads['documents'][number];

const added = (key: string, type: Document['files'][number]['type'], bytes: number) => ({
  key,
  type,
  bytes,
  pages: [],
  href: `/api/dev/upload/${key}`,
});
const document = (
  kind: Document['kind'],
  isWanted: boolean,
  ...files: readonly ReturnType<typeof added>[]
): Document => ({
  kind,
  isWanted,
  isMissing: isWanted,
  addHref: `/api/dev/upload/${kind}`,
  files: [...files],
  received: [],
});
export const wanted = (kind: Document['kind']): Document => document(kind, true);
/** What was sent of a kind that is wanted. */
export const received = (kind: Document['kind'], files: number): Document => ({
  ...wanted(kind),
  isMissing: false,
  received: [{ at: '2026-03-02T16:15:00Z', files }],
});
const bill = document('bill', false);
const { addHref: _, ...full } = document('photo-id', true, added('front', 'image/png', 98_000));
const handInHref = '/api/dev/hand-in';
const uploads: Readonly<Record<string, Uploads>> = {
  'nothing added': { documents: [document('photo-id', false), wanted('pay-stub'), bill] },
  'files added': {
    documents: [
      document('photo-id', true, added('front', 'image/jpeg', 812_000), added('back', 'image/jpeg', 640_500)),
      document('pay-stub', true, added('stub', 'application/pdf', 2_450_000)),
      wanted('bill'),
    ],
    handInHref,
  },
  received: { documents: [received('photo-id', 2), received('pay-stub', 1), bill] },
  'as many as we take': { documents: [full, document('pay-stub', false), bill], handInHref },
};
const unverified: ScreenLook = { inState: 'NOT_VERIFIED' };
const unproven: ScreenLook = {
  inState: 'VEHICLE_UNPROVEN',
  journey: { isSigned: true, prequalifiedAmount: undefined },
};
const vehiclePapers = (status: 'VALID' | 'INVALID'): ScreenLook => ({
  ...unproven,
  journey: {
    ...unproven.journey,
    choices: {
      isLoanAutoSecured: true,
      depositAccount: {
        institutionName: exampleBank,
        accountType: 'checking',
        mask: '4321',
        validation: status,
      },
    },
  },
  replies: [
    [getUploads, { documents: [wanted('insurance'), wanted('title')] }],
    [getAccountValidation, { status }],
  ],
});

export const verificationStates: StatesByScreen = {
  'bank-link': { 'before a bank is linked': {} },
  'bank-link-later': {
    ...answeredBy(getBranchCall, {
      'at a branch': { requested: true, callBy: '2026-03-05T00:30:00Z' },
      'at a branch whose call is late': { requested: true },
      'the call not requested yet': { requested: false },
    }),
    'the call request fails': replies([getBranchCall, { requested: false }], [requestCall, 503]),
    'a link to finish later can be mailed': replies(calls, [
      emailResumeLink,
      { status: 'sent', email: 'alex@example.com' },
    ]),
    'a link cannot be mailed': replies(calls, [emailResumeLink, 503]),
  },
  'verification-loading': {
    'the bank is being read': { journey: { stages: ['bank'] } },
    'the income is being read, for long': { journey: { stages: ['bank', 'owner'] }, waited: 20 },
  },
  'verification-success': { verified: {} },
  'verification-error': {
    'no bank linked': {},
    ...answeredBy(getVerification, {
      'the bank did not answer': { ...failed, retryHref: '/api/dev/retry' },
      'the bank requires a login': { ...failed, bankProblem: 'login' },
    }),
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
    ...answeredBy(getLinkedBank, {
      'a bank whose problem is “login”': { ...bank, problem: 'login', repair },
      'a bank whose problem is “ending”': { ...bank, problem: 'ending', repair },
      'a bank whose problem is “ended”': { ...bank, problem: 'ended' },
      'still loading': 'never',
      'not loaded': 403,
    }),
  },
  'verification-documents': {
    ...Object.fromEntries(
      Object.entries(uploads).map(([name, response]) => [
        name,
        { ...unverified, ...replies([getUploads, response], [removeUpload, { documents: [] }]) },
      ]),
    ),
    "a vehicle's papers": vehiclePapers('VALID'),
    "a vehicle's papers, and an account that was refused": vehiclePapers('INVALID'),
    "a vehicle's papers, received": reply(getUploads, { documents: [received('insurance', 1)] }, unproven),
    ...answeredBy(
      getUploads,
      {
        'one of two received': { documents: [received('photo-id', 2), wanted('bill')] },
        'still loading': 'never',
        'not loaded': 404,
      },
      unverified,
    ),
  },
  'refer-to-partners': answeredBy(getPartners, {
    'two partners': {
      isAgreed: true,
      partners: [
        {
          name: 'Harborlight Rates',
          partnerLink: 'https://partner.example/',
          logo: '/lender/partners/harborlight.svg',
        },
        { name: 'Quarry Credit Guide', partnerLink: 'https://other.example/' },
      ],
    },
    'still loading': 'never',
  }),
};
