// Laws between what a state declares. The last test makes every single mistake and expects a broken law.
import { describe, expect, it } from 'vitest';
import { type StageMarker, stageMarkers } from '#contract/journey.ts';
import { type ScreenName, screenNames, screens } from '#contract/screens.ts';
import { loadLender } from '#lender/load.ts';
import { untrue } from '../../test/claims.ts';
import { stateEmail, stateEmailNames } from '../wording/state-emails.ts';
import { type StatusText, type StatusTextName, statusText } from '../wording/status-text.ts';
import * as chart from './chart.ts';
import { type DenialBasis, type Missing, type Notification, reviewOrIncomplete } from './required-notices.ts';
import type { Deadline, StateDeclaration, View } from './state-declaration.ts';
import { verificationStates } from './verification-states.ts';

const lender = loadLender();

type Part = keyof typeof chart.parts;
type Declared = StateDeclaration<chart.StateName> & { readonly part: Part };

const notifiedAs = (notification: Notification): string =>
  'email' in notification
    ? notification.email
    : 'operation' in notification
      ? notification.operation
      : notification.by;

/** The emails say the same: their names, or how else the applicant is notified. */
type TextLaw = readonly [
  screens: readonly ScreenName[],
  emails: readonly string[],
  holds: (state: Declared) => boolean,
];
const has = (facts: Partial<Declared>) => (state: Declared) =>
  Object.entries(facts).every(([fact, value]) => state[fact as keyof Declared] === value);
const hasOffers = has({ phase: 'live', deadline: 'offers' });
const isToUse = has({ phase: 'live', approval: 'approved', deadline: 'approval', signing: 'none' });
const past = (offersPast: Declared['offersPast']) => has({ phase: 'ended', offersPast });
const waiting =
  (facts: Partial<Declared> = {}) =>
  (state: Declared) =>
    state.phase === 'waiting' && has(facts)(state);
const duplicate = (emailedLink: Declared['emailedLink']) => has({ publicOutcome: 'duplicate', emailedLink });
const verifiedHeldFor = (heldFor: Declared['heldFor']) => has({ verification: 'FINISHED', heldFor });

const textLaws: Readonly<Record<StatusTextName, TextLaw>> = {
  saved: [['capture-only'], ['delayed'], waiting()],
  checking: [['verification-needed'], ['held'], has({ heldFor: 'check', signing: 'none' })],
  decidedAgainst: [
    ['error', 'declined', 'too-young', 'approval-declined', 'fast-path-declined'],
    ['notice', 'adverse-action', 'not-an-applicant'],
    (state) =>
      state.phase === 'ended' &&
      (['DECLINED', 'REJECTED'].includes(state.status) || ['declined', 'rejected'].includes(state.approval)),
  ],
  byBranch: [['error', 'contact'], ['branch-takes-over'], (state) => state.branchCalls],
  finalRun: [['approval-loading', 'fast-path-loading'], ['outcome'], waiting({ approval: 'pending' })],
  tracing: [['contact'], ['inquiry-unresolved'], waiting({ approval: 'pending' })],
  accountChosen: [['confirm-email', 'fast-path-confirm-email'], ['no-one'], isToUse],
  toSign: [
    ['thank-you', 'fast-path-thank-you', 'docusign-canceled', 'docusign-expired'],
    ['documents', 'unsigned'],
    has({ phase: 'live', signing: 'open' }),
  ],
  prequalified: [['offers'], ['offers-ready'], hasOffers],
  approved: [
    ['approval-payment'],
    ['notice'],
    (state) => isToUse(state) && state.requiredNotice.notice === 'approval',
  ],
  approvalOver: [['expired'], ['approval-over'], past('approval-expired')],
  lead: [['update-application-details'], ['not-an-applicant'], has({ phase: 'live', isSubmitted: false })],
  phoneCheck: [['phone-check'], ['no-one'], has({ status: 'PENDING' })],
  deciding: [['loading'], ['outcome'], waiting({ approval: 'none' })],
  vehicleNeeded: [['vehicle'], ['vehicle-needed'], has({ deadline: 'vehicle' })],
  superseded: [['expired'], ['not-an-applicant'], has({ phase: 'ended', isSubmitted: false })],
  duplicate: [['duplicate'], ['duplicate'], duplicate('earlier')],
  duplicateInCore: [['duplicate'], ['duplicate-in-core'], duplicate('nothing')],
  presentBorrower: [['customer-login'], ['present-borrower'], has({ publicOutcome: 'present-borrower' })],
  stepUp: [['verification-needed'], ['step-up'], waiting({ heldFor: 'identity' })],
  stepUpExpired: [['expired'], ['step-up-expired'], past('request-closed')],
  outOfTradeArea: [['out-of-trade-area'], ['notice'], has({ publicOutcome: 'out-of-trade-area' })],
  fastPathOffered: [['fast-path-options'], ['offers-ready'], hasOffers],
  fastPathApproved: [['fast-path-select-payment'], ['notice'], isToUse],
  fastPathCounteroffer: [['fast-path-counteroffer'], ['notice'], has({ deadline: 'counteroffer' })],
  phoneChanged: [['phone-check'], ['no-one'], hasOffers],
  termsAccepted: [['bank-link'], ['no-one'], (one) => hasOffers(one) && one.verification === 'NOT_STARTED'],
  offerVoid: [['expired'], ['notice'], past('void')],
  offerExpired: [['expired'], ['offers-expired'], past('expired')],
  verifying: [['verification-loading'], ['outcome'], waiting({ verification: 'PENDING' })],
  verified: [['verification-success'], ['verification-made'], verifiedHeldFor('nothing')],
  notVerified: [['verification-chat'], ['not-verified'], verifiedHeldFor('bank')],
  verificationFailed: [['verification-error'], ['bank-unread'], has({ verification: 'FAILED' })],
  restored: [['contact'], ['restored'], waiting({ status: 'PENDING' })],
  approvedOtherwise: [
    ['approval-payment'],
    ['notice'],
    (state) => isToUse(state) && state.requiredNotice.notice === 'counteroffer',
  ],
  offerChosen: [['deposit'], ['no-one'], isToUse],
  signingFailed: [['contact'], ['signing-unanswered'], waiting({ signing: 'open' })],
  completing: [['docusign-loading'], ['outcome'], waiting({ signing: 'open' })],
  signingDeclined: [['docusign-incomplete'], ['signing-declined'], has({ signing: 'declined' })],
  signingVoided: [
    ['error'],
    ['signing-voided'],
    has({ phase: 'ended', approval: 'approved', signing: 'none' }),
  ],
  signedHeld: [['verification-needed'], ['held'], has({ heldFor: 'check', signing: 'completed' })],
  vehicleUnproven: [
    ['verification-documents'],
    ['vehicle-unproven'],
    waiting({ signing: 'completed', heldFor: 'nothing' }),
  ],
  approvalWithdrawn: [['expired'], ['notice'], past('approval-withdrawn')],
  signed: [['docusign-success'], ['signed-copy'], has({ phase: 'live', signing: 'completed' })],
  done: [['success'], ['signed-copy'], has({ phase: 'ended', signing: 'completed' })],
  disbursementReturned: [['other-account'], ['account-update'], has({ phase: 'live', signing: 'completed' })],
  decidedByBranch: [['error'], ['branch'], has({ phase: 'ended' })],
  withdrawn: [['withdrawn'], ['withdrawal-notice'], has({ withdrawn: 'application' })],
  loanCanceled: [['withdrawn'], ['withdrawal-notice'], has({ withdrawn: 'loan' })],
};

const titleHolds = (title: string, state: Declared): boolean => untrue([title], state).length === 0;

function titlesOf(state: Declared): string[] {
  const { statusText: name, notifiedBy } = state;
  const subjects =
    notifiedBy.by === 'email' ? [stateEmail(notifiedBy.email, { resume: undefined }, lender).subject] : [];
  return [
    statusText[name].heading,
    statusText[name].text,
    ...viewsOf(state).map(({ defaultScreen }) => screens[defaultScreen].title),
    ...subjects,
  ];
}

type Marker = StageMarker | 'source';
const markerLaws: { readonly [S in ScreenName]?: readonly Marker[] } = {
  'update-application-details': ['source'],
  'phone-check': ['source', 'loanRequest'],
  loading: ['source'],
  vehicle: ['source'],
  offers: ['loanRequest'],
  'bank-link': ['loanRequest'],
  'verification-needed': ['verification'],
  'verification-loading': ['verification'],
  'verification-chat': ['verification'],
  'verification-success': ['verificationSuccess'],
  'approval-loading': ['verificationSuccess'],
  'approval-declined': ['receiveFundsDeclined'],
  'approval-payment': ['receiveFundsOffers'],
  deposit: ['receiveFundsOffers'],
  'confirm-email': ['receiveFundsOffers'],
  'thank-you': ['receiveFundsEnd'],
  'other-account': ['receiveFundsEnd'],
  'docusign-canceled': ['docuSignResult'],
  'docusign-expired': ['docuSignResult'],
  'docusign-loading': ['docuSignResult'],
  'docusign-incomplete': ['docuSignResult'],
  'verification-documents': ['docuSignResult'],
  'docusign-success': ['receiveFundsAutoPay'],
  'fast-path-options': ['fastPath'],
  'fast-path-loading': ['fastPath'],
  'fast-path-counteroffer': ['fastPath'],
  'fast-path-select-payment': ['fastPathDepositFunds'],
  'fast-path-confirm-email': ['fastPathDepositFunds'],
  'fast-path-thank-you': ['fastPathEnd'],
  error: ['error'],
  contact: ['error'],
  'verification-error': ['error'],
  'fast-path-declined': ['error'],
  'capture-only': ['flowEnd'],
  expired: ['flowEnd'],
  duplicate: ['flowEnd'],
  'customer-login': ['flowEnd'],
  declined: ['flowEnd'],
  'too-young': ['flowEnd'],
  'out-of-trade-area': ['flowEnd'],
  withdrawn: ['flowEnd'],
  success: ['flowEnd'],
};

/** Where an application is whose denial has this basis: its reasons are read from there. */
const basisLaws: Readonly<Record<DenialBasis | 'branch', (state: Declared) => boolean>> = {
  branch: ({ statusText }) => statusText === 'decidedByBranch',
  prequalification: ({ part, phase, heldFor }) =>
    part === 'prequalification' && (phase === 'ended' || heldFor === 'identity'),
  approval: ({ part, approval }) =>
    part === 'approval' && ['pending', 'referred', 'declined', 'rejected'].includes(approval),
  'trade-area': ({ publicOutcome }) => publicOutcome === 'out-of-trade-area',
  'under-age': ({ publicOutcome }) => publicOutcome === 'under-age',
  'recent-loan': ({ offersPast }) => offersPast === 'void',
  'no-report': ({ part, approval, heldFor }) =>
    heldFor === 'nothing' && (part === 'prequalification' || ['pending', 'referred'].includes(approval)),
  identity: ({ heldFor, phase }) => heldFor === 'check' || phase === 'ended',
  'terms-changed': ({ part, phase }) => part === 'signing' && phase === 'ended',
  verification: ({ heldFor }) => heldFor === 'bank',
};
const refusals: Readonly<Record<DenialBasis, readonly chart.JourneyEvent[]>> = {
  prequalification: ['declined', 'rejected'],
  approval: ['declined', 'rejected'],
  'trade-area': ['outOfTradeArea'],
  'under-age': ['underAge'],
  'recent-loan': ['recentLoanFound'],
  'no-report': [],
  identity: ['holdRefused'],
  'terms-changed': ['approvalWithdrawn'],
  verification: [],
};

/** What an applicant who has this to send or to do is asked for. */
const missingLaws: Readonly<Record<Missing, (state: Declared) => boolean>> = {
  'phone-code': ({ defaultScreen }) => defaultScreen === 'phone-check',
  vehicle: ({ deadline }) => deadline === 'vehicle',
  'offer-choice': (state) => hasOffers(state) && state.part === 'offers',
  'bank-account': ({ part, heldFor, verification }) =>
    heldFor === 'nothing' && (part === 'offers' || (part === 'verification' && verification !== 'FINISHED')),
  'final-consent': ({ part, verification, heldFor }) =>
    part === 'verification' && verification === 'FINISHED' && heldFor === 'nothing',
  'identity-documents': ({ heldFor }) => heldFor === 'identity',
  'verification-documents': ({ heldFor }) => heldFor === 'bank',
  'account-login': ({ publicOutcome }) => publicOutcome === 'present-borrower',
  'credit-report': ({ branchCalls, phase }) => branchCalls && phase === 'ended',
  'new-request': ({ offersPast }) => offersPast === 'expired',
};

const expiries: Readonly<Record<Deadline, chart.StateName | undefined>> = {
  none: undefined,
  vehicle: undefined,
  offers: 'OFFER_EXPIRED',
  counteroffer: 'OFFER_EXPIRED',
  approval: 'APPROVAL_EXPIRED',
  documents: 'STEP_UP_EXPIRED',
  // Its end is a refusal with a notice.
  papers: undefined,
};

function deadlinesOf(state: Declared): readonly Deadline[] {
  const { part, phase, heldFor, approval, signing, status, on = {} } = state;
  // A reviewer may continue it after an outage, with the offers that it had.
  if (phase === 'ended') return 'reviewContinued' in on && part === 'approval' ? ['offers'] : ['none'];
  if (heldFor === 'identity') return ['documents'];
  if (signing === 'completed') return ['none', 'papers'];
  if (approval === 'approved') return ['approval'];
  if (approval === 'pending') return ['offers', 'counteroffer'];
  return status === 'PREQUALIFIED' ? ['offers'] : ['none', 'vehicle'];
}

const viewsOf = (state: Declared): View[] =>
  state.fastPath?.defaultScreen || state.fastPath?.stageMarker
    ? [state, { ...state, ...state.fastPath }]
    : [state];

function brokenBy(state: Declared): string[] {
  const { requiredNotice: required, on = {}, heldFor, phase, part, approval, verification, signing } = state;
  const [screensOfText, emailsOfText, holds] = textLaws[state.statusText];
  const { expiry }: StatusText = statusText[state.statusText];
  const bases = [
    'basis' in required ? required.basis : undefined,
    'denial' in required ? required.denial : undefined,
    required.notice === 'manual-review' && required.otherwise?.notice === 'denial'
      ? required.otherwise.basis
      : undefined,
  ].filter((basis) => basis !== undefined);
  const asked = required.notice === 'manual-review' ? required.otherwise : required;
  const leadsTo = (event: chart.JourneyEvent): chart.StateName | undefined => {
    const reaction = (on as Partial<Record<chart.JourneyEvent, object>>)[event];
    return reaction && 'to' in reaction ? (reaction.to as chart.StateName) : undefined;
  };
  const continued = leadsTo('reviewContinued');
  const expires = expiries[state.deadline];
  const mayUpload = state.reads?.includes('uploads') === true;
  const isShown = state.reads?.includes('adverseAction') === true;
  const { by } = state.notifiedBy;
  const laws: Readonly<Record<string, boolean>> = {
    'status text and facts': holds(state),
    'titles and facts': titlesOf(state).every((title) => titleHolds(title, state)),
    'status text and screen': viewsOf(state).every(({ defaultScreen }) =>
      screensOfText.includes(defaultScreen),
    ),
    'status text and email': emailsOfText.includes(notifiedAs(state.notifiedBy)),
    'status text and deadline':
      expiry === undefined ||
      (expiry.startsWith('Approval')
        ? ['approval']
        : ['offers', 'counteroffer', 'documents', 'vehicle']
      ).includes(state.deadline),
    'screen and marker': viewsOf(state).every(({ defaultScreen, stageMarker }) =>
      markerLaws[defaultScreen]?.includes(stageMarker),
    ),
    'basis of a denial': bases.every((basis) => basisLaws[basis](state)),
    'one basis': new Set(bases).size <= 1 || required.notice === 'none',
    'a refusal is a denial':
      !(state.status === 'DECLINED' || approval === 'declined' || approval === 'rejected') ||
      required.notice === 'denial',
    'a denial is final, shown and sent':
      required.notice !== 'denial' || (phase === 'ended' && isShown && by === 'notice'),
    'what a review may deny':
      required.notice !== 'manual-review' ||
      (signing === 'completed'
        ? leadsTo('approvalWithdrawn') !== undefined
        : // Not known yet whether an approval or a signed loan is behind it.
          leadsTo('restoredLeftToBranch') !== undefined ||
          leadsTo('denied') !== undefined ||
          (phase === 'ended' && isShown)),
    'a review is left to the branch that decided':
      required.notice !== 'manual-review' ||
      (leadsTo('branchDecided') !== undefined) === (phase !== 'ended' && required.otherwise !== undefined),
    'an approval to sign has its notice':
      approval !== 'approved' ||
      phase === 'ended' ||
      heldFor !== 'nothing' ||
      ['approval', 'counteroffer'].includes(required.notice),
    'no notice only for a reason': required.notice !== 'none' || required.because.endsWith('.'),
    'an email with a notice has one':
      by !== 'notice' || ['denial', 'approval', 'counteroffer'].includes(required.notice),
    'a running job notifies': by !== 'outcome' || phase === 'waiting',
    'who needs a person is notified':
      phase === 'ended' ||
      !['contact', 'verification-chat', 'verification-error'].includes(state.defaultScreen) ||
      ['notice', 'email', 'stage'].includes(by),
    'an outcome is a decision':
      phase !== 'ended' ||
      !(state.status === 'DECLINED' || state.status === 'REJECTED') ||
      required.notice !== 'none' ||
      required.basis !== undefined ||
      // The denial that ended it is its notice, with its decision.
      state.statusText === 'decidedAgainst',
    'what is missing': asked?.notice !== 'incomplete' || missingLaws[asked.missing](state),
    'what a reviewer clears':
      heldFor === 'nothing' ||
      (required.notice === 'manual-review' &&
        (heldFor !== 'bank' || (part === 'verification' && required.denial === 'verification')) &&
        (heldFor !== 'identity' || required.otherwise?.notice === 'incomplete')),
    'documents to clear it': heldFor === 'nothing' || mayUpload === (heldFor !== 'check'),
    deadline: deadlinesOf(state).includes(state.deadline),
    'expiry and deadline': [undefined, expires].includes(leadsTo('expired')),
    'a deadline of what the applicant does': phase !== 'live' || leadsTo('expired') === expires,
    withdrawal: [undefined, signing === 'completed' ? 'LOAN_CANCELED' : 'WITHDRAWN'].includes(
      leadsTo('withdrawn'),
    ),
    denial: [undefined, 'DENIED'].includes(leadsTo('denied')),
    restore: [continued && 'RESTORED', 'RESTORED'].includes(leadsTo('restored')),
    'branch decision': [undefined, 'DECIDED_BY_BRANCH'].includes(leadsTo('branchDecided')),
    'where a review leads':
      continued === undefined ||
      (continued in chart.parts[part] && chart.stateOf(continued).heldFor === 'nothing'),
    'past offers and screen':
      state.offersPast === 'none' || (phase === 'ended' && state.defaultScreen === 'expired'),
    'inquiry and screen':
      state.tellsInquiry ===
      ['error', 'contact', 'approval-declined', 'fast-path-declined'].includes(state.defaultScreen),
    'branch and text': state.branchCalls === (state.statusText === 'byBranch'),
    'what was withdrawn and phase': state.withdrawn === 'nothing' || phase === 'ended',
    'public outcome and part': state.publicOutcome === 'none' || part === 'prequalification',
    'approval and part':
      part === 'signing' ? approval === 'approved' : part === 'approval' || approval === 'none',
    'signing and part': part === 'signing' || signing === 'none',
    'verification and part': verification === 'NOT_STARTED' || !['prequalification', 'offers'].includes(part),
    'status and part':
      part === 'prequalification' ? state.status !== 'PREQUALIFIED' : state.status === 'PREQUALIFIED',
  };
  return Object.entries(laws).flatMap(([law, isHeld]) => (isHeld ? [] : [law]));
}

/** A restored backup may have stopped it before any decision. */
const stopped = 'RESTORED' satisfies chart.StateName;

describe.each(Object.keys(chart.parts) as Part[])('no state contradicts itself in %s', (part) => {
  const states: Readonly<Partial<Record<string, StateDeclaration<chart.StateName>>>> = chart.parts[part];
  it.each(Object.keys(states))('%s', (name) => {
    const declared = states[name];
    if (declared === undefined) throw new Error(`There is no ${name}.`);
    const broken = brokenBy({ ...declared, part });
    expect(broken.filter((law) => law !== 'status and part' || name !== stopped)).toEqual([]);
  });
});

it('a refusal has the basis of the event that led to it', () => {
  for (const path of chart.paths)
    for (const state of chart.stateNames)
      for (const event of chart.eventsOf({ state, path })) {
        const transition = chart.transitionOf({ state, path }, event);
        const to = transition && chart.destinationOf(transition, transition.path ?? path);
        const required = to && chart.stateOf(to).requiredNotice;
        if (required?.notice === 'denial')
          expect(refusals[required.basis], `${event} to ${to}`).toContain(event);
      }
});

it('whatever a running job leads to notifies its applicant', () => {
  for (const path of chart.paths)
    for (const state of chart.stateNames.filter((name) => chart.stateOf(name).notifiedBy.by === 'outcome'))
      for (const event of chart.eventsOf({ state, path })) {
        const transition = chart.transitionOf({ state, path }, event);
        const to = transition && chart.destinationOf(transition, path);
        if (to !== undefined) expect(chart.stateOf(to).notifiedBy.by, `${event} to ${to}`).not.toBe('no-one');
      }
});

describe('a copy of a state with one mistake breaks a law', () => {
  const { NOT_VERIFIED } = verificationStates;
  const copy: Declared = { ...NOT_VERIFIED, part: 'verification' };
  const others = <T>(all: readonly T[], own: T) => all.filter((value) => value !== own);
  const changed = (what: Partial<Declared>): Declared => ({ ...copy, ...what }) as Declared;
  /** A copy for each other value of one fact. */
  const withOther = <K extends keyof Declared>(fact: K, all: readonly Declared[K][]) =>
    others(all, copy[fact]).map((value) => changed({ [fact]: value } as Partial<Declared>));
  const leading = (event: keyof typeof NOT_VERIFIED.on, to: chart.StateName) =>
    changed({ on: { ...NOT_VERIFIED.on, [event]: { to } } } as Partial<Declared>);
  const bases = Object.keys(basisLaws) as DenialBasis[];
  const mistakes: Readonly<Record<string, readonly Declared[]>> = {
    'wrong denial basis': others(bases, 'verification').map((basis) =>
      changed({ requiredNotice: reviewOrIncomplete('verification-documents', basis) }),
    ),
    'wrong documents in the notice': others(
      Object.keys(missingLaws) as Missing[],
      'verification-documents',
    ).map((missing) => changed({ requiredNotice: reviewOrIncomplete(missing, 'verification') })),
    'no review by a person': [
      changed({ requiredNotice: { notice: 'incomplete', missing: 'verification-documents' } }),
    ],
    'wrong expired target': others(chart.stateNames, 'OFFER_EXPIRED').map((to) => leading('expired', to)),
    'wrong withdrawn target': others(chart.stateNames, 'WITHDRAWN').map((to) => leading('withdrawn', to)),
    'wrong denied target': others(chart.stateNames, 'DENIED').map((to) => leading('denied', to)),
    'a review that leads back': [
      leading('reviewContinued', 'NOT_VERIFIED'),
      leading('reviewContinued', 'APPROVING'),
    ],
    'wrong email': others(stateEmailNames, 'not-verified').map((email) =>
      changed({ notifiedBy: { by: 'email', email } } as Partial<Declared>),
    ),
    'wrong status text': withOther('statusText', Object.keys(statusText) as StatusTextName[]),
    'wrong stage marker': withOther('stageMarker', [...stageMarkers, 'source']),
    'wrong default screen': withOther('defaultScreen', screenNames),
    'wrong deadline': withOther('deadline', Object.keys(expiries) as Deadline[]),
    'held for something else': withOther('heldFor', ['nothing', 'check', 'identity', 'bank']),
    'wrong verification status': withOther('verification', ['NOT_STARTED', 'PENDING', 'FAILED', 'FINISHED']),
    'wrong approval': [changed({ approval: 'approved' }), changed({ approval: 'pending' })],
    'wrong prequalification status': [changed({ status: 'STEP_UP' }), changed({ status: 'DECLINED' })],
    'no documents to send': [changed({ reads: ['verification', 'callBack'] })],
    'wrong part': withOther('part', Object.keys(chart.parts) as Part[]),
  };

  it('and without one breaks none', () => expect(brokenBy(copy)).toEqual([]));

  it.each([
    "You're prequalified",
    'Your information is verified',
    "You're approved",
    'Your documents are signed',
    'Your offers have expired',
  ])('wrong title: %s', (title) => expect(titleHolds(title, copy)).toBe(false));

  it.each(Object.entries(mistakes))('%s', (_, copies) => {
    for (const mistaken of copies) expect(brokenBy(mistaken), JSON.stringify(mistaken)).not.toEqual([]);
  });
});
