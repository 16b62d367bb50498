// Returning to an application: by an emailed link, and by a text code.

import type { Journey } from '#contract/journey.ts';
import { getTextCode, requestOtp, verifyOtp } from '#contract/phone-check.ts';
import { emailResumeLink, resumeLead } from '#contract/resume.ts';
import { ApiFailure } from '#web/api/failures.ts';
import type { Applicant } from './applicant.ts';
import { isCode } from './sandbox-books.ts';

/** How often a reading of texts or emails finds nothing before the applicant requests another. */
const looks = 40;

/** Opens the newest link of ours in the applicant's emails; requests one if there is none, or if the last one failed. */
export async function returnByLink(applicant: Applicant): Promise<void> {
  const { planned, around, usedMails } = applicant;
  const wantsNew = usedMails.size > 0 || applicant.random.chance(0.5);
  if (wantsNew) await requestLink(applicant);
  const found = await lookFor(applicant, async () => {
    const mails = await around.sandbox.mailTo(planned.email);
    return mails
      .filter(({ id }) => !usedMails.has(id))
      .map(({ id, text }) => ({ id, token: /\/resume\?token=([\w.~-]+)/.exec(text)?.[1] }))
      .find(({ token }) => token !== undefined);
  });
  if (found === undefined) {
    // Nothing is sent about an application that has ended.
    if (applicant.applicationId !== undefined && (await around.isOver(applicant.applicationId))) {
      applicant.isDone = true;
      around.stepTaken();
      return;
    }
    if (!wantsNew) await requestLink(applicant);
    return;
  }
  usedMails.add(found.id);
  const response = await applicant.browser.call(resumeLead, undefined, {
    body: {},
    headers: { Authorization: `Bearer ${found.token}` },
    signal: around.signal,
  });
  if (response.errors === undefined) applicant.requested.codes += 1;
  else if (/^(?:offer-expired|request-closed|superseded)$/.test(response.errors[0]?.code ?? ''))
    applicant.isDone = true;
  else applicant.unexpectedErrors.push(`resume: ${JSON.stringify(response.errors)}`);
  around.stepTaken();
}

async function requestLink(applicant: Applicant): Promise<void> {
  applicant.requested.links += 1;
  await applicant.browser.call(emailResumeLink, undefined, {
    body: { email: applicant.planned.email },
    signal: applicant.around.signal,
  });
}

/** Waits for the text code and enters it; has it sent again where it doesn't come or isn't taken. */
export async function enterTextCode(applicant: Applicant, { links }: Journey): Promise<void> {
  const { planned, around, usedTexts, browser } = applicant;
  const text = await lookFor(applicant, async () => {
    const texts = await around.sandbox.textsTo(planned.phone);
    const newest = texts.find(({ id, body }) => isCode(body) && !usedTexts.has(id));
    if (newest !== undefined || links.requestOtp === undefined) return newest;
    const { status } = await browser.call(getTextCode, links.requestOtp, { signal: around.signal });
    return status === 'failed' ? null : undefined;
  });
  const otp = /\d{6}/.exec(text?.body ?? '')?.[0];
  if (!text || otp === undefined) return sendCodeAgain(applicant, links.requestOtp);
  const body = { phone: planned.phone, otp };
  const response = await applicant.press(verifyOtp, links.verifyOtp, body).catch((error: unknown) => {
    // A check whose response is lost can use up the code at the vendor; the next text then holds another.
    applicant.requested.codes += 1;
    throw error;
  });
  usedTexts.add(text.id);
  if (!response.success) await sendCodeAgain(applicant, links.requestOtp);
}

async function sendCodeAgain(applicant: Applicant, href: string | undefined): Promise<void> {
  applicant.requested.codes += 1;
  await applicant.press(requestOtp, href, {}).catch((error: unknown) => {
    if (!(error instanceof ApiFailure && error.has('not-now'))) throw error;
  });
}

/** Looks now and then; undefined if nothing comes. */
async function lookFor<T>(applicant: Applicant, look: () => Promise<T | undefined>): Promise<T | undefined> {
  for (let times = 0; times < looks; times += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await applicant.pause(100, 500);
  }
  return undefined;
}
