import type { GeneratedAlways } from 'kysely';
import type { UploadKind } from '#contract/uploads.ts';
import type { Sealed } from '../encryption.ts';
import type { ApplicationId, Instant, MaybeInstant } from './column-types.ts';

/** A file that the applicant uploaded, freed of its metadata. */
export interface UploadedFileTable {
  id: string;
  /** The order in which files were added. */
  position: GeneratedAlways<string>;
  application_id: ApplicationId;
  kind: UploadKind;
  /** The browser's own name of the file. */
  file_key: string;
  content_type: 'image/jpeg' | 'image/png' | 'application/pdf';
  byte_count: number;
  /** Of the stored file, in hexadecimal. */
  sha256: string;
  /** Base64. */
  content: Sealed;
  added_at: Instant;
  /** What was handed in together; null until then. */
  hand_in_id: string | null;
  handed_in_at: MaybeInstant;
}

/** A part of a file that has not arrived whole. */
export interface UploadedPartTable {
  id: string;
  application_id: ApplicationId;
  file_key: string;
  /** From 1. */
  part: number;
  parts: number;
  /** Base64. */
  content: Sealed;
  added_at: Instant;
}

export interface CallBackTable {
  application_id: ApplicationId;
  /** `booked`: at a time that the applicant chose. `requested`: to finish at the branch, by the time that we promised. */
  kind: 'booked' | 'requested';
  /** Null once it is canceled. */
  at: MaybeInstant;
  /** Counts the applicant's changes. */
  revision: number;
  chosen_at: Instant;
}
