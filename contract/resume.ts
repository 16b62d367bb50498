// Coming back by a partner's or an emailed link, updating the details of a lead, and asking for a link.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import * as fields from './fields.ts';
import { cents, href, months } from './shapes.ts';

/** Why a link does not open an application, where the screen can say more than that an offer expired. */
export const linkRefusals = ['link-expired', 'opened-elsewhere', 'offer-expired', 'link-damaged'] as const;
export type LinkRefusal = (typeof linkRefusals)[number];

/** The Authorization header carries the token of the link. */
export const resumeLead = endpoint({
  method: 'POST',
  path: '/api/v1/leads/resume/',
  body: z.strictObject({ socureDeviceSessionId: z.optional(z.string().check(z.maxLength(200))) }),
  answer: z.object({
    errors: z.optional(z.array(z.object({ code: z.optional(z.enum(linkRefusals)), message: z.string() }))),
    branchHref: z.optional(href),
    prequalificationsHref: z.optional(href),
    loanAmount: z.optional(cents),
    loanTerm: z.optional(months),
    leadsHref: z.optional(href),
    updateLead: z.optional(z.boolean()),
    updateLeadHref: z.optional(href),
  }),
});

/** What the applicant of a lead has given, and still has to give. */
export const getLead = endpoint({
  method: 'GET',
  path: '/api/v1/leads/:applicationId',
  answer: z.object({
    /** The applicant has not agreed to the terms yet, or did so too long ago. */
    needsConsent: z.boolean(),
    loanAmount: z.optional(cents),
    loanTerm: z.optional(months),
    /** The details known so far; a partner may have left some out. `monthlyPayment` is in whole dollars. */
    phone: z.optional(fields.usPhone),
    residentialStatus: z.optional(fields.residentialStatus),
    monthlyPayment: z.optional(z.int()),
    /** The application is decided: other details change its offers, and a new phone is confirmed by a text code. */
    changesOffers: z.optional(z.literal(true)),
  }),
});

export function updateDetailsForm(needsConsent: boolean) {
  return z.object({
    phone: fields.phone,
    residentialStatus: fields.residentialStatus,
    monthlyPayment: fields.requiredMonthlyPayment,
    acceptLegal: fields.agreementOf(needsConsent),
  });
}

export const updateLead = endpoint({
  method: 'PUT',
  path: '/api/v1/leads/:applicationId',
  body: z.strictObject({
    phone: fields.usPhone,
    residentialStatus: fields.residentialStatus,
    monthlyPayment: z.int().check(z.minimum(0), z.maximum(fields.limits.monthlyPayment)),
    /** The terms, asked where the partner sent no consent. */
    acceptLegal: z.optional(z.boolean()),
  }),
  answer: z.object({ errors: z.optional(z.array(z.object({ message: z.string() }))) }),
});

/** How an applicant whose browser has no session names their application. */
export const mailLinkForm = z.strictObject({ email: fields.email });

/**
 * Emails a link to the address of the application. The application's own browser may ask, even after its session ended, and
 * so may the holder of one of our links, even an expired one; its token is in the Authorization header. Anyone else gives the
 * email address of the application, and gets the same answer whether or not an email was sent. Only a live session is told
 * the address. `nothing`: no link opens the application anymore, so that the page names the branch.
 */
export const mailLink = endpoint({
  method: 'POST',
  path: '/api/v1/leads/resume-link',
  body: z.partial(mailLinkForm),
  answer: z.object({ status: z.enum(['sent', 'nothing']), email: z.optional(z.string()) }),
});
