// From a partner's lead or the form to the decision on the soft pull.
import { deniedFor, reviewOrDenial, reviewOrIncomplete } from './required-notices.ts';
import type { StateDeclaration } from './state-declaration.ts';
import {
  applicantExits,
  callActions,
  decidable,
  decidingNow,
  delayed,
  deniable,
  deniedInTime,
  duplicate,
  endedInError,
  heldForReview,
  lapsed,
  leftToBranch,
  readActions,
  restorable,
  resumeActions,
  undecided,
  undecidedExits,
  undecidedInTime,
} from './state-groups.ts';

const decided = {
  prequalified: { to: 'PREQUALIFIED', effects: ['emailOffers'] },
  fastPathOpened: { to: 'FAST_PATH_OFFERED', effects: ['emailOffers'] },
  steppedUp: { to: 'STEP_UP' },
  declined: { to: 'DECLINED' },
  rejected: { to: 'REJECTED' },
  outOfTradeArea: { to: 'OUT_OF_TRADE_AREA' },
  held: { to: 'HELD' },
} as const;
const knownToCore = {
  coreDuplicateFound: { to: 'DUPLICATE_IN_CORE' },
  presentBorrowerFound: { to: 'PRESENT_BORROWER' },
} as const;
const openEnded = { never: 'It has no offers, and no notice but the law’s is due.' };

const saved = {
  ...undecided,
  ...delayed,
  publicOutcome: 'captured',
  requiredNotice: reviewOrDenial('no-report'),
} as const;
const decidedLater = {
  resumed: { to: 'DECIDING' },
  ...duplicate,
  failed: { to: 'DECISION_FAILED', effects: ['openBranchCase'] },
  expired: { never: 'It fails when the lender’s time for an outage is over.' },
  ...undecidedExits,
} as const;

const ended = { ...undecided, phase: 'ended', stageMarker: 'flowEnd' } as const;
const rejected = { statusText: 'decidedAgainst', ...undecided, ...endedInError, status: 'REJECTED' } as const;
const tooYoung = {
  ...ended,
  statusText: 'decidedAgainst',
  publicOutcome: 'under-age',
  replaceable: true,
  defaultScreen: 'too-young',
} as const;

export const prequalificationStates = {
  LEAD: {
    statusText: 'lead',
    ...undecided,
    isSubmitted: false,
    phase: 'live',
    defaultScreen: 'update-application-details',
    reads: ['branch'],
    stageMarker: 'source',
    requiredNotice: {
      notice: 'none',
      because: 'The person in a partner’s lead applies by opening the link (12 CFR 1002.2(f)).',
    },
    notifiedBy: {
      by: 'not-an-applicant',
      because: 'The person in a partner’s lead has not opened the link yet.',
    },
    on: {
      leadAdmitted: { to: 'PHONE_CHECK' },
      // The partner submitted a newer lead for the same person.
      superseded: { to: 'SUPERSEDED' },
      expired: openEnded,
      withdrawn: { never: 'Its person has not applied yet.' },
      denied: { never: 'Its person has not applied yet.' },
      ...restorable,
    },
  },
  PHONE_CHECK: {
    statusText: 'phoneCheck',
    ...undecided,
    phase: 'live',
    defaultScreen: 'phone-check',
    // A partner's applicant corrects a wrong number there; our own applicants do so in the form.
    otherScreens: ['update-application-details'],
    reads: ['branch'],
    stageMarker: 'source',
    requiredNotice: { notice: 'incomplete', missing: 'phone-code' },
    notifiedBy: { by: 'no-one' },
    on: {
      detailsUpdated: { to: 'PHONE_CHECK' },
      codeAccepted: { to: 'DECIDING', effects: ['decide'] },
      ...duplicate,
      duplicateFound: { to: 'DUPLICATE' },
      ...knownToCore,
      underAge: { to: 'UNDER_AGE' },
      underAgeRecorded: { to: 'UNDER_AGE_RECORDED' },
      delayed: { to: 'CAPTURED', effects: ['decideCaptured'] },
      expired: openEnded,
      ...applicantExits,
    },
  },
  DECIDING: {
    statusText: 'deciding',
    ...undecided,
    phase: 'waiting',
    waitsFor: 'vendor',
    defaultScreen: 'loading',
    // Where a browser goes after a long wait.
    otherScreens: ['capture-only'],
    // A bank that was linked in a step-up may lead here before its page has requested the result.
    reads: ['job', 'verification', ...readActions],
    stageMarker: 'source',
    requiredNotice: reviewOrDenial('no-report'),
    notifiedBy: { by: 'outcome' },
    on: {
      ...decided,
      vehicleNeeded: { to: 'VEHICLE_NEEDED' },
      delayed: { to: 'DECISION_DELAYED' },
      failed: { to: 'DECISION_FAILED', effects: ['openBranchCase'] },
      ...decidingNow,
      ...decidable,
      ...restorable,
    },
  },
  // The form arrived while a vendor or the core system was unavailable: neither the phone nor the person is checked yet.
  CAPTURED: { ...saved, on: { ...decidedLater, ...knownToCore } },
  // A vendor that the decision needs stopped responding while we decided.
  DECISION_DELAYED: { ...saved, on: decidedLater },
  // Nothing can be offered without a vehicle, the records show none, and the lender takes one from the applicant.
  VEHICLE_NEEDED: {
    statusText: 'vehicleNeeded',
    ...undecided,
    deadline: 'vehicle',
    phase: 'live',
    defaultScreen: 'vehicle',
    reads: ['job', 'vehicle', 'withoutVehicle', ...resumeActions],
    stageMarker: 'source',
    requiredNotice: { notice: 'incomplete', missing: 'vehicle' },
    notifiedBy: { by: 'email', email: 'vehicle-needed' },
    on: {
      ...decided,
      ...duplicate,
      // The retention round decides it without a vehicle when its time is over (evidence/retention).
      expired: { never: 'It is decided without a vehicle when its time is over.' },
      ...applicantExits,
    },
  },
  // A reviewer must decide on what a screening found, or did not find, before anything continues.
  HELD: {
    statusText: 'checking',
    ...undecided,
    ...heldForReview,
    status: 'STEP_UP',
    reads: ['job', ...readActions],
    requiredNotice: reviewOrDenial('identity'),
    on: {
      holdReleased: { to: 'DECIDING', effects: ['decide'] },
      holdRefused: { to: 'HOLD_REFUSED' },
      ...duplicate,
      ...deniedInTime,
    },
  },

  SUPERSEDED: {
    statusText: 'superseded',
    ...ended,
    isSubmitted: false,
    resumable: false,
    offersPast: 'superseded',
    emailedLink: 'nothing',
    defaultScreen: 'expired',
    requiredNotice: { notice: 'none', because: 'The newer lead of the same person takes its place.' },
    notifiedBy: {
      by: 'not-an-applicant',
      because: 'The person never opened this lead, and has a newer one.',
    },
  },
  DUPLICATE: {
    statusText: 'duplicate',
    ...ended,
    publicOutcome: 'duplicate',
    emailedLink: 'earlier',
    defaultScreen: 'duplicate',
    reads: ['earlierLink', 'openEarlier', 'branch'],
    requiredNotice: { notice: 'none', because: 'The earlier application has its own notice.' },
    notifiedBy: { by: 'email', email: 'duplicate' },
  },
  // The request that it repeats was not made here, so that only the branch can open it.
  DUPLICATE_IN_CORE: {
    statusText: 'duplicateInCore',
    ...ended,
    publicOutcome: 'duplicate',
    emailedLink: 'nothing',
    defaultScreen: 'duplicate',
    reads: ['branch'],
    requiredNotice: { notice: 'none', because: 'The earlier application has its own notice.' },
    notifiedBy: { by: 'email', email: 'duplicate-in-core' },
  },
  PRESENT_BORROWER: {
    statusText: 'presentBorrower',
    ...ended,
    publicOutcome: 'present-borrower',
    defaultScreen: 'customer-login',
    reads: ['branch'],
    requiredNotice: { notice: 'incomplete', missing: 'account-login' },
    notifiedBy: { by: 'email', email: 'present-borrower' },
  },
  // A reviewer refused the application, at whatever step it was held.
  HOLD_REFUSED: { ...rejected, reads: ['adverseAction', ...readActions], ...deniedFor('identity') },
  // A vendor was unavailable for the lender's whole time. The person may apply again, or an operator has it decided.
  DECISION_FAILED: {
    ...undecided,
    ...leftToBranch,
    ...undecidedInTime,
    status: 'REJECTED',
    replaceable: true,
    reads: ['job', 'uploads', ...callActions],
    requiredNotice: reviewOrIncomplete('credit-report', 'no-report'),
    // The phone may be unconfirmed, so that the decision is shown only after a text code.
    on: { reviewContinued: { to: 'DECIDING', effects: ['decideCaptured'] }, ...deniable, ...restorable },
  },
  REJECTED: {
    ...rejected,
    reads: ['job', 'adverseAction', ...readActions],
    ...deniedFor('prequalification'),
  },
  // A reviewer must make sure who is applying. The applicant can send documents meanwhile, or link a bank where it may confirm that.
  STEP_UP: {
    statusText: 'stepUp',
    ...undecided,
    ...heldForReview,
    heldFor: 'identity',
    deadline: 'documents',
    status: 'STEP_UP',
    otherScreens: ['verification-documents', 'bank-link', 'verification-loading'],
    reads: ['job', 'uploads', 'linkToken', 'verification', ...callActions],
    requiredNotice: reviewOrIncomplete('identity-documents', 'prequalification'),
    notifiedBy: { by: 'email', email: 'step-up' },
    on: {
      reviewContinued: { to: 'DECIDING', effects: ['decide'] },
      // The bank is compared while the review stays open.
      bankLinked: {},
      identityConfirmed: { to: 'DECIDING', effects: ['decide'] },
      otherTermsOffered: { to: 'PREQUALIFIED' },
      ...duplicate,
      expired: { to: 'STEP_UP_EXPIRED' },
      ...undecidedExits,
    },
  },
  // The applicant did not send what the notice requested by the day that it named.
  STEP_UP_EXPIRED: {
    statusText: 'stepUpExpired',
    ...undecided,
    ...lapsed,
    offersPast: 'request-closed',
    status: 'STEP_UP',
    requiredNotice: {
      notice: 'none',
      because: 'The notice that requested what is missing named this day (12 CFR 1002.9(c)(2)).',
    },
    notifiedBy: { by: 'email', email: 'step-up-expired' },
  },
  DECLINED: {
    statusText: 'decidedAgainst',
    ...ended,
    status: 'DECLINED',
    defaultScreen: 'declined',
    otherScreens: ['refer-to-partners'],
    reads: ['job', 'adverseAction', 'partner', 'partners', ...callActions],
    ...deniedFor('prequalification'),
  },
  // Not of age in their state: the lender's counsel chooses whether the refusal is a denial with a notice.
  UNDER_AGE: {
    ...tooYoung,
    status: 'DECLINED',
    reads: ['adverseAction', ...readActions],
    ...deniedFor('under-age'),
  },
  UNDER_AGE_RECORDED: {
    ...tooYoung,
    status: 'REJECTED',
    reads: readActions,
    requiredNotice: {
      notice: 'none',
      because: "The lender's counsel chose to refuse the form without a notice.",
      basis: 'under-age',
    },
    notifiedBy: { by: 'not-an-applicant', because: 'The page refused the form, and said why.' },
  },
  OUT_OF_TRADE_AREA: {
    statusText: 'outOfTradeArea',
    ...ended,
    status: 'DECLINED',
    publicOutcome: 'out-of-trade-area',
    defaultScreen: 'out-of-trade-area',
    otherScreens: ['refer-to-partners'],
    reads: ['job', 'adverseAction', 'partner', 'partners', ...readActions],
    ...deniedFor('trade-area'),
  },
  // A reviewer denied it, or the time to decide ran out (12 CFR 1002.9(a)(1)).
  DENIED: {
    ...rejected,
    reads: ['job', 'adverseAction', ...readActions],
    requiredNotice: { notice: 'none', because: 'The denial that ended it is its notice.' },
    notifiedBy: { by: 'stage', operation: 'adverse-action' },
  },
  // A branch decided it while it waited for us, and gave its own notice.
  DECIDED_BY_BRANCH: {
    ...rejected,
    statusText: 'decidedByBranch',
    reads: ['job', ...callActions],
    requiredNotice: {
      notice: 'none',
      because: 'The branch gave its own notice of the decision.',
      basis: 'branch',
    },
    notifiedBy: { by: 'branch', because: 'The branch notified the applicant of its decision.' },
  },
  WITHDRAWN: {
    statusText: 'withdrawn',
    ...ended,
    withdrawn: 'application',
    replaceable: true,
    defaultScreen: 'withdrawn',
    reads: readActions,
    requiredNotice: {
      notice: 'none',
      because: 'The applicant withdrew the application, and has our receipt.',
    },
    notifiedBy: { by: 'stage', operation: 'withdrawal-notice' },
  },
} as const satisfies Record<string, StateDeclaration>;
