// From the form to accepted terms, with the returns by links and the pages on which an application may end there.
import { getJourney } from '#contract/journey.ts';
import { getAdverseAction, type NextStep, unsubscribe } from '#contract/notices.ts';
import {
  getAllTerms,
  getLoanRequest,
  getTerms,
  type LoanProgram,
  type LoanRequest,
  type OfferTerm,
} from '#contract/offers.ts';
import { getOutage } from '#contract/outage.ts';
import { getDeclinedPartner, getReferrer } from '#contract/partners.ts';
import { getTextCode } from '#contract/phone-check.ts';
import { activate, getPrequalification, getServedStates } from '#contract/prequalification.ts';
import { emailResumeLink, getLead } from '#contract/resume.ts';
import { getUploads } from '#contract/uploads.ts';
import { legalTextIds } from '../shared/legal/legal-texts.ts';
import { servedStates } from '../wording/lender.ts';
import {
  denialNotice,
  exampleLoanRequest,
  exampleProgram,
  exampleTerm,
  fromPartner,
  pastDue,
  planned,
  unplanned,
  withoutApplication,
} from './examples.ts';
import {
  answeredBy,
  type Replies,
  replies,
  reply,
  type ScreenLook,
  type StatesByScreen,
} from './screen-state.ts';
import { received, wanted } from './verification-states.ts';

const logo =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="120" height="40"%3E%3Crect width="120" height="40" rx="8" fill="%23355"/%3E%3C/svg%3E';

const atLanding = (search: string, ...more: Replies): ScreenLook => ({
  search,
  journey: withoutApplication,
  replies: [...more, [getServedStates, servedStates]],
});

const stepUp = (record: object, photoId = wanted('photo-id'), bill = wanted('bill')): ScreenLook => ({
  inState: 'STEP_UP',
  replies: [
    [getPrequalification, { status: 'STEP_UP', outOfTrade: false, ...record }],
    [getUploads, { documents: [photoId, bill] }],
  ],
});

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
const secured: TermsOfCents = (amount) => many(amount).filter((term) => term.isAutoSecured);

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
): Replies => [
  [
    getAllTerms,
    {
      amounts: [...new Set(programs.flatMap(({ validAmounts }) => validAmounts.map((valid) => valid.amount)))]
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
      ...(programs.includes(auto) && { vehicle }),
      ...more,
    },
  ],
  [getTerms, { amount, terms: terms(amount), submitApplication }],
];
const fewOffers = (more?: Partial<LoanRequest>, amount?: number) =>
  offersOf([small, large], few, more, amount);
const manyOffers = (more?: Partial<LoanRequest>, amount?: number) =>
  offersOf([small, large, auto], many, more, amount);
const chose = (loanAmount?: number, isLoanAutoSecured = false): Required<ScreenLook>['journey'] => ({
  choices: { isLoanAutoSecured, ...(loanAmount && { loanAmount }) },
});
const kept = chose(500_000);

const score = { name: 'VantageScore 4.0', value: 548, lowest: 300, highest: 850, date: '2026-03-02' };
const denial = (nextStep: NextStep, ...reasons: string[]) =>
  [getAdverseAction, denialNotice(nextStep, reasons, nextStep === 'catch-up' ? { score } : {})] as const;
const notice = denial('catch-up', pastDue, 'You have a debt in collection or a court judgment.');
const noPartner = [getDeclinedPartner, 404] as const;
const partner = [
  getDeclinedPartner,
  { name: 'Harbor Lending', logo, partnerLink: 'https://partner.example/' },
] as const;

const texted = { status: 'sent' };
const codeNotSent = (error: object, more?: object) => ({ status: 'failed', error, ...more });
const lead = { needsConsent: true, loanAmount: 500_000, loanTerm: 48 };
const home = {
  question: '84115 is Salt Lake City, Utah. Change the city?',
  city: 'Provo',
  suggested: 'Salt Lake City',
};
const details = { phone: '+18015550100', residentialStatus: 'rent', monthlyPayment: 1200 };
const returnedByLink: ScreenLook = { journey: { isReturning: true } };

export const applicationStates: StatesByScreen = {
  landing: {
    'single page': atLanding('?experience=sp'),
    'with more about loans': atLanding('?experience=ppc'),
    'sent by a partner': atLanding('?experience=sp&sub_id=harbor', [
      getReferrer,
      { partner: { name: 'Harbor Lending', logo } },
    ]),
    'the states not loaded': atLanding('', [getServedStates, 503]),
    'an application is open': reply(getServedStates, servedStates, { journey: { defaultScreen: 'offers' } }),
  },
  'phone-check': {
    ...answeredBy(getTextCode, {
      'the code is on its way': { status: 'sending' },
      'the code was sent': texted,
      'the code was read by a call': { status: 'called' },
      'the phone takes no texts': codeNotSent({
        code: 'code-not-sent',
        message:
          "We can't send texts to this number. Have us call you with the code, or go back and enter a mobile phone number.",
      }),
      'too many codes': codeNotSent(
        { code: 'too-many', message: 'Please wait 10 minutes before you ask for another code.' },
        { retryAfterSeconds: 600 },
      ),
    }),
    'a partner’s applicant': reply(getTextCode, texted, { journey: fromPartner }),
    ...answeredBy(
      getTextCode,
      {
        'returned by a link': texted,
        'returned by a link, to a number that gets no texts': codeNotSent({
          field: 'phone',
          code: 'code-not-sent',
          message: '',
        }),
      },
      returnedByLink,
    ),
  },
  resume: { opening: { search: '?token=example' } },
  'update-application-details': {
    ...answeredBy(
      getLead,
      {
        'a partner’s applicant, with consent still to give': lead,
        'with what the partner knew': { ...lead, ...details },
        'a city of another ZIP code': { ...lead, needsConsent: false, home },
        'details alone': { needsConsent: false },
        'still loading': 'never',
        'not loaded': 404,
      },
      { journey: fromPartner },
    ),
    'after the decision': reply(
      getLead,
      { ...details, needsConsent: false, changesOffers: true, residentialStatus: 'own', monthlyPayment: 0 },
      { inState: 'PREQUALIFIED' },
    ),
  },
  offers: {
    'first seen, the amount our suggestion': { journey: chose(), replies: fewOffers() },
    'a few': { journey: kept, replies: fewOffers() },
    'many, with a vehicle and without': {
      journey: chose(1_000_000, true),
      replies: manyOffers({}, 1_000_000),
    },
    'an amount that needs the vehicle': {
      journey: chose(1_500_000, true),
      replies: manyOffers({}, 1_500_000),
    },
    'all secured by the vehicle': {
      journey: chose(1_000_000, true),
      replies: offersOf([auto], secured, {}, 1_000_000),
    },
    'a counteroffer to another amount and term': {
      journey: { choices: { isLoanAutoSecured: false, requestedAmount: 620_000, requestedTerm: 72 } },
      replies: fewOffers(
        { requested: { amount: 620_000, offered: 600_000, months: 72, differences: ['less', 'shorter'] } },
        600_000,
      ),
    },
    'a secured offer beside the requested amount': {
      journey: { choices: { isLoanAutoSecured: true, requestedAmount: 500_000 } },
      replies: manyOffers({
        requested: { amount: 500_000, offered: 500_000, isAutoSecured: true, differences: [] },
      }),
    },
    'for a borrower covered by the Military Lending Act': {
      journey: chose(),
      replies: fewOffers({ militaryLendingAct: { capPercent: 36 } }),
    },
    'an amount that is not listed': { journey: chose(523_000), replies: fewOffers({}, 523_000) },
    'without the terms of other amounts': { journey: kept, replies: [[getAllTerms, 400], ...fewOffers()] },
    'the chosen one, 1 consent': { search: '?step=preview', replies: fewOffers() },
    'the chosen one, 2 consents for who was sent by a partner': {
      search: '?step=preview',
      journey: fromPartner,
      replies: fewOffers(),
    },
    'the vehicle service unavailable': {
      journey: kept,
      moreLinks: ['vehicle'],
      replies: fewOffers({ isVehicleUnknown: true }),
    },
    'still loading': {},
  },
  vehicle: {
    'no offer without one': { moreLinks: ['vehicle', 'withoutVehicle'] },
    'none known': { moreLinks: ['vehicle'], replies: fewOffers() },
    'the service was unavailable': {
      moreLinks: ['vehicle'],
      replies: fewOffers({ isVehicleUnknown: true }),
    },
    'its VIN is missing': {
      moreLinks: ['vehicle'],
      replies: manyOffers({ vehicle: { ...vehicle, isVinMissing: true } }),
    },
  },
  amount: {
    'amounts of all programs': { replies: offersOf([small, large, auto], few) },
    'a gap between two programs': { replies: fewOffers() },
    'still loading': {},
  },
  terms: { 'every term': { replies: manyOffers() }, 'still loading': {} },
  error: {
    'as it comes': {},
    'after a denial': { inState: 'REJECTED', replies: [notice] },
    'left to the branch after a hard pull': {
      inState: 'APPROVAL_REFERRED',
      journey: { hardInquiry: true, branchCalls: true },
    },
  },
  contact: { 'as it comes': {}, 'left to the branch': { journey: { branchCalls: true } } },
  loading: {
    'the identity is being checked': { journey: { stages: ['phone'] } },
    'the credit report is being read, for long': { journey: { stages: ['phone', 'identity'] }, waited: 20 },
    'being decided': { journey: { stages: ['phone', 'identity', 'report'] } },
  },
  declined: {
    'with its notice and a partner': replies(notice, partner),
    'the notice not loaded': replies([getAdverseAction, 400], partner),
    'a frozen file': replies(
      denial('lift-freeze', "We couldn't read your credit file because it is frozen."),
      noPartner,
    ),
    'no file': replies(denial('start-file', 'The credit bureau has no file on you.'), noPartner),
    'obligations too high': replies(
      denial('lower-payments', 'Your debts and bills are high for your income.'),
      noPartner,
    ),
  },
  'out-of-trade-area': {
    'with its notice and a partner': replies(
      denial('check-address', 'You live outside the area that our branches serve.'),
      partner,
    ),
  },
  'verification-needed': {
    'until a day': stepUp({ stepUpExpiration: '2026-04-01T12:00:00Z' }),
    'a bank that did not confirm': stepUp({ bankCheck: 'not-confirmed' }),
    'one of two documents received': stepUp(
      { stepUpExpiration: '2026-04-01T12:00:00Z' },
      received('photo-id', 2),
    ),
    'documents received': stepUp({}, received('photo-id', 2), received('bill', 1)),
    'held for a person': reply(
      getPrequalification,
      { status: 'STEP_UP', outOfTrade: false, isHeld: true },
      { inState: 'HELD' },
    ),
  },
  expired: {
    'offers past their time': { journey: { offersPast: 'expired' } },
    'an approval past its time': { journey: { offersPast: 'approval-expired' } },
    'an approval withdrawn': { journey: { offersPast: 'approval-withdrawn' } },
    'a request that was closed': { journey: { offersPast: 'request-closed' } },
    'offers void after another loan': { journey: { offersPast: 'void' } },
    'an offer': {},
    'a link': { search: '?because=link-expired' },
    'a link opened elsewhere': { search: '?because=opened-elsewhere' },
    'a damaged link': { search: '?because=link-damaged' },
    'the link of a request that was closed': {
      search: '?because=request-closed',
      journey: withoutApplication,
    },
  },
  'too-young': { 'a child': {}, 'a notice follows': { search: '?notice=sent' } },
  'offline-error': {
    ...answeredBy(
      getOutage,
      { 'a saved form': planned, 'saved, unplanned': unplanned, 'saved, back': {} },
      { journey: { defaultScreen: 'capture-only' } },
    ),
    'saved, resumed since': reply(getOutage, {}, { journey: { defaultScreen: 'offers' } }),
    'the application not loaded': replies([getOutage, unplanned], [getJourney, 404]),
    ...answeredBy(
      getOutage,
      { 'no form sent': planned, 'no form sent, unplanned': unplanned, 'back again': {} },
      { journey: withoutApplication },
    ),
  },
  duplicate: {
    'a link can be mailed': reply(
      emailResumeLink,
      { status: 'sent', email: 'alex@example.com' },
      { moreLinks: ['earlierLink', 'openEarlier'] },
    ),
    'only the branch has it': { inState: 'DUPLICATE_IN_CORE' },
  },
  withdrawn: {
    'an application': {},
    'a signed loan': { inState: 'LOAN_CANCELED', journey: { isSigned: true } },
  },
  'email-verification': answeredBy(activate, {
    confirmed: { status: true },
    'not our link': { status: false },
    'not loaded': 503,
  }),
  'paper-notices': { confirmation: replies() },
  unsubscribe: answeredBy(
    unsubscribe,
    { done: { status: true }, 'not our link': { status: false }, 'not reached': 503 },
    { search: '?token=example' },
  ),
  legal: {
    ...Object.fromEntries(legalTextIds.map((id) => [id, { path: `/legal/${id}` }])),
    'no such document': { path: '/legal/nothing' },
  },
};
