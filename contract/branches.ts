// The branch that services an application.
import * as z from 'zod/mini';
import { application, file, get, post, put, remove } from './endpoint.ts';
import { branchTexts, href, instant, manager, nothing } from './shapes.ts';

const branch = z.object({
  name: z.string(),
  streetAddress: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  phone: z.string(),
  texts: z.optional(branchTexts),
  /** Opening and closing time, Monday to Friday, as in "9:00 am". */
  openHours: z.tuple([z.string(), z.string()]),
  /** When it opens next, on its own clock; absent while it is open. */
  nextOpening: z.optional(z.object({ at: instant, timeZone: z.string() })),
  manager,
  href,
  /** Opens the maps app, or its page. Nothing of it is loaded before. */
  directions: z.string(),
  /** The map image, drawn by the maps service and proxied by our server. */
  map: z.optional(href),
});
export type Branch = z.output<typeof branch>;

export const getBranch = get(`${application}/branch`, { response: branch });

const branchCallPath = `${application}/branch/call` as const;
/** Whether the applicant expects a call in which the branch finishes the application. Continuing online cancels it. */
const branchCall = z.object({ requested: z.boolean(), callBy: z.optional(instant) });
export const getBranchCall = get(branchCallPath, { response: branchCall });
/** Requests the call. A repeated request changes nothing. */
export const requestCall = post(branchCallPath, { body: nothing, response: branchCall });

const callBack = z.object({
  /** When the branch will call; absent while nothing is booked. */
  at: z.optional(instant),
  /** Of the branch. */
  timeZone: z.string(),
  /** When a call can begin, soonest first. */
  times: z.array(instant),
});
export type CallBack = z.output<typeof callBack>;

const callBackPath = `${application}/branch/call-back` as const;
export const getCallBack = get(callBackPath, { response: callBack });
/** Books the call, or moves it: there is one for each application. */
export const bookCallBack = put(callBackPath, { body: z.strictObject({ at: instant }), response: callBack });
export const cancelCallBack = remove(callBackPath, { response: callBack });

export const getBranchMap = file(`${application}/branch/map`, 'image/png');
