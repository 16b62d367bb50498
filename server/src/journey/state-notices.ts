// What a state owes its applicant in writing, and when (12 CFR 1002.9), and who tells them where the application stands.
import type { StateEmail } from '../wording/state-emails.ts';

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

export type Owed =
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

export const denial = <B extends DenialBasis>(basis: B) => ({ notice: 'denial', basis }) as const;
export const incomplete = <M extends Missing>(missing: M) => ({ notice: 'incomplete', missing }) as const;
export const personDecides = (otherwise: Refusal | undefined) =>
  ({ notice: 'person-decides', otherwise }) as const;
export const nothing = (because: string) => ({ notice: 'nothing', because }) as const;
export const approval = { notice: 'approval' } as const;
export const counteroffer = { notice: 'counteroffer' } as const;

/** Who tells an applicant where the application stands. */
export type Telling =
  /** The email that carries the notice which is due at once (`owes`). */
  | { readonly by: 'notice' }
  | { readonly by: 'email'; readonly email: StateEmail }
  /** The stage that leads here sends an email with more than the state in it: the vendor call's operation. */
  | { readonly by: 'stage'; readonly operation: string }
  /**
   * The page that waits shows it. Whoever waited so long that the page promised to tell them elsewhere is told by an email of the
   * stage that leads here: the vendor call's operation.
   */
  | { readonly by: 'promise'; readonly operation: string }
  /** A job is at work, and what it leads to is told. */
  | { readonly by: 'outcome' }
  | { readonly by: 'nobody'; readonly because: string };

export const byNotice = { by: 'notice' } as const;
export const byOutcome = { by: 'outcome' } as const;
export const byEmail = <E extends StateEmail>(email: E) => ({ by: 'email', email }) as const;
export const byStage = <O extends string>(operation: O) => ({ by: 'stage', operation }) as const;
export const byPromise = <O extends string>(operation: O) => ({ by: 'promise', operation }) as const;
export const toldByNobody = (because: string) => ({ by: 'nobody', because }) as const;
export const applicantsTurn = toldByNobody('The applicant has the next step, and is at it.');
