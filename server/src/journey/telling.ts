// Who tells an applicant where the application stands, in each state. Where it ends or waits for a person, they are told by
// email the same day, and only once about one thing. A state that is not listed does not compile.
import type { StateEmail } from '../wording/state-emails.ts';
import type { OwedAs } from './owed-notices.ts';
import { type EndedState, type StateName, stateNames } from './states.ts';

type Telling =
  /** The email that carries the notice which is due at once (journey/owed-notices.ts). */
  | { readonly by: 'notice' }
  | { readonly by: 'email'; readonly email: StateEmail }
  /** The stage that leads here sends an email with more than the state in it: the vendor call's operation. */
  | { readonly by: 'stage'; readonly operation: string }
  /** A job is at work, and what it leads to is told. */
  | { readonly by: 'outcome' }
  | { readonly by: 'nobody'; readonly because: string };

/** Nobody is left untold where the application has ended or waits for a person. */
type Told = Exclude<Telling, { readonly by: 'nobody' }>;
type MustBeTold = Exclude<EndedState | OwedAs<'person-decides'>, 'SUPERSEDED'>;

const notice = { by: 'notice' } as const;
const outcome = { by: 'outcome' } as const;
const held = { by: 'stage', operation: 'held' } as const;
const email = <E extends StateEmail>(name: E) => ({ by: 'email', email: name }) as const;
const applicantsTurn = { by: 'nobody', because: 'The applicant has the next step, and is at it.' } as const;

const tellings = {
  LEAD: { by: 'nobody', because: 'The person that a partner names has not come to us yet.' },
  PHONE_CHECK: applicantsTurn,
  DECIDING: outcome,
  CAPTURED: email('delayed'),
  VEHICLE_NEEDED: email('vehicle-needed'),
  SUPERSEDED: { by: 'nobody', because: 'The person never came by this lead, and has a newer one.' },
  DUPLICATE: email('duplicate'),
  PRESENT_BORROWER: email('present-borrower'),
  HELD: held,
  HOLD_REFUSED: notice,
  DECISION_FAILED: email('branch-takes-over'),
  REJECTED: notice,
  STEP_UP: email('step-up'),
  DECLINED: notice,
  OUT_OF_TRADE_AREA: notice,

  FAST_PATH_OFFERED: { by: 'stage', operation: 'offers-ready' },
  FAST_PATH_PENDING: outcome,
  FAST_PATH_DELAYED: email('delayed'),
  FAST_PATH_IN_DOUBT: email('inquiry-unresolved'),
  FAST_PATH_HELD: held,
  FAST_PATH_APPROVED: notice,
  FAST_PATH_DEPOSIT_CHOSEN: applicantsTurn,
  FAST_PATH_DOCUMENTS_SENT: { by: 'stage', operation: 'documents' },
  FAST_PATH_DECLINED: notice,
  FAST_PATH_REFERRED: email('branch-takes-over'),
  FAST_PATH_REJECTED: notice,
  FAST_PATH_COUNTEROFFER: notice,

  PREQUALIFIED: { by: 'stage', operation: 'offers-ready' },
  PHONE_CHANGED: applicantsTurn,
  TERMS_ACCEPTED: applicantsTurn,
  OFFER_VOID: notice,
  OFFER_EXPIRED: email('offers-expired'),

  VERIFYING: outcome,
  VERIFIED: applicantsTurn,
  NOT_VERIFIED: email('not-verified'),
  VERIFICATION_FAILED: email('bank-unread'),

  APPROVING: outcome,
  APPROVAL_DELAYED: email('delayed'),
  RESTORED: email('delayed'),
  APPROVAL_IN_DOUBT: email('inquiry-unresolved'),
  APPROVAL_HELD: held,
  LEFT_TO_BRANCH: email('branch-takes-over'),
  APPROVAL_FAILED: email('branch-takes-over'),
  APPROVAL_REJECTED: notice,
  APPROVAL_DECLINED: notice,
  APPROVED: notice,
  APPROVED_OTHERWISE: notice,
  OFFER_CHOSEN: applicantsTurn,
  DEPOSIT_CHOSEN: applicantsTurn,
  DOCUMENTS_SENT: { by: 'stage', operation: 'documents' },
  SIGNING_CANCELED: applicantsTurn,
  SIGNING_TIMED_OUT: applicantsTurn,
  SIGNING_DECLINED: email('signing-declined'),
  SIGNING_VOIDED: email('signing-voided'),
  SIGNING_FAILED: email('signing-unanswered'),
  COMPLETING: outcome,
  SIGNED_HELD: held,
  APPROVAL_EXPIRED: { by: 'stage', operation: 'approval-over' },
  APPROVAL_WITHDRAWN: notice,
  SIGNED: { by: 'stage', operation: 'signed-copy' },
  DONE: { by: 'stage', operation: 'signed-copy' },
  DISBURSEMENT_RETURNED: { by: 'stage', operation: 'account-news' },

  WITHDRAWN: { by: 'stage', operation: 'withdrawal-notice' },
  DENIED: { by: 'stage', operation: 'adverse-action' },
} as const satisfies Readonly<Record<StateName, Telling>> & Readonly<Record<MustBeTold, Told>>;

export const tellingIn = (state: StateName): Telling => tellings[state];

export const statesToldByEmail = stateNames.filter((name) => tellingIn(name).by === 'email');
