// Returning by a partner's or an emailed link, updating the details of a lead, and requesting a link.
import * as z from 'zod/mini';
import { application, get, post, put } from './endpoint.ts';
import * as fields from './fields.ts';
import { cents, href, months, nothing } from './shapes.ts';

/** Why a link does not open an application, where the screen has a reason other than an expired offer. */
export const linkRefusals = [
  'link-expired',
  'opened-elsewhere',
  'offer-expired',
  'request-closed',
  'superseded',
  'link-damaged',
] as const;
export type LinkRefusal = (typeof linkRefusals)[number];

/** The Authorization header carries the token of the link. */
export const resumeLead = post('/api/v1/leads/resume/', {
  body: z.strictObject({
    socureDeviceSessionId: z.optional(z.string().check(z.maxLength(200))),
    /** The link's `is_auto_secured`, part of what a lead requests until it is admitted. */
    isAutoSecured: z.optional(z.boolean()),
  }),
  response: z.object({
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

/** What the applicant of a lead has entered, and still has to enter. */
export const getLead = get('/api/v1/leads/:applicationId', {
  response: z.object({
    /** The applicant has not agreed to the terms yet, or did so too long ago. */
    needsConsent: z.boolean(),
    loanAmount: z.optional(cents),
    loanTerm: z.optional(months),
    /** The details known so far; a partner may have left some out. `monthlyPayment` is in whole dollars. */
    phone: z.optional(fields.usPhone),
    residentialStatus: z.optional(fields.residentialStatus),
    monthlyPayment: z.optional(z.int()),
    /** The ZIP code of the home is of another city, which is asked about. */
    home: z.optional(z.object({ question: z.string(), city: z.string(), suggested: z.string() })),
    /** The application is decided: other details change its offers, and a new phone is confirmed by a text code. */
    changesOffers: z.optional(z.literal(true)),
  }),
});

export function updateDetailsForm(needsConsent: boolean, asksForCity = false) {
  return z.object({
    phone: fields.phone,
    city: asksForCity ? fields.city : z.optional(z.string()),
    residentialStatus: fields.residentialStatus,
    monthlyPayment: fields.requiredMonthlyPayment,
    acceptLegal: fields.agreementOf(needsConsent),
    acceptTexts: z.optional(z.boolean()),
  });
}

export const updateLead = put('/api/v1/leads/:applicationId', {
  body: z.strictObject({
    phone: fields.usPhone,
    residentialStatus: fields.residentialStatus,
    monthlyPayment: z.int().check(z.minimum(0), z.maximum(fields.limits.monthlyPayment)),
    /** The answer to `home.question`. */
    city: z.optional(fields.city),
    /** The terms, required where the partner sent no consent. */
    acceptLegal: z.optional(z.boolean()),
    /** Texts about the application, with the terms. Never required. */
    acceptTexts: z.optional(z.boolean()),
  }),
  response: z.object({ errors: z.optional(z.array(z.object({ message: z.string() }))) }),
});

/** How an applicant whose browser has no session names their application. */
export const emailResumeLinkForm = z.strictObject({ email: fields.email });

/**
 * Emails a link to the address of the application. The application's own browser may request it, even after its session ended, and
 * so may the holder of one of our links, even an expired one; its token is in the Authorization header. Anyone else enters the
 * email address of the application, and gets the same response whether or not an email was sent. Only a live session gets
 * the address. `nothing`: no link opens the application anymore, so that the page names the branch.
 */
export const emailResumeLink = post('/api/v1/leads/resume-link', {
  body: z.partial(emailResumeLinkForm),
  response: z.object({ status: z.enum(['sent', 'nothing']), email: z.optional(z.string()) }),
});

/** Begins a session of the earlier application that this one repeats. It shows nothing until the texted code is entered. */
export const openEarlier = post(`${application}/earlier-application`, {
  body: nothing,
  response: z.object({ requiresCode: z.literal(true) }),
});
