// Checks an entered text code with the vendor, within the limits on guesses.
import type { ErrorCode } from '#contract/errors.ts';
import type { Application } from '../../journey/applications.ts';
import type { RequestContext } from '../../journey/request-context.ts';
import { transact } from '../../platform/db/database.ts';
import type { ApplicationId, SessionId } from '../../platform/db/tables.ts';
import type { Lookup } from '../../platform/encryption.ts';
import { fail } from '../../platform/failure.ts';
import { shortLivedCalls } from '../../platform/jobs/short-lived-calls.ts';
import { singleFlight } from '../../platform/jobs/single-flight.ts';
import { CallInProgress, NotPerformed, VendorUnavailable } from '../../platform/jobs/vendor-calls.ts';
import { type Applicant, lookups } from '../../records/applicant-fields.ts';
import { readApplicant } from '../../records/applicants.ts';
import { audit, hasEnteredCode } from '../../records/audit.ts';
import type { With } from '../../services.ts';
import type { CheckResult } from '../../vendors/text-messages.ts';
import { errorMessages } from '../../wording/error-messages.ts';

const checkSeconds = 8;

/** Why a code was not accepted. */
const codeRefusals = {
  wrong: { code: 'wrong-code', message: errorMessages['wrong-code'].wrong },
  expired: { code: 'code-expired', message: errorMessages['code-expired'].expired },
  'too-many': { code: 'code-expired', message: errorMessages['code-expired'].tooMany },
} as const satisfies Record<Exclude<CheckResult, 'accepted'>, { code: ErrorCode; message: string }>;

export type CodeContext = RequestContext & { readonly application: Application };

/** Refuses with the field `otp` unless the code is the one that was sent to the phone. */
export async function checkCode(
  services: With<'clock' | 'db' | 'vault' | 'limiter' | 'vendorCalls' | 'vendors'>,
  { session, application }: CodeContext,
  given: { readonly otp: string; readonly phone?: string | undefined },
): Promise<Applicant> {
  const { db, clock, vault, limiter } = services;
  const { id } = application;
  const subject = { applicationId: id, sessionId: session.id };
  const applicant = await readApplicant(db, vault, id);
  const phone = session.requiresCode ? applicant.phone : (applicant.newPhone ?? applicant.phone);
  assertSamePhone(session, given.phone, phone);
  await limiter.spend('check-code', id);
  // Counted before the code is checked, so that many requests at once are no more guesses than one after another.
  const isConfirmed = phone === applicant.phone && (await hasEnteredCode(db, id));
  const guesses = guessesOf(id, lookups.phone(vault, phone), isConfirmed);
  for (const [name, subject] of guesses) await limiter.spend(name, subject);
  // A returning applicant needs a new code; one accepted earlier, in any session, is spent.
  const result = await check(services, id, session.requiresCode ? session.id : id, phone, given.otp).catch(
    noAnswer,
  );
  if (result !== 'wrong') for (const [name, subject] of guesses) await limiter.giveBack(name, subject);
  if (result === undefined) fail('try-again', errorMessages['try-again'].codeNotChecked);
  if (result !== 'accepted') {
    await transact(db, (tx) => audit(tx, clock, subject, { type: 'text-code-checked', accepted: false }));
    const { code, message } = codeRefusals[result];
    fail(code, message, 'otp');
  }
  if (session.requiresCode)
    await transact(db, (tx) => audit(tx, clock, subject, { type: 'return-confirmed' }));
  return applicant;
}

/** The limits on guesses. Those in strangers' applications cannot lock out an applicant whose phone was confirmed. */
function guessesOf(id: ApplicationId, phone: Lookup, isConfirmed: boolean) {
  const own = ['wrong-code', `${id}:${phone}`] as const;
  return isConfirmed ? [own] : [own, ['wrong-code-unconfirmed', phone] as const];
}

/** A vendor that does not respond is an outage; any other error is ours. */
function noAnswer(error: unknown): undefined {
  if (!(error instanceof VendorUnavailable || error instanceof CallInProgress)) throw error;
  return undefined;
}

class CodeRefused extends NotPerformed {
  readonly result: Exclude<CheckResult, 'accepted'>;

  constructor(result: Exclude<CheckResult, 'accepted'>) {
    super(`the text code is ${result}`);
    this.result = result;
  }
}

/** The vendor accepts a code once. Another tab that enters it at the same time gets the first tab's result. */
async function check(
  { vendorCalls, vault, vendors }: With<'vault' | 'vendorCalls' | 'vendors'>,
  id: ApplicationId,
  /** The application or session that the code is accepted for. */
  press: ApplicationId | SessionId,
  phone: string,
  code: string,
): Promise<CheckResult> {
  return singleFlight(vendorCalls, {
    vendor: vendors.textCodes.vendor,
    operation: shortLivedCalls.textCodes.checkCode,
    key: `check-code:${press}:${vault.lookup('text-code', `${phone}\0${code}`)}`,
    applicationId: id,
    timeoutSeconds: checkSeconds,
    // The vendor cannot report a code's status. If it accepted one without our knowledge, we send a new one.
    onUnknownOutcome: { rule: 'look-up', find: async () => undefined },
    perform: async () => {
      const result = await vendors.textCodes.check(phone, code);
      // Save only an accepted code: any other may be correct later, or must count as another attempt.
      if (result !== 'accepted') throw new CodeRefused(result);
      return result;
    },
  }).catch((error: unknown) => {
    if (error instanceof CodeRefused) return error.result;
    throw error;
  });
}

/**
 * The browser sends the phone number it shows; a different number means another tab changed it. Not compared before a returning
 * applicant's code, because the phone could be guessed.
 */
export function assertSamePhone(
  session: CodeContext['session'],
  given: string | undefined,
  kept: string,
): void {
  if (!session.requiresCode && given !== undefined && given !== kept) {
    fail('invalid', errorMessages.invalid.notYourPhone, 'phone');
  }
}
