// From a partner's lead or the form to the decision on the soft pull. `marker: 'source'` becomes prequalificationSingle or affiliate,
// depending on where the applicant came from.
import type { StateDeclaration } from './state-declaration.ts';
import { delayed, endedInError, heldForReview, known, later, undecided } from './state-groups.ts';

export const prequalificationStates = {
  LEAD: {
    ...undecided,
    rest: 'update-application-details',
    actions: ['updateLead', 'branch'],
    marker: 'source',
    course: 'live',
  },
  PHONE_CHECK: {
    ...undecided,
    rest: 'phone-check',
    // A partner's applicant corrects a wrong number there; our own applicants do so in the form.
    also: ['update-application-details'],
    actions: ['requestOtp', 'verifyOtp', 'updateLead', 'branch', 'resubmit', 'withdraw'],
    marker: 'source',
    course: 'live',
  },
  DECIDING: {
    ...undecided,
    rest: 'loading',
    // Where a browser goes that has waited for long.
    also: ['capture-only'],
    actions: ['job', ...known],
    marker: 'source',
    course: 'waiting',
  },
  // A vendor that the decision needs is away: before the text code, or while we decided.
  CAPTURED: { ...undecided, publicOutcome: 'captured', ...delayed },
  // Nothing can be offered without a vehicle, the records show none, and the lender takes one from the applicant.
  VEHICLE_NEEDED: {
    ...undecided,
    rest: 'vehicle',
    actions: ['job', 'vehicle', 'withoutVehicle', 'withdraw', ...later],
    marker: 'source',
    course: 'live',
  },
  SUPERSEDED: { ...undecided, resumable: false, rest: 'expired', marker: 'flowEnd', course: 'ended' },
  DUPLICATE: {
    ...undecided,
    publicOutcome: 'duplicate',
    rest: 'duplicate',
    actions: ['branch'],
    marker: 'flowEnd',
    course: 'ended',
  },
  PRESENT_BORROWER: {
    ...undecided,
    publicOutcome: 'present-borrower',
    rest: 'customer-login',
    actions: ['branch'],
    marker: 'flowEnd',
    course: 'ended',
  },
  // A person has to look at what a screening found, or did not find, before anything goes on.
  HELD: {
    ...undecided,
    status: 'STEP_UP',
    ...heldForReview,
    actions: ['job', ...known],
  },
  // A person looked and turned the application away, at whatever step it was held.
  HOLD_REFUSED: { ...undecided, status: 'REJECTED', ...endedInError, actions: ['adverseAction', ...known] },
  DECISION_FAILED: {
    ...undecided,
    status: 'REJECTED',
    replaceable: true,
    ...endedInError,
    actions: ['job', 'adverseAction', ...known],
  },
  REJECTED: {
    ...undecided,
    status: 'REJECTED',
    ...endedInError,
    actions: ['job', 'adverseAction', ...known],
  },
  STEP_UP: {
    ...undecided,
    status: 'STEP_UP',
    rest: 'verification-needed',
    actions: ['job', 'adverseAction', ...known],
    marker: 'verification',
    course: 'ended',
  },
  DECLINED: {
    ...undecided,
    status: 'DECLINED',
    rest: 'declined',
    also: ['refer-to-partners'],
    actions: ['job', 'adverseAction', 'partner', 'partners', ...known],
    marker: 'flowEnd',
    course: 'ended',
  },
  OUT_OF_TRADE_AREA: {
    ...undecided,
    status: 'DECLINED',
    publicOutcome: 'out-of-trade-area',
    rest: 'out-of-trade-area',
    also: ['refer-to-partners'],
    actions: ['job', 'adverseAction', 'partner', 'partners', ...known],
    marker: 'flowEnd',
    course: 'ended',
  },
} as const satisfies Record<string, StateDeclaration>;
