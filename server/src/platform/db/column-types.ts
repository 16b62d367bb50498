// The ids of rows, and the types of columns that the schema does not give. `npm run schema` writes schema.generated.ts with them.
import type { ColumnType, JSONColumnType } from 'kysely';
import type { SelectedTerm } from '#contract/journey.ts';

export type ApplicationId = string & { readonly __application: true };
export type SessionId = string & { readonly __session: true };
export type JobId = string & { readonly __job: true };
export type NoticeId = string & { readonly __notice: true };
/** The key of an object in the blob store: its kind, the day, and a random part. */
export type BlobKey = string & { readonly __blob: true };
export type LinkedBankId = string & { readonly __linkedBank: true };

export type Instant = ColumnType<Date, Date, Date>;
export type Json<T extends object> = JSONColumnType<T, string, string>;

/** An offer that was accepted or approved, with the contract rate that its payment comes from, in percent. */
export interface ApprovedTerm extends SelectedTerm {
  readonly interestRate: number;
}

/** What an outcome rests on that no run of the policy decided, by codes. */
export interface ActionTrace {
  /** Why: a basis of journey/required-notices.ts, or whose outcome it is. */
  readonly basis: string;
  /** The policy's decision before it, which it leaves undecided or overrules. Null if there was none. */
  readonly decision: string | null;
  readonly holds: readonly {
    readonly kind: string;
    readonly reason: string;
    readonly points: readonly string[];
    readonly resolution: string | null;
  }[];
  /** What the sources of the policy's facts had answered, and why the others gave no answer, by source. */
  readonly known: Readonly<Record<string, string>>;
  readonly unknown: Readonly<Record<string, string>>;
}

/** The last text code that was requested, and its outcome. */
export interface TextCodeSending {
  /** Identifies the request, so that the outcome of an earlier one is ignored. */
  attempt: string;
  outcome:
    | 'requested'
    | 'sent'
    /** Read to the applicant by a call; `calls-only` on a number that gets no texts. */
    | 'called'
    | 'calls-only'
    | 'too-many'
    | 'too-many-to-phone'
    | 'paused'
    | 'cannot-be-sent'
    | 'cannot-be-called'
    | 'opted-out'
    | 'wrong-number'
    | 'held-back'
    | 'region-blocked'
    | 'account-blocked'
    | 'no-answer';
  /** ISO instant. */
  at: string;
}

/** A place in the source, or in a built file whose source map is gone. */
export interface SourceFrame {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** How often each value occurred. */
export type Counts = Record<string, number>;
export type WatchedBands = Readonly<Record<'score' | 'income', Counts>>;

export interface WatchedFigures {
  /** Decisions of the last 7 days by outcome. */
  readonly decisions: Readonly<Record<'prequalification' | 'approval', Counts>>;
  /** Approved applications of the last 28 days, and those among them whose loan was paid out. */
  readonly approved: number;
  readonly funded: number;
  /** The population stability index of the last 7 days. Absent with too few decisions. */
  readonly stability: { readonly [of in keyof WatchedBands]?: number };
}
