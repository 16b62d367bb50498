// A lead that a partner's server submits. It has its own file because no browser uses it.
import * as z from 'zod/mini';
import { get, post } from './endpoint.ts';
import * as fields from './fields.ts';
import { declared } from './prequalification.ts';
import { instant, months } from './shapes.ts';

/** With `Z` or an offset. */
const anyInstant = z.iso.datetime({ offset: true });

/** `today` is an ISO date on the lender's calendar. The applicant fills in optional fields that the partner left out. */
export function leadRequest(today: () => string) {
  const { person, place, income, loanAmount, marketing, additional } = declared(today);
  return z.strictObject({
    /** The partner's own name for this lead; never personal. The same id is the same lead. */
    leadId: z
      .string()
      .check(z.regex(/^[\w.:-]{1,100}$/, 'Use 1 to 100 letters, digits, dots, colons, _ and -.')),
    ...person,
    phone: z.optional(z.nullable(fields.usPhone)),
    address: z.strictObject({
      ...place,
      residentialStatus: z.optional(z.nullable(fields.residentialStatus)),
    }),
    income,
    loanAmount,
    /** What the applicant requested, in months. */
    loanTerm: z.optional(months.check(z.maximum(120))),
    /** When the applicant gave the partner these details; now, if left out. */
    collectedAt: z.optional(anyInstant),
    tracking: z.optional(z.strictObject(marketing)),
    additional_information: additional,
    /** Checked like any other, and neither stored nor sent anywhere. Its link opens no application. */
    test: z.optional(z.literal(true)),
    /** Proof that the applicant agreed to our texts at the partner's site. Without it, the applicant agrees on arrival. */
    consent: z.optional(
      z.strictObject({
        givenAt: anyInstant,
        /** The sentence beside the checkbox. */
        statement: z.string().check(z.minLength(10), z.maxLength(1000)),
        texts: z.array(z.strictObject({ document: z.string().check(z.maxLength(100)), version: z.int() })),
        address: z.union([z.ipv4(), z.ipv6()]),
        userAgent: z.string().check(z.maxLength(2000)),
      }),
    ),
  });
}
export type LeadRequest = z.output<ReturnType<typeof leadRequest>>;

/** A lead's progress, in this order. Other outcomes, and all reasons, are between the applicant and us. */
const leadStatuses = ['received', 'opened', 'prequalified', 'funded'] as const;
export type LeadStatus = (typeof leadStatuses)[number];

/** From server to server: whether the key is right. Nothing else is read. */
export const checkPartner = get('/api/v1/partners/:partner/ping', {
  response: z.object({ partner: z.string() }),
});

/** From server to server. For a lead of another partner the response is the same as for one that doesn't exist. */
export const getLeadStatus = get('/api/v1/partners/:partner/leads/:leadId', {
  response: z.object({
    leadId: z.string(),
    /** `received` alone until the applicant has agreed to the Privacy Policy, which discloses that we report more. */
    status: z.enum(leadStatuses),
  }),
});

/**
 * From server to server, with `Authorization: Bearer <the partner's key>`. The server parses the body itself, with its own
 * calendar. The same lead sent again gets the same response.
 */
export const handInLead = post('/api/v1/partners/:partner/leads', {
  response: z.object({
    /** Where the partner sends the applicant. Only the first browser that opens it can use it. */
    resumeUrl: z.url(),
    expires: instant,
  }),
});
