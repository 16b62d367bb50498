// The partner offered to applicants the lender cannot serve.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const declinedPartner = z.object({
  name: z.string(),
  logo: z.optional(z.string()),
  partnerLink: z.url(),
});
export const getDeclinedPartner = endpoint({
  method: 'GET',
  path: '/api/v1/applications/:applicationId/partner',
  answer: declinedPartner,
});

/** The partner with this sub id, for its logo on the landing page; nothing where there is none. */
export const getReferrer = endpoint({
  method: 'GET',
  path: '/api/v1/partners/referrer',
  query: z.object({ sub_id: z.string().check(z.maxLength(200)) }),
  answer: z.object({ partner: z.optional(z.object({ name: z.string(), logo: z.string() })) }),
});
