// Coming back: a returning lead by a mailed link, and the details it may have to bring up to date.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import * as fields from './fields.ts';
import { cents, href, months } from './shapes.ts';

/** The lead's token travels in the Authorization header. */
export const resumeLead = endpoint({
  method: 'POST',
  path: '/api/v1/leads/resume/',
  body: z.strictObject({ socureDeviceSessionId: z.optional(z.string().check(z.maxLength(200))) }),
  answer: z.object({
    errors: z.optional(z.array(z.object({ message: z.string() }))),
    branchHref: z.optional(href),
    prequalificationsHref: z.optional(href),
    loanAmount: z.optional(cents),
    loanTerm: z.optional(months),
    leadsHref: z.optional(href),
    updateLead: z.optional(z.boolean()),
    updateLeadHref: z.optional(href),
  }),
});

export const updateDetailsForm = z.object({
  phone: fields.phone,
  residentialStatus: fields.residentialStatus,
  monthlyPayment: fields.requiredMonthlyPayment,
});

export const updateLead = endpoint({
  method: 'PUT',
  path: '/api/v1/leads/:applicationId',
  body: z.strictObject({
    phone: z.string().check(z.regex(/^\+1\d{10}$/, 'Please enter 10 digits of your phone number.')),
    residentialStatus: fields.residentialStatus,
    monthlyPayment: z.int().check(z.minimum(0), z.maximum(fields.limits.monthlyPayment)),
  }),
  answer: z.object({ errors: z.optional(z.array(z.object({ message: z.string() }))) }),
});
