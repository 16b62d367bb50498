// The written adverse action notice for a declined applicant, and the reminders that applicants turn on.
import * as z from 'zod/mini';
import { application, get, page, pdf, post } from './endpoint.ts';
import { href, isoDate, nothing, reminderStatus } from './shapes.ts';

/** What helps an applicant most before the next request, by the weightiest reason of the denial. */
const nextStep = z.enum([
  'lift-freeze',
  'start-file',
  'build-history',
  'lower-payments',
  'raise-income',
  'catch-up',
  'after-bankruptcy',
  'fewer-inquiries',
  'show-income',
  'show-residence',
  'prove-identity',
  'other-vehicle',
  'check-address',
  'wait-after-loan',
  'build-score',
  'try-later',
  'ask-branch',
]);
export type NextStep = z.output<typeof nextStep>;

const adverseAction = z.object({
  date: isoDate,
  /** The notice's principal reasons, weightiest first, in plain words. */
  reasons: z.array(z.string()).check(z.minLength(1), z.maxLength(4)),
  nextStep,
  /** The credit score that the notice states, and the day of the score; absent if the decision used none. */
  score: z.optional(
    z.object({ name: z.string(), value: z.int(), lowest: z.int(), highest: z.int(), date: isoDate }),
  ),
  /** The bureau that provided the report; absent if none was requested. */
  bureau: z.optional(z.object({ name: z.string(), phone: z.string(), site: z.url() })),
  /** The PDF. */
  adverseActionAttachment: href,
  adverseActionPage: href,
});
export type AdverseAction = z.output<typeof adverseAction>;
export const getAdverseAction = get(`${application}/adverse-action`, { response: adverseAction });

export const getAdverseActionPdf = pdf(`${application}/adverse-action/notice.pdf`);
export const getAdverseActionPage = page(`${application}/adverse-action/notice`);

/** The combined notice of counteroffer and denial. */
export const getCounterofferPdf = pdf(`${application}/counteroffer/notice.pdf`);

/** Any notice or document that an email led to. Signed documents have two files. */
export const getNoticePdf = pdf(`${application}/notices/:noticeId/:kind/pdf`);
export const getNoticePage = page(`${application}/notices/:noticeId/:kind/page`);

export const withdrawApplication = post(`${application}/withdrawal`, { body: nothing, response: nothing });

/** Withdraws the consent to electronic notices: from then on they come by mail. */
export const chooseApplicationPaper = post(`${application}/paper-notices`, {
  body: nothing,
  response: nothing,
});

/** The same by the link in an email, whose token the Authorization header carries. False if the link is not ours. */
export const choosePaper = post('/api/v1/paper-notices', {
  body: nothing,
  response: z.object({ status: z.boolean() }),
});

/** How many days before the offers expire the last reminder goes out. */
export const reminderDaysBeforeExpiry = 3;

export const setReminders = post(`${application}/reminders`, {
  body: z.strictObject({ wanted: z.boolean() }),
  response: z.object({ status: reminderStatus }),
});

/** The Authorization header carries the token of the link in a reminder. False if the link is not ours. */
export const unsubscribe = post('/api/v1/reminders/unsubscribe', {
  body: nothing,
  response: z.object({ status: z.boolean() }),
});
