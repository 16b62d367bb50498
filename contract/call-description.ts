// The part of a call's description that no browser loads, and the error codes that calls of one kind share.
import type { ZodMiniType } from 'zod/mini';
import type { ErrorCode } from './errors.ts';

export interface CallDescription {
  /** One sentence. */
  readonly summary: string;
  /** What the call may refuse with, besides the codes that `errorsOf` adds for its shape. */
  readonly errors: readonly ErrorCode[];
  /** The schema of a body that the handler parses itself, with the calendar of the server. */
  readonly body?: ZodMiniType;
  /** Request headers that the call reads, each with one sentence. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Who calls, where it is not the browser of an application: the holder of an emailed link, or a partner's server. */
  readonly caller?: 'link' | 'partner';
}

export const session = ['no-session', 'session-ended'] as const;
/** A call of one application: its session must be live, and the journey must allow the step. */
export const step = [...session, 'not-found', 'not-now'] as const;
/** A step that needs offers or an approval, which expire. */
export const offerStep = [...step, 'expired'] as const;
/** A step that commits the applicant: the server checks with the core system that no loan was made meanwhile. */
export const commitment = [...offerStep, 'offline', 'offer-void'] as const;
