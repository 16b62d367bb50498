// The text code that shows the phone is the applicant's.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { apiError } from './errors.ts';
import { textCode } from './fields.ts';
import { link } from './shapes.ts';

const usPhone = z.string().check(z.regex(/^\+1\d{10}$/, 'Please enter 10 digits of your phone number.'));

export const phoneCheckForm = z.object({ otp: textCode });
export type PhoneCheckForm = z.input<typeof phoneCheckForm>;

/** Sends the code again. The phone may be left out: the server knows it, and a reloaded browser does not. */
export const requestOtp = endpoint({
  method: 'POST',
  path: '/api/v1/applications/:applicationId/otp',
  body: z.strictObject({ phone: z.optional(usPhone) }),
  answer: z.object({ success: z.boolean() }),
});

export const verifyOtp = endpoint({
  method: 'POST',
  path: '/api/v1/applications/:applicationId/otp/verify',
  body: z.strictObject({ phone: z.optional(usPhone), otp: textCode }),
  answer: z.object({ success: z.boolean(), errors: z.optional(z.array(apiError)), job: z.optional(link) }),
});
