// The branch that services an application.
import * as z from 'zod/mini';
import { endpoint, file } from './endpoint.ts';
import { href, nothing } from './shapes.ts';

const branch = z.object({
  name: z.string(),
  streetAddress: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  phone: z.string(),
  /** Opening and closing time, Monday to Friday, as in "9:00 am". */
  openHours: z.tuple([z.string(), z.string()]),
  manager: z.object({ fullName: z.string(), title: z.string() }),
  href,
  /** The map image, drawn by the maps service and passed on by our server. */
  map: z.optional(href),
});
export type Branch = z.output<typeof branch>;

export const getBranch = endpoint({
  method: 'GET',
  path: '/api/v1/applications/:applicationId/branch',
  answer: branch,
});

/** The applicant asks for the branch's call. Asking again changes nothing. */
export const askForCall = endpoint({
  method: 'POST',
  path: '/api/v1/applications/:applicationId/branch/call',
  body: nothing,
  answer: z.object({}),
});

/** The map image of the branch's surroundings. */
export const getBranchMap = file({
  path: '/api/v1/applications/:applicationId/branch/map',
  contentType: 'image/png',
});
