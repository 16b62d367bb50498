// What an applicant is owed in writing: the adverse action notice.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { href, isoDate } from './shapes.ts';

export const adverseAction = z.object({
  date: isoDate,
  /** The PDF. */
  adverseActionAttachment: href,
});
export const getAdverseAction = endpoint({
  method: 'GET',
  path: '/api/v1/applications/:applicationId/adverse-action',
  answer: adverseAction,
});
