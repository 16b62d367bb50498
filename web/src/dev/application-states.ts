// From the form to accepted terms, and the pages on which an application may end there.
import { getAdverseAction, type NextStep, unsubscribe } from '#contract/notices.ts';
import {
  getAllTerms,
  getLoanRequest,
  getTerms,
  type LoanProgram,
  type LoanRequest,
  type OfferTerm,
} from '#contract/offers.ts';
import { getDeclinedPartner, getReferrer } from '#contract/partners.ts';
import { getTextCode } from '#contract/phone-check.ts';
import { activate, getPrequalification, getServedStates } from '#contract/prequalification.ts';
import { legalTextIds } from '../shared/legal/legal-texts.ts';
import { servedStates } from '../wording/lender.ts';
import { exampleLoanRequest, exampleProgram } from './example-loan-request.ts';
import { exampleTerm } from './example-term.ts';
import { type ScreenState, withoutApplication } from './screen-state.ts';

const logo =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="120" height="40"%3E%3Crect width="120" height="40" rx="8" fill="%23355"/%3E%3C/svg%3E';
const served = [getServedStates, servedStates] as const;

const landing: readonly ScreenState[] = [
  ...(
    [
      { name: 'single page', search: '?experience=sp', replies: [served] },
      { name: 'with more about loans', search: '?experience=ppc', replies: [served] },
      {
        name: 'sent by a partner',
        search: '?experience=sp&sub_id=harbor',
        replies: [served, [getReferrer, { partner: { name: 'Harbor Lending', logo } }]],
      },
      { name: 'the states not loaded', replies: [[getServedStates, 503]] },
    ] as const
  ).map((state) => ({ screen: 'landing' as const, journey: withoutApplication, ...state })),
  { screen: 'landing', name: 'an application is open', journey: { rest: 'offers' }, replies: [served] },
];

const phoneCheck: readonly ScreenState[] = [
  { screen: 'phone-check', name: 'the code is on its way', replies: [[getTextCode, { status: 'sending' }]] },
  { screen: 'phone-check', name: 'the code was sent', replies: [[getTextCode, { status: 'sent' }]] },
  {
    screen: 'phone-check',
    name: 'the phone takes no texts',
    replies: [
      [
        getTextCode,
        {
          status: 'failed',
          error: {
            code: 'invalid',
            message: "We can't send texts to this number. Go back and enter a mobile phone number.",
          },
        },
      ],
    ],
  },
  {
    screen: 'phone-check',
    name: 'too many codes',
    replies: [
      [
        getTextCode,
        {
          status: 'failed',
          error: { code: 'too-many', message: 'Please wait 10 minutes before you ask for another code.' },
          retryAfterSeconds: 600,
        },
      ],
    ],
  },
];

type TermsOfCents = (amount: number) => OfferTerm[];

const few: TermsOfCents = (amount) => [
  exampleTerm(amount, 36, false, 28.99),
  exampleTerm(amount, 48, false, 31.22),
  exampleTerm(amount, 60, false, 32.99),
];
/** Of each length one without the vehicle, up to $12,000, and one with it, from $7,500. */
const many: TermsOfCents = (amount) =>
  Array.from({ length: 13 }, (_, at) => [
    ...(amount <= 1_200_000 ? [exampleTerm(amount, 24 + 3 * at, false, 28 + at / 2)] : []),
    ...(amount >= 750_000 ? [exampleTerm(amount, 24 + 3 * at, true, 26 + at / 2)] : []),
  ]).flat();
const secured: TermsOfCents = (amount) => many(amount).filter((one) => one.isAutoSecured);

const small = exampleProgram('small', [250_100, 300_000, 400_000, 500_000, 600_000]);
const large = exampleProgram('large', [650_000, 800_000, 1_000_000, 1_200_000]);
const auto = exampleProgram('big_auto', [750_000, 1_000_000, 1_250_000, 1_500_000], true);
const vehicle = { description: '2019 Subaru Outback', value: 1_250_000 };

const submitApplication = { href: '/api/dev/accepted-terms' };
const offersOf = (
  programs: readonly LoanProgram[],
  terms: TermsOfCents,
  more: Partial<LoanRequest> = {},
  amount = 500_000,
): Required<ScreenState>['replies'] => [
  [
    getAllTerms,
    {
      amounts: [...new Set(programs.flatMap(({ validAmounts }) => validAmounts.map((one) => one.amount)))]
        .sort((a, b) => a - b)
        .map((listed) => ({ amount: listed, terms: terms(listed) })),
      submitApplication,
    },
  ],
  [
    getLoanRequest,
    {
      ...exampleLoanRequest(programs),
      allTerms: { href: '/api/dev/all-terms' },
      usualAmount: 500_000,
      choices: { href: '/api/dev/choices' },
      ...(programs.some((one) => one.programName === 'big_auto') && { vehicle }),
      ...more,
    },
  ],
  [getTerms, { amount, terms: terms(amount), submitApplication }],
];
const kept = { loanAmount: 500_000, isLoanAutoSecured: false };

const offers: readonly ScreenState[] = [
  {
    screen: 'offers',
    name: 'first seen, the amount our suggestion',
    journey: { choices: { isLoanAutoSecured: false } },
    replies: offersOf([small, large], few),
  },
  { screen: 'offers', name: 'a few', journey: { choices: kept }, replies: offersOf([small, large], few) },
  {
    screen: 'offers',
    name: 'many, with a vehicle and without',
    journey: { choices: { loanAmount: 1_000_000, isLoanAutoSecured: true } },
    replies: offersOf([small, large, auto], many, {}, 1_000_000),
  },
  {
    screen: 'offers',
    name: 'an amount that needs the vehicle',
    journey: { choices: { loanAmount: 1_500_000, isLoanAutoSecured: true } },
    replies: offersOf([small, large, auto], many, {}, 1_500_000),
  },
  {
    screen: 'offers',
    name: 'all secured by the vehicle',
    journey: { choices: { loanAmount: 1_000_000, isLoanAutoSecured: true } },
    replies: offersOf([auto], secured, {}, 1_000_000),
  },
  {
    screen: 'offers',
    name: 'for a borrower covered by the Military Lending Act',
    journey: { choices: { isLoanAutoSecured: false } },
    replies: offersOf([small, large], few, { militaryLendingAct: { capPercent: 36 } }),
  },
  {
    screen: 'offers',
    name: 'an amount that is not listed',
    journey: { choices: { loanAmount: 523_000, isLoanAutoSecured: false } },
    replies: offersOf([small, large], few, {}, 523_000),
  },
  {
    screen: 'offers',
    name: 'without the terms of other amounts',
    journey: { choices: kept },
    replies: [[getAllTerms, 400], ...offersOf([small, large], few)],
  },
  {
    screen: 'offers',
    name: 'the chosen one, 1 consent',
    search: '?step=preview',
    replies: offersOf([small, large], few),
  },
  {
    screen: 'offers',
    name: 'the chosen one, 2 consents for who was sent by a partner',
    search: '?step=preview',
    journey: { source: 'affiliate' },
    replies: offersOf([small, large], few),
  },
  {
    screen: 'offers',
    name: 'the vehicle service away',
    journey: { choices: kept },
    moreLinks: ['vehicle'],
    replies: offersOf([small, large], few, { isVehicleUnknown: true }),
  },
  { screen: 'offers', name: 'still loading' },
  { screen: 'vehicle', name: 'no offer without one', moreLinks: ['vehicle', 'withoutVehicle'] },
  {
    screen: 'vehicle',
    name: 'none known',
    moreLinks: ['vehicle'],
    replies: offersOf([small, large], few),
  },
  {
    screen: 'vehicle',
    name: 'the service was away',
    moreLinks: ['vehicle'],
    replies: offersOf([small, large], few, { isVehicleUnknown: true }),
  },
  {
    screen: 'vehicle',
    name: 'its VIN is missing',
    moreLinks: ['vehicle'],
    replies: offersOf([small, large, auto], many, { vehicle: { ...vehicle, isVinMissing: true } }),
  },
  { screen: 'amount', name: 'amounts of all programs', replies: offersOf([small, large, auto], few) },
  { screen: 'amount', name: 'a gap between two programs', replies: offersOf([small, large], few) },
  { screen: 'amount', name: 'still loading' },
  { screen: 'terms', name: 'every term', replies: offersOf([small, large, auto], many) },
  { screen: 'terms', name: 'still loading' },
];

const denial = (nextStep: NextStep, ...reasons: string[]) =>
  [
    getAdverseAction,
    {
      date: '2026-03-02',
      reasons,
      nextStep,
      bureau: { name: 'Experian', phone: '1-888-397-3742', site: 'https://bureau.example/' },
      adverseActionAttachment: '/api/dev/notice.pdf',
      adverseActionPage: '/api/dev/notice',
    },
  ] as const;
const notice = denial(
  'catch-up',
  'Delinquent past or present credit obligations with others',
  'Collection action or judgment',
);
const noPartner = [getDeclinedPartner, 404] as const;
const partner = [
  getDeclinedPartner,
  { name: 'Harbor Lending', logo, partnerLink: 'https://partner.example/' },
] as const;

const outcomes: readonly ScreenState[] = [
  { screen: 'error', name: 'as it comes' },
  { screen: 'error', name: 'after a denial', replies: [notice] },
  { screen: 'loading', name: 'the identity is being checked', journey: { stages: ['phone'] } },
  {
    screen: 'loading',
    name: 'the credit report is being read, for long',
    journey: { stages: ['phone', 'identity'] },
    waited: 20,
  },
  { screen: 'loading', name: 'being decided', journey: { stages: ['phone', 'identity', 'report'] } },
  { screen: 'declined', name: 'with its notice and a partner', replies: [notice, partner] },
  { screen: 'declined', name: 'the notice not loaded', replies: [[getAdverseAction, 400], partner] },
  {
    screen: 'declined',
    name: 'a frozen file',
    replies: [denial('lift-freeze', "We couldn't read your credit file because it is frozen"), noPartner],
  },
  { screen: 'declined', name: 'no file', replies: [denial('start-file', 'No credit file'), noPartner] },
  {
    screen: 'declined',
    name: 'obligations too high',
    replies: [denial('lower-payments', 'Excessive obligations in relation to income'), noPartner],
  },
  {
    screen: 'out-of-trade-area',
    name: 'with its notice and a partner',
    replies: [denial('check-address', 'Residence outside the area that our branches serve'), partner],
  },
  {
    screen: 'verification-needed',
    name: 'until a day',
    inState: 'STEP_UP',
    replies: [
      [
        getPrequalification,
        { status: 'STEP_UP', outOfTrade: false, stepUpExpiration: '2026-04-01T12:00:00Z' },
      ],
    ],
  },
  {
    screen: 'verification-needed',
    name: 'held for a person',
    replies: [[getPrequalification, { status: 'STEP_UP', outOfTrade: false, isHeld: true }]],
  },
  { screen: 'expired', name: 'offers past their time', journey: { offersPast: 'expired' } },
  { screen: 'expired', name: 'an approval past its time', journey: { offersPast: 'approval-expired' } },
  { screen: 'expired', name: 'an approval withdrawn', journey: { offersPast: 'approval-withdrawn' } },
  { screen: 'expired', name: 'offers void after another loan', journey: { offersPast: 'void' } },
  { screen: 'email-verification', name: 'confirmed', replies: [[activate, { status: true }]] },
  { screen: 'email-verification', name: 'not our link', replies: [[activate, { status: false }]] },
  { screen: 'email-verification', name: 'not loaded', replies: [[activate, 503]] },
  { screen: 'paper-notices', name: 'confirmation', replies: [] },
  { screen: 'unsubscribe', name: 'done', replies: [[unsubscribe, { status: true }]] },
  { screen: 'unsubscribe', name: 'not our link', replies: [[unsubscribe, { status: false }]] },
  { screen: 'unsubscribe', name: 'not reached', replies: [[unsubscribe, 503]] },
  ...legalTextIds.map((id): ScreenState => ({ screen: 'legal', name: id, path: `/legal/${id}` })),
  { screen: 'legal', name: 'no such document', path: '/legal/nothing' },
];

export const applicationStates: readonly ScreenState[] = [...landing, ...phoneCheck, ...offers, ...outcomes];
