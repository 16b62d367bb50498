// From the approval to a funded loan, on both paths.
import { type AccountValidation, getAccountValidation } from '#contract/account-validation.ts';
import { getApproval } from '#contract/approval.ts';
import { getAutopay } from '#contract/autopay.ts';
import { getAccounts } from '#contract/deposit.ts';
import { getDocuments, renewDocumentsLink, resumeSignature, updateSignature } from '#contract/documents.ts';
import { getCounteroffer, getFastPathOffer, getFastPathStatus } from '#contract/fast-path.ts';
import { getJob } from '#contract/jobs.ts';
import { getAdverseAction } from '#contract/notices.ts';
import {
  denialNotice,
  exampleBank,
  exampleTerm,
  fromPartner,
  pastDue,
  planned,
  unplanned,
} from './examples.ts';
import {
  answeredBy,
  replies,
  reply,
  type ScreenLook,
  type StatesByScreen,
  type StatesOfScreen,
} from './screen-state.ts';

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
/** Chosen, with a day that its money is promised for. */
const promised = {
  amount: 500_000,
  money: {
    amount: 500_000,
    arrivesOn: '2026-03-06',
    signBy: '2026-03-04T22:00:00Z',
    timeZone: 'America/Denver',
  },
};
const denial = denialNotice('catch-up', [pastDue]);
const denied = {
  'with a notice': reply(getAdverseAction, denial, { journey: { hardInquiry: true } }),
  'without a hard inquiry': reply(getAdverseAction, denial),
};

const fastPathTerm = (loanAmount: number, monthlyPayment: number, apr = 31.22) => ({
  loanAmount,
  monthlyPayment,
  term: 48,
  apr,
  totalOfPayments: monthlyPayment * 48,
});
const fastPathOffer = {
  ...fastPathTerm(500_000, 18_360),
  totalOfPayments: 881_232,
  isAutoSecured: false,
  isOffline: false,
  submitApplication: { href: '/api/dev/accept' },
  otherOptions: { href: '/api/dev/others' },
};

const logo =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAE0lEQVR4nGPg97HCihgGlQQAeZgtQSWN0LQAAAAASUVORK5CYII=';
const account = (accountId: string, name: string, mask: string, rest: object = {}) => ({
  accountId,
  name,
  mask,
  institution: { name: exampleBank, logo },
  accountType: 'depository',
  accountSubtype: 'checking',
  currentBalance: 123_456,
  selectedDeposit: false,
  ...rest,
});
const accounts = [
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

const files = ['Promissory note', 'Truth in Lending disclosure', 'Itemization', 'Privacy notice'].map(
  (title, index) => ({ title, pdf: `/api/dev/document-${index}.pdf`, page: `/api/dev/document-${index}` }),
);
const documents = {
  email: 'alex.rivera@example.com',
  expiration: '2026-04-01T17:00:00.000Z',
  mailing: 'mailed',
  esign: { pdf: '/api/dev/esign.pdf', isOpened: true },
};
const unopened = { ...documents, esign: { ...documents.esign, isOpened: false } };
const spouse = {
  name: 'Jordan Rivera',
  address: { streetAddress: '12 Pinckney St', city: 'Madison', state: 'WI', zipCode: '53703' },
};

const debit = (daysBeforeDue: number, firstDebit: string, lastDebit: string) => ({
  daysBeforeDue,
  firstDebit,
  lastDebit,
});
const plan = {
  status: 'NOT_DECIDED',
  accounts: accounts.slice(0, 2),
  paymentAmount: 18_360,
  days: [
    debit(0, '2026-04-06', '2030-03-06'),
    debit(1, '2026-04-06', '2030-03-05'),
    debit(2, '2026-04-06', '2030-03-04'),
    debit(3, '2026-04-03', '2030-03-04'),
  ],
  ifSetUp: { firstPaid: '2026-04-06' },
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
/** Set up shortly before a payment is due. */
const late = {
  ...plan,
  ifSetUp: { firstPaid: '2026-05-06', byHand: '2026-04-06' },
  days: [debit(0, '2026-05-06', '2030-03-06'), debit(1, '2026-05-05', '2030-03-05')],
};
const active = (of: typeof plan, daysBeforeDue: number, firstDebit: string) => ({
  ...of,
  status: 'ACTIVE',
  chosen: { accountId: 'a1', daysBeforeDue, firstDebit, ...of.ifSetUp },
});
const onTime = active(plan, 3, '2026-04-03');
const undecided: ScreenLook = { journey: { allowed: ['docusign-success', 'autopay'] } };
const withoutAutopay = { ...plan, status: 'SKIPPED' };
const stopped = { ...plan, status: 'CANCELED', stopped: 'lender' };

const microEntries: AccountValidation = {
  status: 'MICRO_ENTRIES',
  deposits: { arriveOn: '2026-03-05', triesLeft: 3 },
};

const signedWithPlan = (autopay: object, papers: object = { ...documents, files }): ScreenLook =>
  replies([getDocuments, papers], [getAutopay, autopay]);
const signedWithAccount = (validation: Pick<AccountValidation, 'status'>): ScreenLook => ({
  journey: {
    choices: {
      isLoanAutoSecured: false,
      depositAccount: {
        institutionName: exampleBank,
        accountType: 'checking',
        mask: '2222',
        validation: validation.status,
      },
    },
  },
  replies: [...(signedWithPlan(plan).replies ?? []), [getAccountValidation, validation]],
});

const approving: StatesOfScreen = {
  'the credit report is being read': { journey: { stages: ['agreement'] } },
  'being decided, for long': { journey: { stages: ['agreement', 'report'] }, waited: 20 },
};

export const fundsStates: StatesByScreen = {
  'fast-path-options': {
    'from our form': reply(getFastPathOffer, fastPathOffer),
    'from a partner': reply(getFastPathOffer, fastPathOffer, { journey: fromPartner }),
    'offline for maintenance': reply(getFastPathOffer, { ...fastPathOffer, isOffline: true, ...planned }),
    'offline without notice': reply(getFastPathOffer, { ...fastPathOffer, isOffline: true, ...unplanned }),
  },
  'fast-path-loading': approving,
  'fast-path-counteroffer': answeredBy(getCounteroffer, {
    'a smaller amount': {
      requested: fastPathTerm(1_200_000, 42_714, 30.22),
      offers: [fastPathTerm(300_000, 11_016), fastPathTerm(600_000, 22_032)],
      reason: 'Your credit history is still short.',
      isAutoSecured: false,
      goodThrough: '2026-04-01T12:00:00Z',
    },
  }),
  'fast-path-declined': denied,
  'fast-path-select-payment': answeredBy(getFastPathStatus, {
    approved: {
      status: 'FAST_PATH_APPROVED',
      approved: { amount: 500_000, months: 48, apr: 31.22, monthlyPayment: 18_360, isAutoSecured: false },
    },
  }),
  'fast-path-deposit': answeredBy(getAccounts, { 'linked accounts': accounts, 'no account': [] }),
  'fast-path-confirm-email': answeredBy(getDocuments, { 'consent not opened': unopened }),
  'fast-path-thank-you': answeredBy(getDocuments, { mailed: documents }),
  'approval-submit': { 'from our form': {} },
  'approval-loading': approving,
  'approval-payment': {
    'many offers': reply(getApproval, approved, { journey: { loan: promised } }),
    'a lower amount, few offers': reply(getApproval, {
      ...approved,
      amount: 400_000,
      accepted: { amount: 500_000, months: 48, differences: ['less'] },
      offers: offersOf(400_000).slice(0, 3),
      acceptedOffer: undefined,
    }),
    'with fees': reply(getApproval, { ...approved, offers: withFees, acceptedOffer: withFees[0] }),
    'still loading': {},
  },
  'approval-declined': denied,
  deposit: {
    'linked accounts': reply(getAccounts, accounts),
    'one typed before': reply(getAccounts, [typed, ...accounts.slice(1)]),
    'typed by hand': reply(getAccounts, accounts, { search: '?by=hand' }),
    'no account': reply(getAccounts, []),
    'accounts not loaded': reply(getAccounts, 404),
    'still loading': {},
  },
  'confirm-account': answeredBy(getAccountValidation, {
    checking: { status: 'CHECKING' },
    person: { status: 'MANUAL_REVIEW' },
    valid: { status: 'VALID' },
    invalid: { status: 'INVALID' },
    'two small deposits': microEntries,
  }),
  'other-account': {
    'the money was returned': reply(getAccounts, []),
    'not confirmed': reply(getAccounts, accounts, { journey: { defaultScreen: 'success' } }),
  },
  'confirm-email': answeredBy(getDocuments, {
    'consent not opened': unopened,
    'consent opened': documents,
    'where state law allows the question on marriage': { ...documents, marital: {} },
    'with a spouse at another address': { ...documents, marital: { answer: { status: 'married', spouse } } },
    'not loaded': 404,
    'still loading': 'never',
  }),
  'thank-you': {
    ...answeredBy(getDocuments, {
      'being rendered': { ...documents, mailing: 'waiting' },
      'not mailed': { ...documents, mailing: 'failed' },
      mailed: documents,
      'mailed, to read here too': { ...documents, files },
    }),
    'of a secured loan': reply(getDocuments, documents, {
      journey: { loan: { money: { amount: 750_000 } } },
    }),
  },
  'docusign-resume': {
    opening: { search: '?token=example' },
    'not opened': reply(resumeSignature, 503, { search: '?token=example' }),
  },
  'docusign-resume-expired': {
    'in the browser of the application': {},
    'in another browser': reply(
      renewDocumentsLink,
      { status: 'closed' },
      { journey: { allowed: [], links: {} }, remembers: { expiredLink: 'example' } },
    ),
  },
  'docusign-loading': {
    looking: { search: '?event=signing_complete' },
    'collecting the copies, for long': {
      waited: 20,
      replies: [
        [updateSignature, { job: { href: '/api/dev/job' } }],
        [getJob, { status: 'ACTIVE', stages: ['signature'] }],
      ],
    },
  },
  'docusign-success': {
    signed: signedWithPlan(plan),
    'signed, account to confirm': signedWithAccount(microEntries),
    'signed, account refused': signedWithAccount({ status: 'INVALID' }),
  },
  'docusign-expired': {
    'timed out': { journey: { signingService: 'DocuSign' } },
    'timed out at our own pages': {},
  },
  'docusign-canceled': { canceled: {} },
  'docusign-incomplete': { 'declined to sign': {} },
  autopay: {
    'to decide': reply(getAutopay, plan, undecided),
    'to decide, with a payment too near': reply(getAutopay, late, undecided),
    ...answeredBy(getAutopay, {
      on: onTime,
      stopped,
      'no account': { ...plan, accounts: [] },
      'not loaded': 404,
    }),
  },
  success: {
    'with autopay': signedWithPlan(onTime),
    'with autopay, the first payment by hand': signedWithPlan(active(late, 1, '2026-05-05')),
    'without autopay': signedWithPlan(withoutAutopay, documents),
    'a payment returned, autopay stopped': signedWithPlan(
      { ...stopped, returnedPayment: { amount: 18_360, on: '2026-07-06' } },
      documents,
    ),
    'loan paid off': signedWithPlan({ ...withoutAutopay, paidOn: '2026-07-06' }, documents),
    'not loaded': reply(getAutopay, 404),
  },
};
