// The adverse action notice that a declined applicant is owed in writing.
import * as z from 'zod/mini';
import { endpoint, file } from './endpoint.ts';
import { href, isoDate } from './shapes.ts';

const adverseAction = z.object({
  date: isoDate,
  /** The PDF. */
  adverseActionAttachment: href,
  /** The same words as a page to read. */
  adverseActionPage: href,
});
export const getAdverseAction = endpoint({
  method: 'GET',
  path: '/api/v1/applications/:applicationId/adverse-action',
  answer: adverseAction,
});

export const getAdverseActionPdf = file({
  path: '/api/v1/applications/:applicationId/adverse-action/notice.pdf',
  contentType: 'application/pdf',
});
/** The same words as a page to read. */
export const getAdverseActionPage = file({
  path: '/api/v1/applications/:applicationId/adverse-action/notice',
  contentType: 'text/html',
});
