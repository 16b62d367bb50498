// The partner offered to applicants the lender cannot serve.
import * as z from 'zod/mini';
import { application, get, post } from './endpoint.ts';

const declinedPartner = z.object({ name: z.string(), logo: z.optional(z.string()), partnerLink: z.url() });
export type DeclinedPartner = z.output<typeof declinedPartner>;
export const getDeclinedPartner = get(`${application}/partner`, { response: declinedPartner });

const referral = z.object({
  /** Whether the applicant agreed to see partners. Until then the response has none. */
  isAgreed: z.boolean(),
  /** The partner that sent the applicant first. */
  partners: z.array(declinedPartner),
});

/** The partners that take applicants that the lender declines. */
export const getPartners = get(`${application}/partners`, { response: referral });

export const agreeToPartners = post(`${application}/partners`, {
  body: z.strictObject({ acceptPartners: z.literal(true, { error: 'This checkbox is required.' }) }),
  response: referral,
});

/** The partner with this sub id, for its logo on the landing page; nothing where there is none. */
export const getReferrer = get('/api/v1/partners/referrer', {
  query: z.object({ sub_id: z.string().check(z.maxLength(200)) }),
  response: z.object({ partner: z.optional(z.object({ name: z.string(), logo: z.string() })) }),
});
