// The hard pull and its decision.
import * as z from 'zod/mini';
import { application, get, post } from './endpoint.ts';
import { offerDifference, offerTerm } from './offers.ts';
import { cents, href, link, months } from './shapes.ts';

export const submitApproval = post(`${application}/approval`, {
  body: z.strictObject({
    acceptHardPull: z.literal(true, { error: 'This checkbox is required.' }),
    /** Partners' applicants agreed when they accepted the terms: nothing more is recorded. */
    acceptLegal: z.optional(z.boolean()),
  }),
  response: z.object({ job: link }),
});

const approval = z.object({
  status: z.enum(['PENDING', 'APPROVED', 'DECLINED']),
  amount: z.optional(cents),
  offers: z.optional(z.array(offerTerm)),
  /** The amount and the months that were accepted, and how the approved offers differ from them. */
  accepted: z.optional(z.object({ amount: cents, months, differences: z.array(offerDifference) })),
  acceptedOffer: z.optional(offerTerm),
  adverseActionAttachment: z.optional(href),
  selectOffer: z.optional(link),
});
export const getApproval = get(`${application}/approval`, { response: approval });

export const chooseApprovedOffer = post(`${application}/approved-offer`, {
  body: z.strictObject({ term: months, isAutoSecured: z.optional(z.boolean()) }),
  response: z.object({ accountsHref: z.optional(href), directEntryHref: z.optional(href) }),
});
