// What we owe an applicant in writing in each state, and when (12 CFR 1002.9). A state that is not listed does not compile.
import type { StateName } from './states.ts';

/** Where the reasons of a denial come from. */
export type DenialBasis =
  /** The decision on the soft pull. */
  | 'prequalification'
  /** The decision on the hard pull. */
  | 'approval'
  | 'trade-area'
  /** The lender made a loan to this person a few days ago. */
  | 'recent-loan'
  /** The credit report could not be had. */
  | 'no-report'
  /** What held the application for a person was not cleared: who the applicant is, or a check that the law requires. */
  | 'identity'
  /** The policy or the law no longer allows what was approved. */
  | 'terms-changed'
  /** What the bank showed did not match what was declared. */
  | 'verification';

/** What the applicant has to do before we can decide. */
export type Missing =
  | 'phone-code'
  | 'vehicle'
  | 'offer-choice'
  | 'bank-account'
  | 'final-consent'
  | 'identity-documents'
  | 'verification-documents'
  | 'account-login'
  | 'new-request';

/** A denial or a notice of incompleteness, and what it says. */
export type Refusal =
  | { readonly notice: 'denial'; readonly basis: DenialBasis }
  | { readonly notice: 'incomplete'; readonly missing: Missing };

type Owed =
  /** A final decision: its notice goes out at once. */
  | (Refusal & { readonly notice: 'denial' })
  | { readonly notice: 'approval' | 'counteroffer' }
  /** The applicant has the next step. What is still missing on the drafting day is said in a notice (1002.9(c)(2)). */
  | (Refusal & { readonly notice: 'incomplete' })
  /**
   * Somebody must decide. It is their task from the drafting day; what they leave undecided gets `otherwise` in time.
   * Without one nothing happens by itself, and the task stays with them.
   */
  | { readonly notice: 'person-decides'; readonly otherwise: Refusal | undefined }
  | { readonly notice: 'nothing'; readonly because: string };

const denial = (basis: DenialBasis) => ({ notice: 'denial', basis }) as const;
const incomplete = (missing: Missing) => ({ notice: 'incomplete', missing }) as const;
const person = (otherwise: Refusal | undefined) => ({ notice: 'person-decides', otherwise }) as const;
const nothing = (because: string) => ({ notice: 'nothing', because }) as const;
const approval = { notice: 'approval' } as const;

const owed = {
  LEAD: nothing('The person that a partner names has not asked us for credit until they open the link.'),
  PHONE_CHECK: incomplete('phone-code'),
  DECIDING: person(denial('no-report')),
  CAPTURED: person(denial('no-report')),
  // Retention decides without a vehicle before this is due (stages/retention/expire.ts).
  VEHICLE_NEEDED: incomplete('vehicle'),
  SUPERSEDED: nothing('The newer lead of the same person stands in its place.'),
  DUPLICATE: nothing('The request that it repeats is the application, and owes its own notice.'),
  PRESENT_BORROWER: incomplete('account-login'),
  HELD: person(denial('identity')),
  HOLD_REFUSED: denial('identity'),
  DECISION_FAILED: person(denial('no-report')),
  REJECTED: denial('prequalification'),
  STEP_UP: person(incomplete('identity-documents')),
  DECLINED: denial('prequalification'),
  OUT_OF_TRADE_AREA: denial('trade-area'),

  FAST_PATH_OFFERED: incomplete('offer-choice'),
  FAST_PATH_PENDING: person(denial('approval')),
  FAST_PATH_DELAYED: person(denial('no-report')),
  FAST_PATH_IN_DOUBT: person(denial('no-report')),
  FAST_PATH_HELD: person(denial('identity')),
  FAST_PATH_APPROVED: approval,
  FAST_PATH_DEPOSIT_CHOSEN: approval,
  FAST_PATH_DOCUMENTS_SENT: approval,
  FAST_PATH_DECLINED: denial('approval'),
  FAST_PATH_REFERRED: person(denial('approval')),
  FAST_PATH_REJECTED: denial('approval'),

  PREQUALIFIED: incomplete('offer-choice'),
  PHONE_CHANGED: incomplete('phone-code'),
  TERMS_ACCEPTED: incomplete('bank-account'),
  OFFER_VOID: denial('recent-loan'),
  OFFER_EXPIRED: incomplete('new-request'),

  VERIFYING: incomplete('bank-account'),
  VERIFIED: incomplete('final-consent'),
  NOT_VERIFIED: person(incomplete('verification-documents')),
  VERIFICATION_FAILED: incomplete('bank-account'),

  APPROVING: person(denial('approval')),
  APPROVAL_DELAYED: person(denial('no-report')),
  // What was owed before is owed again when the application goes on.
  RESTORED: person(undefined),
  APPROVAL_IN_DOUBT: person(denial('no-report')),
  APPROVAL_HELD: person(denial('identity')),
  LEFT_TO_BRANCH: person(denial('no-report')),
  APPROVAL_FAILED: person(denial('approval')),
  APPROVAL_REJECTED: denial('approval'),
  APPROVAL_DECLINED: denial('approval'),
  APPROVED: approval,
  OFFER_CHOSEN: approval,
  DEPOSIT_CHOSEN: approval,
  DOCUMENTS_SENT: approval,
  SIGNING_CANCELED: approval,
  SIGNING_TIMED_OUT: approval,
  SIGNING_DECLINED: nothing('The applicant was told of the approval, and declined to sign.'),
  SIGNING_VOIDED: person(denial('approval')),
  SIGNING_FAILED: approval,
  COMPLETING: approval,
  // The approval was told before the signature, and a signed contract is not undone by time.
  SIGNED_HELD: person(undefined),
  APPROVAL_EXPIRED: nothing('The approval was told, and its time ran out.'),
  APPROVAL_WITHDRAWN: denial('terms-changed'),
  SIGNED: approval,
  DONE: approval,
  DISBURSEMENT_RETURNED: approval,

  FAST_PATH_COUNTEROFFER: { notice: 'counteroffer' },
  APPROVED_OTHERWISE: { notice: 'counteroffer' },
  WITHDRAWN: nothing('The applicant withdrew the application, and has our receipt.'),
  DENIED: nothing('The denial that ended it is its notice.'),
} as const satisfies Readonly<Record<StateName, Owed>>;

/** The states that owe this. */
export type OwedAs<N extends Owed['notice']> = {
  [S in StateName]: (typeof owed)[S]['notice'] extends N ? S : never;
}[StateName];

export const owedIn = (state: StateName): Owed => owed[state];
