// Approval, deposit, documents, autopay.
import { getAccountValidation } from '#contract/account-validation.ts';
import { getApproval } from '#contract/approval.ts';
import { getAutopay } from '#contract/autopay.ts';
import { getAccounts } from '#contract/deposit.ts';
import { getDocuments, renewDocumentsLink, resumeSignature, updateSignature } from '#contract/documents.ts';
import { getJob } from '#contract/jobs.ts';
import { getAdverseAction } from '#contract/notices.ts';
import { exampleTerm } from './example-term.ts';
import type { ScreenState } from './screen-state.ts';

const offersOf = (amount: number) =>
  Array.from({ length: 13 }, (_, at) => exampleTerm(amount, 24 + 3 * at, false, 31.22));
const offers = offersOf(500_000);
const withFees = offers
  .slice(6, 9)
  .map((offer) => ({ ...offer, fees: { origination: 10_000, filing: 2500 } }));
const approved = {
  status: 'APPROVED',
  amount: 500_000,
  offers,
  acceptedOffer: offers[8],
  selectOffer: { href: '/api/dev/selectOffer' },
};
export const notice = {
  date: '2026-03-02',
  reasons: ['Delinquent past or present credit obligations with others'],
  nextStep: 'catch-up',
  bureau: { name: 'Experian', phone: '1-888-397-3742', site: 'https://bureau.example/' },
  adverseActionAttachment: '/api/dev/notice.pdf',
  adverseActionPage: '/api/dev/notice',
};

// A bank's logo: a green square.
const logo =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAE0lEQVR4nGPg97HCihgGlQQAeZgtQSWN0LQAAAAASUVORK5CYII=';
const account = (accountId: string, name: string, mask: string, rest: object = {}) => ({
  accountId,
  name,
  mask,
  institution: { name: 'First Platypus Bank', logo },
  accountType: 'depository',
  accountSubtype: 'checking',
  currentBalance: 123_456,
  selectedDeposit: false,
  ...rest,
});
export const accounts = [
  account('a1', 'Everyday Checking', '4321', { selectedDeposit: true }),
  account('a2', 'Rainy Day Savings with a rather long name of its own', '0987', {
    accountSubtype: 'savings',
    currentBalance: 1_050_000,
  }),
  account('a3', 'Old Checking', '1111', { institution: { name: 'Tartan Bank' }, currentBalance: undefined }),
];
const typed = account('deposit', 'Checking account', '6789', {
  institution: { name: 'Cactus Credit Union' },
  currentBalance: undefined,
  selectedDeposit: true,
});

export const partners = {
  source: 'affiliate' as const,
  organization: { name: 'Harborlight Rates', logo: '/lender/partners/harborlight.svg' },
};
const files = ['Promissory note', 'Truth in Lending disclosure', 'Itemization', 'Privacy notice'].map(
  (title, index) => ({ title, pdf: `/api/dev/document-${index}.pdf`, page: `/api/dev/document-${index}` }),
);
export const documents = {
  email: 'alex.rivera@example.com',
  expiration: '2026-04-01T17:00:00.000Z',
  mailing: 'mailed',
  esign: { pdf: '/api/dev/esign.pdf', isOpened: true },
};
export const unopened = { ...documents, esign: { ...documents.esign, isOpened: false } };

const withSpouse = {
  status: 'married',
  spouse: {
    name: 'Jordan Rivera',
    address: { streetAddress: '12 Pinckney St', city: 'Madison', state: 'WI', zipCode: '53703' },
  },
};

const plan = {
  status: 'NOT_DECIDED',
  accounts: accounts.slice(0, 2),
  paymentAmount: 18_360,
  days: [
    { daysBeforeDue: 0, firstDebit: '2026-04-06', lastDebit: '2030-03-06' },
    { daysBeforeDue: 1, firstDebit: '2026-04-06', lastDebit: '2030-03-05' },
    { daysBeforeDue: 2, firstDebit: '2026-04-06', lastDebit: '2030-03-04' },
    { daysBeforeDue: 3, firstDebit: '2026-04-03', lastDebit: '2030-03-04' },
  ],
  ifSetUp: { firstPaid: '2026-04-06' },
  calendar: '/api/dev/payments.ics',
  loan: {
    amount: 500_000,
    fundsArrive: '2026-03-06',
    payments: 48,
    payment: 18_360,
    lastPayment: 18_312,
    firstDue: '2026-04-06',
    lastDue: '2030-03-06',
  },
};
const active = {
  ...plan,
  status: 'ACTIVE',
  chosen: { accountId: 'a1', daysBeforeDue: 3, firstDebit: '2026-04-03', firstPaid: '2026-04-06' },
};
/** Set up shortly before a payment is due. */
const tooNear = { firstPaid: '2026-05-06', byHand: '2026-04-06' };
const late = {
  ...plan,
  ifSetUp: tooNear,
  days: [
    { daysBeforeDue: 0, firstDebit: '2026-05-06', lastDebit: '2030-03-06' },
    { daysBeforeDue: 1, firstDebit: '2026-05-05', lastDebit: '2030-03-05' },
  ],
};
const activeLate = {
  ...late,
  status: 'ACTIVE',
  chosen: { accountId: 'a1', daysBeforeDue: 1, firstDebit: '2026-05-05', ...tooNear },
};
const withoutAutopay = { ...plan, status: 'SKIPPED' };
const stopped = { ...plan, status: 'CANCELED', stopped: 'lender' };

const smallDeposits = { status: 'MICRO_ENTRIES', deposits: { arriveOn: '2026-03-05', triesLeft: 3 } };

export const fundsStates: readonly ScreenState[] = [
  { screen: 'approval-submit', name: 'from our form' },
  { screen: 'approval-submit', name: 'from a partner', journey: partners },
  {
    screen: 'approval-loading',
    name: 'the credit report is being read',
    journey: { stages: ['agreement'] },
  },
  {
    screen: 'approval-loading',
    name: 'being decided, for long',
    journey: { stages: ['agreement', 'report'] },
    waited: 20,
  },
  { screen: 'approval-payment', name: 'many offers', replies: [[getApproval, approved]] },
  {
    screen: 'approval-payment',
    name: 'a lower amount, few offers',
    replies: [
      [
        getApproval,
        { ...approved, amount: 400_000, offers: offersOf(400_000).slice(0, 3), acceptedOffer: undefined },
      ],
    ],
  },
  {
    screen: 'approval-payment',
    name: 'with fees',
    replies: [[getApproval, { ...approved, offers: withFees, acceptedOffer: withFees[0] }]],
  },
  { screen: 'approval-payment', name: 'still loading' },
  { screen: 'approval-declined', name: 'with a notice', replies: [[getAdverseAction, notice]] },

  { screen: 'deposit', name: 'linked accounts', replies: [[getAccounts, accounts]] },
  { screen: 'deposit', name: 'one typed before', replies: [[getAccounts, [typed, ...accounts.slice(1)]]] },
  { screen: 'deposit', name: 'typed by hand', search: '?by=hand', replies: [[getAccounts, accounts]] },
  { screen: 'deposit', name: 'no account', replies: [[getAccounts, []]] },
  { screen: 'deposit', name: 'accounts not loaded', replies: [[getAccounts, 404]] },
  { screen: 'deposit', name: 'still loading' },

  ...(['CHECKING', 'PERSON', 'VALID', 'INVALID'] as const).map((status) => ({
    screen: 'confirm-account' as const,
    name: status.toLowerCase(),
    replies: [[getAccountValidation, { status }]] as const,
  })),
  {
    screen: 'confirm-account',
    name: 'two small deposits',
    replies: [[getAccountValidation, smallDeposits]],
  },
  { screen: 'other-account', name: 'the money came back', replies: [[getAccounts, []]] },
  {
    screen: 'other-account',
    name: 'not confirmed',
    journey: { rest: 'success' },
    replies: [[getAccounts, accounts]],
  },

  { screen: 'confirm-email', name: 'consent not opened', replies: [[getDocuments, unopened]] },
  { screen: 'confirm-email', name: 'consent opened', replies: [[getDocuments, documents]] },
  {
    screen: 'confirm-email',
    name: 'where state law allows the question on marriage',
    replies: [[getDocuments, { ...documents, marital: {} }]],
  },
  {
    screen: 'confirm-email',
    name: 'with a spouse at another address',
    replies: [[getDocuments, { ...documents, marital: { answer: withSpouse } }]],
  },
  { screen: 'confirm-email', name: 'not loaded', replies: [[getDocuments, 404]] },
  { screen: 'confirm-email', name: 'still loading' },
  {
    screen: 'thank-you',
    name: 'being drawn up',
    replies: [[getDocuments, { ...documents, mailing: 'waiting' }]],
  },
  { screen: 'thank-you', name: 'not mailed', replies: [[getDocuments, { ...documents, mailing: 'failed' }]] },
  { screen: 'thank-you', name: 'mailed', replies: [[getDocuments, documents]] },
  {
    screen: 'thank-you',
    name: 'mailed, to read here too',
    replies: [[getDocuments, { ...documents, files }]],
  },

  { screen: 'docusign-resume', name: 'opening', search: '?token=example' },
  {
    screen: 'docusign-resume',
    name: 'not opened',
    search: '?token=example',
    replies: [[resumeSignature, 503]],
  },
  { screen: 'docusign-resume-expired', name: 'in the browser of the application' },
  {
    screen: 'docusign-resume-expired',
    name: 'in another browser',
    journey: { allowed: [], links: {} },
    remembers: { expiredLink: 'example' },
    replies: [[renewDocumentsLink, { status: 'closed' }]],
  },
  { screen: 'docusign-loading', name: 'looking', search: '?event=signing_complete' },
  {
    screen: 'docusign-loading',
    name: 'collecting the copies, for long',
    waited: 20,
    replies: [
      [updateSignature, { job: { href: '/api/dev/job' } }],
      [getJob, { status: 'ACTIVE', stages: ['signature'] }],
    ],
  },
  {
    screen: 'docusign-success',
    name: 'signed',
    replies: [
      [getDocuments, { ...documents, files }],
      [getAutopay, plan],
    ],
  },
  ...(['MICRO_ENTRIES', 'INVALID'] as const).map((validation) => ({
    screen: 'docusign-success' as const,
    name: validation === 'INVALID' ? 'signed, account refused' : 'signed, account to confirm',
    journey: {
      choices: {
        isLoanAutoSecured: false,
        depositAccount: {
          institutionName: 'First Platypus Bank',
          accountType: 'checking' as const,
          mask: '2222',
          validation,
        },
      },
    },
    replies: [
      [getDocuments, { ...documents, files }],
      [getAutopay, plan],
      [getAccountValidation, validation === 'INVALID' ? { status: validation } : smallDeposits],
    ] as const,
  })),
  { screen: 'docusign-expired', name: 'timed out', journey: { signingService: 'DocuSign' } },
  { screen: 'docusign-expired', name: 'timed out at our own pages' },
  { screen: 'docusign-canceled', name: 'canceled' },
  { screen: 'docusign-incomplete', name: 'declined to sign' },

  {
    screen: 'autopay',
    name: 'to decide',
    journey: { allowed: ['docusign-success', 'autopay'] },
    replies: [[getAutopay, plan]],
  },
  {
    screen: 'autopay',
    name: 'to decide, with a payment too near',
    journey: { allowed: ['docusign-success', 'autopay'] },
    replies: [[getAutopay, late]],
  },
  { screen: 'autopay', name: 'on', replies: [[getAutopay, active]] },
  { screen: 'autopay', name: 'stopped', replies: [[getAutopay, stopped]] },
  { screen: 'autopay', name: 'no account', replies: [[getAutopay, { ...plan, accounts: [] }]] },
  { screen: 'autopay', name: 'not loaded', replies: [[getAutopay, 404]] },
  {
    screen: 'success',
    name: 'with autopay',
    replies: [
      [getAutopay, active],
      [getDocuments, { ...documents, files }],
    ],
  },
  {
    screen: 'success',
    name: 'with autopay, the first payment by hand',
    replies: [
      [getAutopay, activeLate],
      [getDocuments, { ...documents, files }],
    ],
  },
  {
    screen: 'success',
    name: 'without autopay',
    replies: [
      [getAutopay, withoutAutopay],
      [getDocuments, documents],
    ],
  },
  {
    screen: 'success',
    name: 'a payment returned, autopay stopped',
    replies: [
      [getAutopay, { ...stopped, returnedPayment: { amount: 18_360, on: '2026-07-06' } }],
      [getDocuments, documents],
    ],
  },
  {
    screen: 'success',
    name: 'loan paid off',
    replies: [
      [getAutopay, { ...withoutAutopay, paidOn: '2026-07-06' }],
      [getDocuments, documents],
    ],
  },
  { screen: 'success', name: 'not loaded', replies: [[getAutopay, 404]] },
];
