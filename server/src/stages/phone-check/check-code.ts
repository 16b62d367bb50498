// Checks an entered text code with the vendor, within the limits on guesses.
import type { ErrorCode } from '#contract/errors.ts';
import type { ApplicationContext } from '../../journey/request-context.ts';
import { transact } from '../../platform/db/database.ts';
import type { ApplicationId, SessionId } from '../../platform/db/tables.ts';
import type { Lookup } from '../../platform/encryption.ts';
import { fail } from '../../platform/failure.ts';
import { shortLivedCalls } from '../../platform/jobs/short-lived-calls.ts';
import {
  CallInProgress,
  NotPerformed,
  singleFlight,
  VendorUnavailable,
} from '../../platform/jobs/vendor-calls.ts';
import { type Applicant, lookups } from '../../records/applicant-fields.ts';
import { readApplicant } from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import { codePhoneOf } from '../../records/code-phone.ts';
import type { With } from '../../services.ts';
import type { CheckResult, CodePhone } from '../../vendors/text-messages.ts';
import { errorMessages } from '../../wording/error-messages.ts';

const checkSeconds = 8;

const codeRefusals = {
  wrong: { code: 'wrong-code', message: errorMessages['wrong-code'].wrong },
  expired: { code: 'code-expired', message: errorMessages['code-expired'].expired },
  'too-many': { code: 'code-expired', message: errorMessages['code-expired'].tooMany },
} as const satisfies Record<Exclude<CheckResult, 'accepted'>, { code: ErrorCode; message: string }>;

/** Refuses with the field `otp` unless the code is the one that was sent to the phone. */
export async function checkCode(
  services: With<'clock' | 'db' | 'vault' | 'limiter' | 'vendorCalls' | 'vendors'>,
  { session, application }: ApplicationContext,
  entered: { readonly otp: string; readonly phone?: string | undefined },
): Promise<Applicant> {
  const { db, clock, vault, limiter } = services;
  const { id } = application;
  const subject = { applicationId: id, sessionId: session.id };
  const applicant = await readApplicant(db, vault, id);
  const sentTo = await codePhoneOf(services, id, session.requiresCode);
  assertSamePhone(session, entered.phone, sentTo.phone);
  await limiter.spend('check-code', id);
  // A returning applicant needs a new code; one accepted earlier, in any session, is spent.
  const result = await check(services, id, session.requiresCode ? session.id : id, sentTo, entered.otp).catch(
    (error: unknown) => {
      // A vendor that does not respond is an outage; any other error is ours.
      if (!(error instanceof VendorUnavailable || error instanceof CallInProgress)) throw error;
      return undefined;
    },
  );
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
  const own = `${id}:${phone}`;
  if (isConfirmed) return [['wrong-code', own]] as const;
  return [
    ['wrong-first-code', own],
    ['wrong-code-unconfirmed', phone],
  ] as const;
}

class CodeRefused extends NotPerformed {
  override readonly isFinal = true;
  readonly result: Exclude<CheckResult, 'accepted'>;

  constructor(result: Exclude<CheckResult, 'accepted'>) {
    super(`the text code is ${result}`);
    this.result = result;
  }
}

/** The vendor accepts a code once. Another tab that enters it at the same time gets the first tab's result. */
async function check(
  { vendorCalls, vault, vendors, limiter }: With<'vault' | 'limiter' | 'vendorCalls' | 'vendors'>,
  id: ApplicationId,
  /** The application or session that the code is accepted for. */
  press: ApplicationId | SessionId,
  to: CodePhone,
  code: string,
): Promise<CheckResult> {
  const guesses = guessesOf(id, lookups.phone(vault, to.phone), to.isConfirmed);
  return singleFlight(vendorCalls, {
    vendor: vendors.textCodes.vendor,
    operation: shortLivedCalls.textCodes.checkCode,
    key: `check-code:${press}:${vault.lookup('text-code', `${to.phone}\0${code}`)}`,
    applicationId: id,
    timeoutSeconds: checkSeconds,
    // The vendor cannot report a code's status. If it accepted one without our knowledge, we send a new one.
    onUnknownOutcome: { rule: 'look-up', find: async () => undefined },
    perform: async () => {
      // Counted before the code is checked, so that many requests at once are no more guesses than one after another.
      for (const [name, subject] of guesses) await limiter.spend(name, subject);
      let result: CheckResult | undefined;
      try {
        result = await vendors.textCodes.check(to, code);
      } finally {
        if (result !== 'wrong') for (const [name, subject] of guesses) await limiter.giveBack(name, subject);
      }
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
 * A different number means another tab changed it. Not compared before a returning applicant's code,
 * because the phone could be guessed.
 */
export function assertSamePhone(
  session: ApplicationContext['session'],
  entered: string | undefined,
  onFile: string,
): void {
  if (!session.requiresCode && entered !== undefined && entered !== onFile) {
    fail('invalid', errorMessages.invalid.notYourPhone, 'phone');
  }
}
