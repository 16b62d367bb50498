// The text code that proves the phone is the applicant's.
import * as z from 'zod/mini';
import { application, get, post } from './endpoint.ts';
import { apiError } from './errors.ts';
import { textCode, usPhone } from './fields.ts';
import { link } from './shapes.ts';

export const phoneCheckForm = z.object({ otp: textCode });

/** Sends the code again, by text unless a call is requested. The phone is optional: the server has it, and a reloaded browser does not. */
export const requestOtp = post(`${application}/otp`, {
  body: z.strictObject({ phone: z.optional(usPhone), by: z.optional(z.enum(['text', 'call'])) }),
  response: z.object({ success: z.boolean() }),
});

const textCodeSent = z.object({
  status: z.enum(['sending', 'sent', 'called', 'failed']),
  /** Why it was not sent. */
  error: z.optional(apiError),
  /** How long to wait before another request; absent where another request never helps. */
  retryAfterSeconds: z.optional(z.int()),
});
export type TextCode = z.output<typeof textCodeSent>;

/** The delivery status of the last code. The form's own response does not wait for it. */
export const getTextCode = get(`${application}/otp`, { response: textCodeSent });

export const verifyOtp = post(`${application}/otp/verify`, {
  body: z.strictObject({ phone: z.optional(usPhone), otp: textCode }),
  response: z.object({ success: z.boolean(), errors: z.optional(z.array(apiError)), job: z.optional(link) }),
});
