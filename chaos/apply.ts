// An application by HTTP: takes each screen's step, and returns after every cut connection and closed tab.
import { randomUUID } from 'node:crypto';
import type { BodyIn } from '#contract/endpoint.ts';
import { getJourney } from '#contract/journey.ts';
import { submissionKeyHeader, submitPrequalification } from '#contract/prequalification.ts';
import { ApiFailure, NetworkFailure, PollingTimedOut } from '#web/api/failures.ts';
import { form } from '../server/test/world.ts';
import { type Applicant, Browser, MissingLink, press, TabClosed } from './applicant.ts';
import { returnByLink } from './return.ts';
import { isAtEnd, needsDocuments, takeStep, uploadDocuments } from './screens.ts';

export async function apply(applicant: Applicant): Promise<void> {
  const submissionKey = randomUUID();
  await persist(applicant, () => submitForm(applicant, submissionKey));
  while (!applicant.isDone) await persist(applicant, () => continueApplication(applicant));
}

async function submitForm(applicant: Applicant, submissionKey: string): Promise<void> {
  const { planned, random, around, browser } = applicant;
  const { person, email, phone, ssn } = planned;
  // What was typed is gone with the tab, so that tabs are closed only later.
  await press({ ...planned.habits, closesTab: 0 }, random, around.counts, (signal) =>
    browser.call(submitPrequalification, undefined, {
      body: { ...form(person), email, phone, ssn } as BodyIn<typeof submitPrequalification>,
      headers: { [submissionKeyHeader]: submissionKey },
      signal,
    }),
  );
  applicant.requested.codes += 1;
  around.stepTaken();
}

async function continueApplication(applicant: Applicant): Promise<void> {
  const { around } = applicant;
  const journey = await readJourney(applicant);
  const { defaultScreen } = journey;
  if (defaultScreen === undefined) return returnByLink(applicant);
  if (isAtEnd(journey)) {
    if (needsDocuments(applicant, journey)) return uploadDocuments(applicant, journey);
    applicant.isDone = true;
    return around.stepTaken();
  }
  await takeStep(applicant, journey, defaultScreen);
  const after = await readJourney(applicant);
  if (after.defaultScreen === defaultScreen) await applicant.pause();
  else around.stepTaken();
}

async function readJourney(applicant: Applicant) {
  const { browser, around } = applicant;
  const journey = await browser.call(getJourney, undefined, { signal: around.signal });
  applicant.remember(journey);
  return journey;
}

/** Does something again until it worked, as a person does: after a moment, by reloading, or on another device. */
async function persist(applicant: Applicant, act: () => Promise<void>): Promise<void> {
  for (;;) {
    applicant.around.signal.throwIfAborted();
    try {
      return await act();
    } catch (error) {
      applicant.around.signal.throwIfAborted();
      await recover(applicant, error);
    }
  }
}

async function recover(applicant: Applicant, error: unknown): Promise<void> {
  const { planned, random, around, unexpectedErrors } = applicant;
  if (error instanceof TabClosed) {
    if (random.chance(planned.habits.changesDevice)) {
      around.counts.devicesChanged += 1;
      applicant.browser = new Browser(around.publicUrl);
    }
    return applicant.pause(0, 1500);
  }
  if (!isExpected(error)) unexpectedErrors.push(describeUnexpectedError(error, applicant.lastScreen));
  if (error instanceof ApiFailure && endsSession.some((code) => error.has(code)))
    applicant.browser = new Browser(around.publicUrl);
  const wait = error instanceof ApiFailure ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return applicant.pause(Math.max(300, wait), Math.max(1500, wait));
}

const endsSession = ['no-session', 'session-ended'];
/** Refusals that the screens know, after which the applicant looks again or presses again. */
const expectedCodes = [
  ...endsSession,
  'not-now',
  'try-again',
  'too-many',
  'offline',
  'expired',
  'offer-void',
  'code-not-sent',
  'wrong-code',
  'code-expired',
];

function isExpected(error: unknown): boolean {
  if (error instanceof ApiFailure) return error.status > 500 || expectedCodes.some((code) => error.has(code));
  return error instanceof NetworkFailure || error instanceof PollingTimedOut || error instanceof MissingLink;
}

function describeUnexpectedError(error: unknown, screen: string): string {
  if (error instanceof ApiFailure)
    return `${screen}: status ${error.status} ${JSON.stringify(error.errors ?? error.body ?? '')}`;
  return `${screen}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
