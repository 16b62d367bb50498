// The status of an application, for its applicant: what was done when, and what is next.
import * as z from 'zod/mini';
import { loanDocument } from './documents.ts';
import { application, get, post } from './endpoint.ts';
import { href, instant, nothing } from './shapes.ts';

const applicationStatus = z.object({
  /** The status as a heading; `text` is a sentence or two about it. */
  heading: z.string(),
  text: z.string(),
  /** Whether the applicant can continue, is waiting, or the application has ended. */
  phase: z.enum(['live', 'waiting', 'ended']),
  /** The label of the button that leads to the next step or to more information. */
  button: z.optional(z.string()),
  next: z.array(z.string()),
  /** What we still ask, or have just received, of the applicant. */
  asked: z.array(
    z.object({
      /** Where it is given: a document's upload, the documents to sign, or the branch's call. */
      kind: z.enum(['document', 'signature', 'call']),
      what: z.string(),
      why: z.string(),
      until: z.optional(instant),
      status: z.enum(['open', 'received', 'accepted']),
    }),
  ),
  /** What was done, oldest first. */
  done: z.array(z.object({ what: z.string(), at: instant })),
  /** The last day of the offers or the approval, with its label. */
  expiry: z.optional(z.object({ label: z.string(), at: instant })),
  /** The last minute in which a signed loan can be canceled, if its money is not sent sooner. */
  cancel: z.optional(z.object({ label: z.string(), at: instant })),
  /** The other browsers in which someone is signed in, the latest use first. */
  signedIn: z.array(
    z.object({ device: z.enum(['phone', 'tablet', 'computer']), at: instant, signOut: href }),
  ),
  /** The notices and documents that emails led to, newest first. */
  documents: z.array(loanDocument),
});
export type ApplicationStatus = z.output<typeof applicationStatus>;

export const getApplicationStatus = get(`${application}/status`, { response: applicationStatus });

/** Signs out one of the other browsers. */
export const endOtherSession = post(`${application}/sessions/:sessionId/end`, {
  body: nothing,
  response: z.object({}),
});
