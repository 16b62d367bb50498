// Laws between what a state declares. The last test makes every single mistake and expects a broken law.
import { describe, expect, it } from 'vitest';
import { type StageMarker, stageMarkers } from '#contract/journey.ts';
import { type ScreenName, screenNames, screens } from '#contract/screens.ts';
import { loadLender } from '#lender/load.ts';
import { untrue } from '../../test/claims.ts';
import { stateEmail, stateEmailNames } from '../wording/state-emails.ts';
import { type StatusText, type StatusTextName, statusText } from '../wording/status-text.ts';
import {
  destinationOf,
  eventsOf,
  type JourneyEvent,
  parts,
  paths,
  type StateName,
  stateNames,
  stateOf,
  transitionOf,
} from './chart.ts';
import { type DenialBasis, type Missing, type Notification, reviewOrIncomplete } from './required-notices.ts';
import type { Deadline, StateDeclaration, View } from './state-declaration.ts';
import { verificationStates } from './verification-states.ts';

const lender = loadLender();

type Part = keyof typeof parts;
type Declared = StateDeclaration<StateName> & { readonly part: Part };

const notifiedAs = (notification: Notification): string =>
  'email' in notification
    ? notification.email
    : 'operation' in notification
      ? notification.operation
      : notification.by;

interface TextLaw {
  readonly at: readonly ScreenName[];
  /** The emails that say the same, by their name, or how else the applicant is notified. */
  readonly with: readonly string[];
  readonly holds: (state: Declared) => boolean;
}
const isLive = ({ phase }: Declared) => phase === 'live';
const isEnded = ({ phase }: Declared) => phase === 'ended';
const waits = ({ phase }: Declared) => phase === 'waiting';
const hasOffers = (state: Declared) => isLive(state) && state.deadline === 'offers';
const isToUse = (state: Declared) =>
  isLive(state) && state.approval === 'approved' && state.deadline === 'approval' && state.signing === 'none';
const past =
  (why: Declared['offersPast']) =>
  (state: Declared): boolean =>
    isEnded(state) && state.offersPast === why;

const textLaws: Readonly<Record<StatusTextName, TextLaw>> = {
  saved: { at: ['capture-only'], with: ['delayed'], holds: waits },
  checking: {
    at: ['verification-needed'],
    with: ['held'],
    holds: ({ heldFor, signing }) => heldFor === 'check' && signing === 'none',
  },
  decidedAgainst: {
    at: ['error', 'declined', 'too-young', 'approval-declined', 'fast-path-declined'],
    with: ['notice', 'adverse-action', 'not-an-applicant'],
    holds: (state) =>
      isEnded(state) &&
      (['DECLINED', 'REJECTED'].includes(state.status) || ['declined', 'rejected'].includes(state.approval)),
  },
  byBranch: { at: ['error', 'contact'], with: ['branch-takes-over'], holds: (state) => state.branchCalls },
  finalRun: {
    at: ['approval-loading', 'fast-path-loading'],
    with: ['outcome'],
    holds: (state) => waits(state) && state.approval === 'pending',
  },
  tracing: {
    at: ['contact'],
    with: ['inquiry-unresolved'],
    holds: (state) => waits(state) && state.approval === 'pending',
  },
  accountChosen: { at: ['confirm-email', 'fast-path-confirm-email'], with: ['no-one'], holds: isToUse },
  toSign: {
    at: ['thank-you', 'fast-path-thank-you', 'docusign-canceled', 'docusign-expired'],
    with: ['documents', 'unsigned'],
    holds: (state) => isLive(state) && state.signing === 'open',
  },
  prequalified: { at: ['offers'], with: ['offers-ready'], holds: hasOffers },
  approved: {
    at: ['approval-payment'],
    with: ['notice'],
    holds: (state) => isToUse(state) && state.requiredNotice.notice === 'approval',
  },
  approvalOver: { at: ['expired'], with: ['approval-over'], holds: past('approval-expired') },
  lead: {
    at: ['update-application-details'],
    with: ['not-an-applicant'],
    holds: (state) => isLive(state) && !state.isSubmitted,
  },
  phoneCheck: { at: ['phone-check'], with: ['no-one'], holds: ({ status }) => status === 'PENDING' },
  deciding: {
    at: ['loading'],
    with: ['outcome'],
    holds: (state) => waits(state) && state.approval === 'none',
  },
  vehicleNeeded: {
    at: ['vehicle'],
    with: ['vehicle-needed'],
    holds: ({ deadline }) => deadline === 'vehicle',
  },
  superseded: {
    at: ['expired'],
    with: ['not-an-applicant'],
    holds: (state) => isEnded(state) && !state.isSubmitted,
  },
  duplicate: {
    at: ['duplicate'],
    with: ['duplicate'],
    holds: ({ publicOutcome, emailedLink }) => publicOutcome === 'duplicate' && emailedLink === 'earlier',
  },
  duplicateInCore: {
    at: ['duplicate'],
    with: ['duplicate-in-core'],
    holds: ({ publicOutcome, emailedLink }) => publicOutcome === 'duplicate' && emailedLink === 'nothing',
  },
  presentBorrower: {
    at: ['customer-login'],
    with: ['present-borrower'],
    holds: ({ publicOutcome }) => publicOutcome === 'present-borrower',
  },
  stepUp: {
    at: ['verification-needed'],
    with: ['step-up'],
    holds: (state) => waits(state) && state.heldFor === 'identity',
  },
  stepUpExpired: { at: ['expired'], with: ['step-up-expired'], holds: past('request-closed') },
  outOfTradeArea: {
    at: ['out-of-trade-area'],
    with: ['notice'],
    holds: ({ publicOutcome }) => publicOutcome === 'out-of-trade-area',
  },
  fastPathOffered: { at: ['fast-path-options'], with: ['offers-ready'], holds: hasOffers },
  fastPathApproved: { at: ['fast-path-select-payment'], with: ['notice'], holds: isToUse },
  fastPathCounteroffer: {
    at: ['fast-path-counteroffer'],
    with: ['notice'],
    holds: ({ deadline }) => deadline === 'counteroffer',
  },
  phoneChanged: { at: ['phone-check'], with: ['no-one'], holds: hasOffers },
  termsAccepted: {
    at: ['bank-link'],
    with: ['no-one'],
    holds: (state) => hasOffers(state) && state.verification === 'NOT_STARTED',
  },
  offerVoid: { at: ['expired'], with: ['notice'], holds: past('void') },
  offerExpired: { at: ['expired'], with: ['offers-expired'], holds: past('expired') },
  verifying: {
    at: ['verification-loading'],
    with: ['outcome'],
    holds: (state) => waits(state) && state.verification === 'PENDING',
  },
  verified: {
    at: ['verification-success'],
    with: ['verification-made'],
    holds: ({ verification, heldFor }) => verification === 'FINISHED' && heldFor === 'nothing',
  },
  notVerified: {
    at: ['verification-chat'],
    with: ['not-verified'],
    holds: ({ verification, heldFor }) => verification === 'FINISHED' && heldFor === 'bank',
  },
  verificationFailed: {
    at: ['verification-error'],
    with: ['bank-unread'],
    holds: ({ verification }) => verification === 'FAILED',
  },
  restored: {
    at: ['contact'],
    with: ['delayed'],
    holds: (state) => waits(state) && state.status === 'PENDING',
  },
  approvedOtherwise: {
    at: ['approval-payment'],
    with: ['notice'],
    holds: (state) => isToUse(state) && state.requiredNotice.notice === 'counteroffer',
  },
  offerChosen: { at: ['deposit'], with: ['no-one'], holds: isToUse },
  signingFailed: {
    at: ['contact'],
    with: ['signing-unanswered'],
    holds: (state) => waits(state) && state.signing === 'open',
  },
  completing: {
    at: ['docusign-loading'],
    with: ['outcome'],
    holds: (state) => waits(state) && state.signing === 'open',
  },
  signingDeclined: {
    at: ['docusign-incomplete'],
    with: ['signing-declined'],
    holds: ({ signing }) => signing === 'declined',
  },
  signingVoided: {
    at: ['error'],
    with: ['signing-voided'],
    holds: (state) => isEnded(state) && state.approval === 'approved' && state.signing === 'none',
  },
  signedHeld: {
    at: ['verification-needed'],
    with: ['held'],
    holds: ({ heldFor, signing }) => heldFor === 'check' && signing === 'completed',
  },
  vehicleUnproven: {
    at: ['verification-documents'],
    with: ['vehicle-unproven'],
    holds: (state) => waits(state) && state.signing === 'completed' && state.heldFor === 'nothing',
  },
  approvalWithdrawn: { at: ['expired'], with: ['notice'], holds: past('approval-withdrawn') },
  signed: {
    at: ['docusign-success'],
    with: ['signed-copy'],
    holds: (state) => isLive(state) && state.signing === 'completed',
  },
  done: {
    at: ['success'],
    with: ['signed-copy'],
    holds: (state) => isEnded(state) && state.signing === 'completed',
  },
  disbursementReturned: {
    at: ['other-account'],
    with: ['account-update'],
    holds: (state) => isLive(state) && state.signing === 'completed',
  },
  decidedByBranch: { at: ['error'], with: ['branch'], holds: isEnded },
  withdrawn: {
    at: ['withdrawn'],
    with: ['withdrawal-notice'],
    holds: ({ withdrawn }) => withdrawn === 'application',
  },
  loanCanceled: {
    at: ['withdrawn'],
    with: ['withdrawal-notice'],
    holds: ({ withdrawn }) => withdrawn === 'loan',
  },
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
const refusals: Readonly<Record<DenialBasis, readonly JourneyEvent[]>> = {
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

const expiries: Readonly<Record<Deadline, StateName | undefined>> = {
  none: undefined,
  vehicle: undefined,
  offers: 'OFFER_EXPIRED',
  counteroffer: 'OFFER_EXPIRED',
  approval: 'APPROVAL_EXPIRED',
  documents: 'STEP_UP_EXPIRED',
};

function deadlinesOf({
  part,
  phase,
  heldFor,
  approval,
  signing,
  status,
  on = {},
}: Declared): readonly Deadline[] {
  // A reviewer may continue it after an outage, with the offers that it had.
  if (phase === 'ended') return 'reviewContinued' in on && part === 'approval' ? ['offers'] : ['none'];
  if (heldFor === 'identity') return ['documents'];
  if (signing === 'completed') return ['none'];
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
  const text = textLaws[state.statusText];
  const { expiry }: StatusText = statusText[state.statusText];
  const bases = [
    'basis' in required ? required.basis : undefined,
    'denial' in required ? required.denial : undefined,
    required.notice === 'manual-review' && required.otherwise?.notice === 'denial'
      ? required.otherwise.basis
      : undefined,
  ].filter((basis) => basis !== undefined);
  const asked = required.notice === 'manual-review' ? required.otherwise : required;
  const leadsTo = (event: JourneyEvent): StateName | undefined => {
    const reaction = (on as Partial<Record<JourneyEvent, object>>)[event];
    return reaction && 'to' in reaction ? (reaction.to as StateName) : undefined;
  };
  const continued = leadsTo('reviewContinued');
  const expires = expiries[state.deadline];
  const mayUpload = state.reads?.includes('uploads') === true;
  const laws: Readonly<Record<string, boolean>> = {
    'status text and facts': text.holds(state),
    'titles and facts': titlesOf(state).every((title) => titleHolds(title, state)),
    'status text and screen': viewsOf(state).every(({ defaultScreen }) => text.at.includes(defaultScreen)),
    'status text and email': text.with.includes(notifiedAs(state.notifiedBy)),
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
    restore: [undefined, 'RESTORED'].includes(leadsTo('restored')),
    'branch decision': [undefined, 'DECIDED_BY_BRANCH'].includes(leadsTo('branchDecided')),
    'where a review leads':
      continued === undefined || (continued in parts[part] && stateOf(continued).heldFor === 'nothing'),
    'past offers and screen':
      state.offersPast === 'none' || (phase === 'ended' && state.defaultScreen === 'expired'),
    'inquiry and screen': state.tellsInquiry === ['error', 'contact'].includes(state.defaultScreen),
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
  return Object.entries(laws).flatMap(([law, holds]) => (holds ? [] : [law]));
}

/** A restored backup may have stopped it before any decision. */
const stopped = 'RESTORED' satisfies StateName;

describe('no state contradicts itself', () => {
  const partNames = Object.keys(parts) as Part[];
  describe.each(partNames)('in %s', (part) => {
    const states: Readonly<Partial<Record<string, StateDeclaration<StateName>>>> = parts[part];
    it.each(Object.keys(states))('%s', (name) => {
      const declared = states[name];
      if (declared === undefined) throw new Error(`There is no ${name}.`);
      const broken = brokenBy({ ...declared, part });
      expect(broken.filter((law) => law !== 'status and part' || name !== stopped)).toEqual([]);
    });
  });
});

it('a refusal has the basis of the event that led to it', () => {
  for (const path of paths)
    for (const state of stateNames)
      for (const event of eventsOf({ state, path })) {
        const transition = transitionOf({ state, path }, event);
        const to = transition && destinationOf(transition, transition.path ?? path);
        const required = to && stateOf(to).requiredNotice;
        if (required?.notice === 'denial')
          expect(refusals[required.basis], `${event} to ${to}`).toContain(event);
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
  const leading = (event: keyof typeof NOT_VERIFIED.on, to: StateName) =>
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
    'wrong expired destination': others(stateNames, 'OFFER_EXPIRED').map((to) => leading('expired', to)),
    'wrong withdrawn destination': others(stateNames, 'WITHDRAWN').map((to) => leading('withdrawn', to)),
    'wrong denied destination': others(stateNames, 'DENIED').map((to) => leading('denied', to)),
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
    'wrong part': withOther('part', Object.keys(parts) as Part[]),
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
