import { type AccountValidation, getAccountValidation } from '#contract/account-validation.ts';
import { getApproval } from '#contract/approval.ts';
import { getAutopay } from '#contract/autopay.ts';
import { getAccounts } from '#contract/deposit.ts';
import { getDocuments, renewDocumentsLink, resumeSignature, updateSignature } from '#contract/documents.ts';
import { getJob } from '#contract/jobs.ts';
import { getAdverseAction } from '#contract/notices.ts';
import { exampleTerm } from './example-term.ts';
import { type Replies, reply, type ScreenLook, type StatesByScreen } from './screen-state.ts';

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
export const notice = {
  date: '2026-03-02',
  reasons: ['You have accounts that are past due or were paid late.'],
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
const undecided: ScreenLook = { journey: { allowed: ['docusign-success', 'autopay'] } };
const withoutAutopay = { ...plan, status: 'SKIPPED' };
const stopped = { ...plan, status: 'CANCELED', stopped: 'lender' };
const returned = { ...stopped, returnedPayment: { amount: 18_360, on: '2026-07-06' } };

const microEntries: AccountValidation = {
  status: 'MICRO_ENTRIES',
  deposits: { arriveOn: '2026-03-05', triesLeft: 3 },
};

const signedWithPlan = (autopay: object, papers: object = { ...documents, files }): Replies => [
  [getDocuments, papers],
  [getAutopay, autopay],
];
const signedWithAccount = (validation: Pick<AccountValidation, 'status'>): ScreenLook => ({
  journey: {
    choices: {
      isLoanAutoSecured: false,
      depositAccount: {
        institutionName: 'First Platypus Bank',
        accountType: 'checking',
        mask: '2222',
        validation: validation.status,
      },
    },
  },
  replies: [...signedWithPlan(plan), [getAccountValidation, validation]],
});

export const fundsStates: StatesByScreen = {
  'approval-submit': { 'from our form': {} },
  'approval-loading': {
    'the credit report is being read': { journey: { stages: ['agreement'] } },
    'being decided, for long': { journey: { stages: ['agreement', 'report'] }, waited: 20 },
  },
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
  'approval-declined': { 'with a notice': reply(getAdverseAction, notice) },
  deposit: {
    'linked accounts': reply(getAccounts, accounts),
    'one typed before': reply(getAccounts, [typed, ...accounts.slice(1)]),
    'typed by hand': reply(getAccounts, accounts, { search: '?by=hand' }),
    'no account': reply(getAccounts, []),
    'accounts not loaded': reply(getAccounts, 404),
    'still loading': {},
  },
  'confirm-account': {
    checking: reply(getAccountValidation, { status: 'CHECKING' }),
    person: reply(getAccountValidation, { status: 'MANUAL_REVIEW' }),
    valid: reply(getAccountValidation, { status: 'VALID' }),
    invalid: reply(getAccountValidation, { status: 'INVALID' }),
    'two small deposits': reply(getAccountValidation, microEntries),
  },
  'other-account': {
    'the money was returned': reply(getAccounts, []),
    'not confirmed': reply(getAccounts, accounts, { journey: { defaultScreen: 'success' } }),
  },
  'confirm-email': {
    'consent not opened': reply(getDocuments, unopened),
    'consent opened': reply(getDocuments, documents),
    'where state law allows the question on marriage': reply(getDocuments, { ...documents, marital: {} }),
    'with a spouse at another address': reply(getDocuments, {
      ...documents,
      marital: { answer: withSpouse },
    }),
    'not loaded': reply(getDocuments, 404),
    'still loading': {},
  },
  'thank-you': {
    'being rendered': reply(getDocuments, { ...documents, mailing: 'waiting' }),
    'not mailed': reply(getDocuments, { ...documents, mailing: 'failed' }),
    mailed: reply(getDocuments, documents),
    'mailed, to read here too': reply(getDocuments, { ...documents, files }),
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
    signed: { replies: signedWithPlan(plan) },
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
    on: reply(getAutopay, active),
    stopped: reply(getAutopay, stopped),
    'no account': reply(getAutopay, { ...plan, accounts: [] }),
    'not loaded': reply(getAutopay, 404),
  },
  success: {
    'with autopay': { replies: signedWithPlan(active) },
    'with autopay, the first payment by hand': { replies: signedWithPlan(activeLate) },
    'without autopay': { replies: signedWithPlan(withoutAutopay, documents) },
    'a payment returned, autopay stopped': { replies: signedWithPlan(returned, documents) },
    'loan paid off': { replies: signedWithPlan({ ...withoutAutopay, paidOn: '2026-07-06' }, documents) },
    'not loaded': reply(getAutopay, 404),
  },
};
