// The partner offered to applicants the lender cannot serve.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const declinedPartner = z.object({
  name: z.string(),
  logo: z.optional(z.string()),
  partnerLink: z.url(),
});
export const getDeclinedPartner = endpoint({
  method: 'GET',
  path: '/api/v1/applications/:applicationId/partner',
  answer: declinedPartner,
});
