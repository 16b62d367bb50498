// Text code routes: resend it and check it. An accepted code starts the decision.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import { getTextCode, requestOtp, verifyOtp } from '#contract/phone-check.ts';
import { lockApplication, saveTextCodeStatus } from '../../journey/applications.ts';
import { giveNotices } from '../../journey/give-notices.ts';
import { jobHref } from '../../journey/hrefs.ts';
import { move } from '../../journey/move.ts';
import { assertAllowed, refuseStep } from '../../journey/policy.ts';
import { requireSession } from '../../journey/request-context.ts';
import { startJobOnce } from '../../journey/start-job-once.ts';
import { serveStep } from '../../journey/step.ts';
import { type Tx, transact } from '../../platform/db/database.ts';
import type { ApplicationId, SessionId, WorkId } from '../../platform/db/tables.ts';
import { Failure, fail } from '../../platform/failure.ts';
import { serve } from '../../platform/http/http.ts';
import { singleFlight } from '../../platform/jobs/single-flight.ts';
import {
  CallInProgress,
  ifUnavailable,
  NotPerformed,
  VendorUnavailable,
} from '../../platform/jobs/vendor-calls.ts';
import { type Applicant, lookups } from '../../records/applicant-fields.ts';
import { readApplicant, readPhoneToConfirm, saveConfirmedPhone } from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import { insertSentCode } from '../../records/texts.ts';
import type { Services } from '../../services.ts';
import type { CheckResult } from '../../vendors/text-codes.ts';
import { refusals } from '../../wording/refusals.ts';
import { decideAgain } from '../decision/decide-again.ts';
import { decidePrequalification } from '../decision/jobs.ts';
import { mailPhoneChanged } from '../notices/phone-changed.ts';
import { checkCode } from './jobs.ts';
import { claimOnReturn, claimSsn, transactClaim } from './same-person.ts';
import { askForTextCode, permitText, refuseSending, spendText, textCodeNow } from './sending.ts';

const checkSeconds = 8;

/** Why a code was not accepted. */
const codeRefusals = {
  wrong: { code: 'wrong-code', message: refusals['wrong-code'].wrong },
  expired: { code: 'code-expired', message: refusals['code-expired'].expired },
  'too-many': { code: 'code-expired', message: refusals['code-expired'].tooMany },
} as const satisfies Record<Exclude<CheckResult, 'accepted'>, { code: ErrorCode; message: string }>;

export function phoneCheckRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, vault, limiter, vendors, jobs, sessions } = services;

  serveStep(app, services, requestOtp, 'requestOtp', async ({ context, body }) => {
    const { id } = context.application;
    const phone = await readPhoneToConfirm(db, vault, id, context.session.requiresCode);
    assertSamePhone(body.phone, phone);
    await spendText(services, id, phone);
    // The applicant asked for this code, so the answer can say what is wrong with the number.
    const { result: outcome, deliveryId } = await vendors.textCodes
      .send(phone)
      .catch(ifUnavailable(() => ({ result: 'no-answer' as const, deliveryId: undefined })));
    const subject = { applicationId: id, sessionId: context.session.id };
    await transact(db, async (tx) => {
      if (deliveryId !== undefined) await insertSentCode(tx, clock, id, deliveryId);
      // If an earlier code was sent, its status stays "sent".
      if (outcome !== 'too-many' && outcome !== 'no-answer')
        await saveTextCodeStatus(tx, id, { attempt: randomUUID(), outcome, at: clock.now().toISOString() });
      await audit(
        tx,
        clock,
        subject,
        outcome === 'sent' ? { type: 'text-code-requested' } : { type: 'text-code-not-sent', outcome },
      );
    });
    if (outcome !== 'sent') refuseSending(outcome);
    return { success: true };
  });

  serveStep(app, services, getTextCode, 'requestOtp', async ({ context }) =>
    textCodeNow(context.application.text_code, clock.now()),
  );

  serve(app, verifyOtp, async ({ request, reply, params, body }) => {
    const context = await requireSession(services, request, params.applicationId, { evenReplaced: true });
    const { requiresCode, isReplaced } = context.session;
    const { id, state } = context.application;
    const subject = { applicationId: id, sessionId: context.session.id };
    let isAccepted = false;
    let renewed: Awaited<ReturnType<typeof sessions.begin>> | undefined;
    /** Each browser that enters the code gets another token, also where another tab's answer is on its way. */
    const renew = async (tx: Tx): Promise<SessionId> => {
      renewed = await sessions.renew(tx, context.session.id, id, request);
      await audit(tx, clock, { ...subject, sessionId: renewed.id }, { type: 'session-renewed' });
      return renewed.id;
    };

    const checkCode = async () => {
      const applicant = await readApplicant(db, vault, id);
      const phone = requiresCode ? applicant.phone : (applicant.newPhone ?? applicant.phone);
      assertSamePhone(body.phone, phone);
      await limiter.spend('check-code', id);
      // Counted before the code is checked, so that many requests at once are no more guesses than one after another.
      const guesses = lookups.phone(vault, phone);
      await limiter.spend('wrong-code', guesses);
      // A returning applicant needs a new code; one accepted earlier, in any session, is spent.
      const press = requiresCode ? context.session.id : id;
      const result = await check(services, id, press, phone, body.otp);
      if (result !== 'wrong') await limiter.giveBack('wrong-code', guesses);
      if (result === undefined) fail('try-again', refusals['try-again'].codeNotChecked);
      if (result !== 'accepted') {
        await transact(db, (tx) => audit(tx, clock, subject, { type: 'text-code-checked', accepted: false }));
        const { code, message } = codeRefusals[result];
        fail(code, message, 'otp');
      }
      isAccepted = true;
      if (requiresCode) await transact(db, (tx) => audit(tx, clock, subject, { type: 'came-back' }));
      return applicant;
    };
    /** The answer to an accepted code, with the new token. */
    const accepted = async (workId?: WorkId) => {
      if (isAccepted && renewed === undefined) await transact(db, renew);
      renewed?.set(reply);
      return workId === undefined ? { success: true } : { success: true, job: { href: jobHref(workId) } };
    };

    const work = { job: decidePrequalification.name, from: 'PHONE_CHECK' } as const;
    try {
      if (requiresCode && state !== 'PHONE_CHECK') {
        const applicant = await checkCode();
        if (await claimOnReturn(services, subject, applicant))
          await transact(db, await decideAgain(services, id, applicant));
        if (state === 'PHONE_CHANGED') await textNewPhone(services, id);
        return await accepted();
      }
      if (state === 'PHONE_CHANGED') {
        await confirmNewPhone(services, subject, await checkCode(), renew);
        return await accepted();
      }
      // What the session was for has happened already; without the code it gets no other token.
      if (isReplaced) await checkCode();
      const workId = await startJobOnce(services, request, context, work, async () => {
        assertAllowed(state, 'verifyOtp');
        const applicant = await checkCode();
        return transactClaim(services, async (tx) => {
          await audit(tx, clock, subject, { type: 'text-code-checked', accepted: true });
          const claim = await claimSsn(tx, services, id, applicant);
          if (claim === 'duplicate') {
            await move(tx, clock, subject, 'codeAcceptedForDuplicate');
            await giveNotices(tx, services, id);
            await renew(tx);
            return undefined;
          }
          await move(tx, clock, subject, 'codeAccepted', claim);
          await sessions.requireCode(tx, id, await renew(tx));
          return jobs.enqueue(tx, decidePrequalification, id, {});
        });
      });
      return await accepted(workId);
    } catch (error) {
      // A wrong code is a normal answer, not a refused request.
      if (error instanceof Failure && error.errors.some((one) => one.field === 'otp')) {
        return { success: false, errors: [...error.errors] };
      }
      throw error;
    }
  });
}

/** The phone that was on file is confirmed, so the one that is to replace it gets its code. */
async function textNewPhone(services: Services, id: ApplicationId): Promise<void> {
  const { db, vault } = services;
  const permit = await permitText(services, id, await readPhoneToConfirm(db, vault, id));
  await transact(db, (tx) => askForTextCode(tx, services, id, permit, 'new-phone'));
}

/** The new phone replaces the earlier one, and the application is decided again on its present details. */
async function confirmNewPhone(
  services: Services,
  subject: { readonly applicationId: ApplicationId; readonly sessionId: SessionId },
  applicant: Applicant,
  renew: (tx: Tx) => Promise<SessionId>,
): Promise<void> {
  const { db, vault, clock, jobs, sessions } = services;
  const { applicationId: id } = subject;
  const decide = await decideAgain(services, id, applicant);
  await transact(db, async (tx) => {
    const { state } = await lockApplication(tx, id);
    if (state !== 'PHONE_CHANGED' || applicant.newPhone === undefined) refuseStep();
    await saveConfirmedPhone(tx, vault, id, applicant.newPhone);
    await audit(tx, clock, subject, { type: 'phone-confirmed' });
    await sessions.requireCode(tx, id, await renew(tx));
    await jobs.enqueue(tx, mailPhoneChanged, id, { change: randomUUID() });
    await decide(tx);
  });
}

class CodeRefused extends NotPerformed {
  readonly result: Exclude<CheckResult, 'accepted'>;

  constructor(result: Exclude<CheckResult, 'accepted'>) {
    super(`the text code is ${result}`);
    this.result = result;
  }
}

/** Undefined if the vendor does not answer. It accepts a code once; another tab that enters it meanwhile gets the first tab's answer. */
async function check(
  { vendorCalls, vault, vendors }: Services,
  id: ApplicationId,
  /** The application or session that the code is accepted for. */
  press: ApplicationId | SessionId,
  phone: string,
  code: string,
): Promise<CheckResult | undefined> {
  return singleFlight(vendorCalls, {
    vendor: 'twilio',
    operation: checkCode,
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
    if (error instanceof VendorUnavailable || error instanceof CallInProgress) return undefined;
    throw error;
  });
}

/** The browser sends the phone number it shows; a different number means another tab changed it. */
function assertSamePhone(given: string | undefined, kept: string): void {
  if (given !== undefined && given !== kept) {
    fail('invalid', refusals.invalid.notYourPhone, 'phone');
  }
}
