// The loan documents: where their link is mailed, and their signature.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { apiError } from './errors.ts';
import * as fields from './fields.ts';
import { href, instant, link, nothing } from './shapes.ts';

export const documentEmailForm = z.object({ email: fields.email });

export const getDocuments = endpoint({
  method: 'GET',
  path: '/api/v1/applications/:applicationId/documents',
  answer: z.object({ email: z.string(), expiration: z.optional(instant) }),
});

export const sendDocuments = endpoint({
  method: 'POST',
  path: '/api/v1/applications/:applicationId/documents',
  body: z.strictObject({ email: fields.email }),
  answer: z.object({
    status: z.optional(z.literal('sent')),
    expiration: z.optional(instant),
    errors: z.optional(z.array(apiError)),
  }),
});

const signingAddress = z.object({ docusignUrl: z.url() });

/** `signing_ceremony=true` asks for a fresh address of the signing page. */
export const getSignature = endpoint({
  method: 'GET',
  path: '/api/v1/applications/:applicationId/signature',
  query: z.object({ signing_ceremony: z.optional(z.literal('true')) }),
  answer: signingAddress,
});
export const startSignature = endpoint({
  method: 'POST',
  path: '/api/v1/applications/:applicationId/signature',
  body: nothing,
  answer: signingAddress,
});
/** Asks the server to look at the envelope after the applicant came back from it. */
export const updateSignature = endpoint({
  method: 'PUT',
  path: '/api/v1/applications/:applicationId/signature',
  body: nothing,
  answer: z.object({ job: link }),
});

/** The token of the mailed link travels in the Authorization header. */
export const resumeSignature = endpoint({
  method: 'GET',
  path: '/api/v1/receive-funds/docusign-resume/',
  answer: z.object({
    branch: z.optional(link),
    errors: z.optional(z.array(apiError)),
    docusignUrl: z.optional(z.url()),
    href: z.optional(href),
    status: z.optional(z.string()),
  }),
});
