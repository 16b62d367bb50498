// The notice that the law requires in a state (12 CFR 1002.9), and how the applicant is notified of the state.
import type { MissingItem } from '../wording/incomplete-notice.ts';
import type { StateEmail } from '../wording/state-emails.ts';

/** Where the reasons of a denial come from. */
export type DenialBasis =
  | 'prequalification'
  | 'approval'
  | 'trade-area'
  | 'under-age'
  /** The lender made a loan to this person a few days ago. */
  | 'recent-loan'
  | 'no-report'
  /** A reviewer did not clear the hold: who the applicant is, or a check that the law requires. */
  | 'identity'
  /** What was approved is no longer allowed, an operator voided its envelope, or a reviewer refused the vehicle of a signed loan. */
  | 'terms-changed'
  /** The bank data did not match what was declared. */
  | 'verification';

/** What the applicant has to do before we can decide. The notice names each document. */
export type Missing =
  | Exclude<MissingItem, `proof-of-${string}` | 'photo-id' | 'vehicle-title'>
  | 'identity-documents'
  | 'verification-documents';

interface Denial {
  readonly notice: 'denial';
  readonly basis: DenialBasis;
}
interface Incomplete {
  readonly notice: 'incomplete';
  readonly missing: Missing;
}
export type AdverseNotice = Denial | Incomplete;

/**
 * A reviewer must decide, from the drafting day on. What they leave undecided gets `otherwise` in time; without one nothing happens by
 * itself. `denial` is the basis if the reviewer denies, or if everything that was missing is here and no one decided.
 */
export interface ManualReview {
  readonly notice: 'manual-review';
  readonly otherwise: AdverseNotice | undefined;
  readonly denial: DenialBasis | undefined;
}

export type RequiredNotice =
  /** A final decision: its notice goes out at once. */
  | Denial
  | { readonly notice: 'approval' | 'counteroffer' }
  /** The applicant has the next step. A notice names what is still missing on the drafting day (1002.9(c)(2)). */
  | Incomplete
  | ManualReview
  /** `basis`: the state is an outcome that is stored as a decision all the same. */
  | { readonly notice: 'none'; readonly because: string; readonly basis?: DenialBasis | 'branch' };

/** Of a state whose denial notice also notifies the applicant of it. */
export const deniedFor = <B extends DenialBasis>(basis: B) =>
  ({ requiredNotice: { notice: 'denial', basis }, notifiedBy: { by: 'notice' } }) as const;
export const reviewOrDenial = <B extends DenialBasis>(basis: B) =>
  ({ notice: 'manual-review', otherwise: { notice: 'denial', basis }, denial: basis }) as const;
/** A notice requests what is missing in time, and a denial has a basis of its own. */
export const reviewOrIncomplete = <M extends Missing, B extends DenialBasis>(missing: M, basis: B) =>
  ({ notice: 'manual-review', otherwise: { notice: 'incomplete', missing }, denial: basis }) as const;
export const reviewOnly = { notice: 'manual-review', otherwise: undefined, denial: undefined } as const;

export type Notification =
  /** By the email that carries the required notice. */
  | { readonly by: 'notice' }
  /** By an email about the state, which `move` enqueues. */
  | { readonly by: 'email'; readonly email: StateEmail }
  /** By an email with more than the state in it, which the stage sends: the vendor call's operation. */
  | { readonly by: 'stage'; readonly operation: string }
  /** By the page that waits; once that page has promised an email, by one that the stage sends: the vendor call's operation. */
  | { readonly by: 'promise'; readonly operation: string }
  /** A job is at work, and the applicant is notified of its outcome. */
  | { readonly by: 'outcome' }
  /** The applicant has the next step, and is at it. */
  | { readonly by: 'no-one' }
  | { readonly by: 'not-an-applicant'; readonly because: string }
  | { readonly by: 'branch'; readonly because: string };
