// The loan documents: where their link is emailed, and their signature.
import * as z from 'zod/mini';
import { application, get, page, pdf, post, put } from './endpoint.ts';
import { apiError } from './errors.ts';
import * as fields from './fields.ts';
import { documentsLinkMarker } from './journey.ts';
import { maritalStatus } from './marital-status.ts';
import { href, instant, link, nothing } from './shapes.ts';
import { signingEvents } from './signing-return.ts';

export const documentEmailForm = z.object({ email: fields.email });

/**
 * One document to read before signing and to save afterwards, as a PDF, as a page, or both. The browser opens the
 * addresses itself.
 */
export const loanDocument = z.object({ title: z.string(), pdf: z.optional(href), page: z.optional(href) });
export type LoanDocument = z.output<typeof loanDocument>;

export const getDocuments = get(`${application}/documents`, {
  response: z.object({
    email: z.string(),
    expiration: z.optional(instant),
    /** The status of the last email; absent before the first. */
    mailing: z.optional(z.enum(['waiting', 'mailed', 'failed'])),
    /** The consent to electronic documents: its PDF, and whether this applicant has opened it. */
    esign: z.object({ pdf: href, isOpened: z.boolean() }),
    /** Present where state law requires a notice to the spouse, with the applicant's answer so far. */
    marital: z.optional(z.object({ answer: z.optional(maritalStatus) })),
    /** The documents once they are sent, and the signed ones once they are finalized. */
    files: z.optional(z.array(loanDocument)),
  }),
});

export const sendDocuments = post(`${application}/documents`, {
  /** `marital` is required where `getDocuments` has it. */
  body: z.strictObject({ email: fields.email, marital: z.optional(maritalStatus) }),
  response: z.object({
    status: z.optional(z.literal('sent')),
    expiration: z.optional(instant),
    errors: z.optional(z.array(apiError)),
  }),
});

/** The consent to electronic documents, to see whether this browser can show a PDF. */
export const getEsignConsent = pdf(`${application}/esign-consent`);
export const getDocumentPdf = pdf(`${application}/documents/:kind/pdf`);
/** The same text as a page to read. */
export const getDocumentPage = page(`${application}/documents/:kind/page`);

const signingAddress = z.object({ docusignUrl: z.url() });

/** `signing_ceremony=true` requests a fresh address of the signing page. */
export const getSignature = get(`${application}/signature`, {
  query: z.object({ signing_ceremony: z.optional(z.literal('true')) }),
  response: signingAddress,
});
export const startSignature = post(`${application}/signature`, { body: nothing, response: signingAddress });
/**
 * Has the server check the envelope's status after the applicant returns from signing. The event is only a hint; the
 * envelope's own status decides. Where there is no envelope, no job starts. After the job, the journey is at the screen
 * that shows the result.
 */
export const updateSignature = put(`${application}/signature`, {
  body: z.strictObject({ event: z.optional(z.enum(signingEvents)) }),
  response: z.object({ job: z.optional(link) }),
});

/**
 * The Authorization header carries the token of the emailed link. A link that expired is refused as `expired`. A browser without
 * the application's session gets one that shows nothing until the text code is entered, and no address.
 */
export const resumeSignature = get('/api/v1/receive-funds/docusign-resume/', {
  response: z.object({
    branch: z.optional(link),
    errors: z.optional(z.array(apiError)),
    docusignUrl: z.optional(z.url()),
    href: z.optional(href),
    status: z.optional(z.string()),
    /** The text code must be entered first. */
    requiresCode: z.optional(z.literal(true)),
    /** The stage of a browser that opened the link, until it reads the journey. */
    stageMarker: z.literal(documentsLinkMarker),
  }),
});

/**
 * Emails a new link to the address confirmed last; the Authorization header carries the token of the expired one. Where
 * there is nothing left to sign, no email is sent and the status is the reason.
 */
export const renewDocumentsLink = post('/api/v1/receive-funds/docusign-resume/', {
  body: nothing,
  response: z.object({ status: z.enum(['sent', 'declined', 'completed', 'closed']) }),
});
