// The ids of rows, and the types that columns share.
import type { ColumnType, JSONColumnType } from 'kysely';

export type ApplicationId = string & { readonly __application: true };
export type SessionId = string & { readonly __session: true };
export type JobId = string & { readonly __job: true };
export type NoticeId = string & { readonly __notice: true };
/** The key of an object in the blob store: its kind, the day, and a random part. */
export type BlobKey = string & { readonly __blob: true };
export type LinkedBankId = string & { readonly __linkedBank: true };

export type Instant = ColumnType<Date, Date, Date>;
export type MaybeInstant = ColumnType<Date | null, Date | null | undefined, Date | null>;
export type Json<T extends object> = JSONColumnType<T, string, string>;

/** What a text message to an applicant is about. */
export type TextAbout =
  | 'code'
  | 'reminder'
  | 'money'
  | 'decision-ready'
  | 'phone-changing'
  | 'deposit-changed'
  | 'autopay-on'
  | 'autopay-changed';
