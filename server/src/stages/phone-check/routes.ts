// Text code routes: send it again, its delivery, and its check.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import { getTextCode, requestOtp, verifyOtp } from '#contract/phone-check.ts';
import { saveTextCodeStatus, transactOn, updateApplication } from '../../journey/applications.ts';
import { type Position, transitionOf } from '../../journey/chart.ts';
import { assertAllowed, refuseStep } from '../../journey/guard.ts';
import { jobHref } from '../../journey/hrefs.ts';
import { decidePrequalification } from '../../journey/jobs.ts';
import { move } from '../../journey/move.ts';
import { isConfirmingPhone } from '../../journey/offered-actions.ts';
import { type ApplicationContext, requireSession } from '../../journey/request-context.ts';
import { serveStep, startJobOnce } from '../../journey/step.ts';
import { notifyOfChange } from '../../messages/application-messages.ts';
import { takesNoTexts } from '../../messages/delivery.ts';
import { type Tx, transact } from '../../platform/db/database.ts';
import type { ApplicationId, JobId, SessionId } from '../../platform/db/tables.ts';
import { Failure, fail, ifThrown } from '../../platform/failure.ts';
import { serve } from '../../platform/http/http.ts';
import { shortLivedCalls } from '../../platform/jobs/call-records.ts';
import { ifUnanswered, ifUnavailable, NotPerformed, singleFlight } from '../../platform/jobs/vendor-calls.ts';
import { type Applicant, lookups } from '../../records/applicant-fields.ts';
import { readApplicant, saveFields } from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import { codePhoneOf } from '../../records/code-phone.ts';
import { insertSentCode } from '../../records/texts.ts';
import type { Services, With } from '../../services.ts';
import type { CheckResult, CodePhone } from '../../vendors/text-messages.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import { decideAgain } from '../decision/decide-again.ts';
import { assertRecentCode } from './recent-code.ts';
import { claimOnReturn, claimSsn, transactClaim } from './same-person.ts';
import { permitText, refuseSending, requestTextCode, spendText, textCodeNow } from './sending.ts';

export function phoneCheckRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, vendors } = services;

  serveStep(app, services, requestOtp, 'requestOtp', async ({ context, body }) => {
    const { application, subject } = context;
    const { id } = application;
    if (isConfirmingPhone(application) && !context.session.mayEnterCode)
      await assertRecentCode(services, context);
    const to = await codePhoneOf(services, id, context.session.mayEnterCode);
    assertSamePhone(context.session, body.phone, to.phone);
    await spendText(services, application, to.phone);
    const by = body.by ?? 'text';
    // The applicant requested this code, so the response can explain what is wrong with the number.
    const { result: outcome, deliveryId } = await vendors.textCodes
      .send(to, by)
      .catch(ifUnavailable(() => ({ result: 'no-answer' as const, deliveryId: undefined })));
    await transactOn(db, id, async (tx) => {
      if (deliveryId !== undefined) await insertSentCode(tx, clock, id, deliveryId);
      // If an earlier code was sent, its status stays "sent", and what a call could not do says nothing about texts.
      const isKept =
        outcome === 'too-many' || outcome === 'no-answer' || (by === 'call' && outcome !== 'sent');
      const called = takesNoTexts(application.text_code) ? 'calls-only' : 'called';
      if (!isKept)
        await saveTextCodeStatus(tx, id, {
          attempt: randomUUID(),
          outcome: by === 'call' ? called : outcome,
          at: clock.now().toISOString(),
        });
      await audit(
        tx,
        clock,
        subject,
        outcome === 'sent'
          ? { type: 'text-code-requested', ...(by === 'call' && { by }) }
          : { type: 'text-code-not-sent', outcome },
      );
    });
    if (outcome !== 'sent') refuseSending(outcome);
    return { success: true };
  });

  serve(app, getTextCode, async ({ request, params }) => {
    // A poll that arrives just after the code was accepted must not lead the applicant to the end of the session.
    const { application, session } = await requireSession(services, request, params.applicationId, {
      includeReplaced: true,
    });
    assertAllowed(application, 'requestOtp', session);
    return textCodeNow(application.text_code, clock.now());
  });

  serve(app, verifyOtp, async ({ request, reply, params, body }) => {
    const context = await requireSession(services, request, params.applicationId, { includeReplaced: true });
    try {
      const jobId = await enterCode(services, request, reply, context, body);
      return jobId === undefined ? { success: true } : { success: true, job: { href: jobHref(jobId) } };
    } catch (error) {
      // A wrong code is a normal response, not a refused request.
      if (error instanceof Failure && error.errors.some(({ field }) => field === 'otp'))
        return { success: false, errors: [...error.errors] };
      throw error;
    }
  });
}

type Renew = (tx: Tx) => Promise<SessionId>;

/** Returns the job of the decision, if the code starts one, and sets the token of the session that the code renews. */
async function enterCode(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  context: ApplicationContext,
  entered: { readonly otp: string; readonly phone?: string | undefined },
): Promise<JobId | undefined> {
  const { db, clock, sessions } = services;
  const { application, session } = context;
  let isAccepted = false;
  let renewed: Awaited<ReturnType<typeof sessions.begin>> | undefined;
  /** Each browser that enters the code gets another token, even while another tab's response is on its way. */
  const renew: Renew = async (tx) => {
    renewed = await sessions.renew(tx, session.id, application.id, request);
    const subject = { applicationId: application.id, sessionId: renewed.id };
    await audit(tx, clock, subject, { type: 'session-renewed' });
    // From now on the application's texts are a returning applicant's.
    if (application.text_budget !== 'returning')
      await updateApplication(tx, application.id, { text_budget: 'returning' });
    return renewed.id;
  };
  const check = async () => {
    const applicant = await checkCode(services, context, entered);
    isAccepted = true;
    return applicant;
  };

  let jobId: JobId | undefined;
  if (session.mayEnterCode && !startsDecision(application))
    await continueApplication(services, context, check);
  else if (isConfirmingPhone(application)) await confirmNewPhone(services, context, check, renew);
  else {
    // The session has served its purpose; without the code it gets no other token.
    if (session.isReplaced) await check();
    jobId = await startDecision(services, request, context, check, renew);
  }
  if (isAccepted && renewed === undefined) await transactOn(db, application.id, renew);
  renewed?.set(reply);
  return jobId;
}

const startsDecision = (position: Position) => transitionOf(position, 'codeAccepted')?.to !== undefined;

/** The first code: the application claims its SSN and is decided, or is found to be a duplicate. */
function startDecision(
  services: With<'clock' | 'db' | 'vault' | 'sessions' | 'jobs'>,
  request: FastifyRequest,
  context: ApplicationContext,
  check: () => Promise<Applicant>,
  renew: Renew,
): Promise<JobId | undefined> {
  const { clock, sessions } = services;
  const { application, subject } = context;
  const work = { job: decidePrequalification.name, event: 'codeAccepted' } as const;
  return startJobOnce(services, request, context, work, async () => {
    assertAllowed(application, 'verifyOtp');
    const applicant = await check();
    return transactClaim(services, async (tx) => {
      await audit(tx, clock, subject, { type: 'text-code-checked', accepted: true });
      const claim = await claimSsn(tx, services, application.id, applicant);
      if (claim === 'duplicate') {
        await move(tx, services, subject, 'codeAcceptedForDuplicate');
        await renew(tx);
        return undefined;
      }
      const { jobId } = await move(tx, services, subject, 'codeAccepted', claim);
      await sessions.requireCode(tx, application.id, await renew(tx));
      return jobId;
    });
  });
}

/** The applicant returned by a link. What was decided before the phone was confirmed may have to be decided again. */
async function continueApplication(
  services: With<'clock' | 'db' | 'vault' | 'limiter' | 'jobs' | 'lender' | 'policies'>,
  { application, subject }: ApplicationContext,
  check: () => Promise<Applicant>,
): Promise<void> {
  const { id } = application;
  const applicant = await check();
  const isNew = await claimOnReturn(services, subject, applicant);
  const isConfirming = isConfirmingPhone(application);
  // The branch has recorded another phone meanwhile, so none is left to confirm.
  const isOver = isConfirming && applicant.newPhone === undefined;
  if (isNew || isOver) await transactOn(services.db, id, await decideAgain(services, id, applicant));
  if (!isConfirming || isOver) return;
  // The phone on file is confirmed, so its replacement gets a code.
  const { phone } = await codePhoneOf(services, id, false);
  const permit = await permitText(services, { id, text_budget: 'returning' }, phone);
  await transactOn(services.db, id, (tx) => requestTextCode(tx, services, id, permit, 'new-phone'));
}

/** The new phone replaces the earlier one, and the application is decided again on its present details. */
async function confirmNewPhone(
  services: With<'clock' | 'db' | 'vault' | 'limiter' | 'sessions' | 'jobs' | 'lender' | 'policies'>,
  context: ApplicationContext,
  check: () => Promise<Applicant>,
  renew: Renew,
): Promise<void> {
  const { db, vault, clock, sessions } = services;
  const { application, subject } = context;
  const { id } = application;
  await assertRecentCode(services, context);
  const applicant = await check();
  const decide = await decideAgain(services, id, applicant);
  await transactOn(db, id, async (tx, current) => {
    if (!isConfirmingPhone(current) || applicant.newPhone === undefined) refuseStep();
    await saveFields(tx, vault, id, { phone: applicant.newPhone, newPhone: undefined });
    await audit(tx, clock, subject, { type: 'phone-confirmed' });
    await sessions.requireCode(tx, id, await renew(tx));
    await notifyOfChange(tx, services, id, 'phone');
    await decide(tx);
  });
}

const codeRefusals = {
  wrong: { code: 'wrong-code', message: errorMessages['wrong-code'].wrong },
  expired: { code: 'code-expired', message: errorMessages['code-expired'].expired },
  'too-many': { code: 'code-expired', message: errorMessages['code-expired'].tooMany },
} as const satisfies Record<Exclude<CheckResult, 'accepted'>, { code: ErrorCode; message: string }>;

/** Refuses with the field `otp` unless the code is the one that was sent to the phone. */
async function checkCode(
  services: With<'clock' | 'db' | 'vault' | 'limiter' | 'vendorCalls' | 'vendors'>,
  { session, application, subject }: ApplicationContext,
  entered: { readonly otp: string; readonly phone?: string | undefined },
): Promise<Applicant> {
  const { db, clock, vault, limiter } = services;
  const { id } = application;
  const applicant = await readApplicant(db, vault, id);
  const sentTo = await codePhoneOf(services, id, session.mayEnterCode);
  assertSamePhone(session, entered.phone, sentTo.phone);
  await limiter.spend('check-code', id);
  // A returning applicant needs a new code; one accepted earlier, in any session, is spent.
  const result = await checkAtVendor(
    services,
    id,
    session.mayEnterCode ? session.id : id,
    sentTo,
    entered.otp,
  ).catch(ifUnanswered(() => fail('try-again', errorMessages['try-again'].codeNotChecked)));
  if (result !== 'accepted') {
    await transact(db, (tx) => audit(tx, clock, subject, { type: 'text-code-checked', accepted: false }));
    const { code, message } = codeRefusals[result];
    fail(code, message, 'otp');
  }
  if (session.mayEnterCode)
    await transact(db, (tx) => audit(tx, clock, subject, { type: 'return-confirmed' }));
  return applicant;
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
async function checkAtVendor(
  services: With<'clock' | 'vault' | 'limiter' | 'vendorCalls' | 'vendors'>,
  id: ApplicationId,
  /** The application or session that the code is accepted for. */
  press: ApplicationId | SessionId,
  to: CodePhone,
  code: string,
): Promise<CheckResult> {
  const { clock, vendorCalls, vault, vendors, limiter } = services;
  // Per application, so that strangers' guesses lock out no one. The vendor takes five of one code.
  const guesses = [
    to.isConfirmed ? 'wrong-code' : 'wrong-first-code',
    `${id}:${lookups.phone(vault, to.phone)}`,
    // A guess is given back to the window in which it was counted.
    { at: clock.now() },
  ] as const;
  return singleFlight(vendorCalls, {
    vendor: vendors.textCodes.vendor,
    operation: shortLivedCalls.textCodes.checkCode,
    key: `check-code:${press}:${vault.lookup('text-code', `${to.phone}\0${code}`)}`,
    applicationId: id,
    timeoutSeconds: 8,
    // The vendor cannot report a code's status. If it accepted one without our knowledge, we send a new one.
    onUnknownOutcome: { rule: 'look-up', find: async () => undefined },
    perform: async () => {
      // Counted before the code is checked, so that many requests at once are no more guesses than one after another.
      await limiter.spend(...guesses);
      let result: CheckResult | undefined;
      try {
        result = await vendors.textCodes.check(to, code);
      } finally {
        if (result !== 'wrong') await limiter.giveBack(...guesses);
      }
      // Save only an accepted code: any other may be correct later, or must count as another attempt.
      if (result !== 'accepted') throw new CodeRefused(result);
      return result;
    },
  }).catch(ifThrown(CodeRefused, ({ result }) => result));
}

/**
 * A different number means another tab changed it. Not compared before a returning applicant's code,
 * because the phone could be guessed.
 */
function assertSamePhone(
  session: ApplicationContext['session'],
  entered: string | undefined,
  onFile: string,
): void {
  if (!session.mayEnterCode && entered !== undefined && entered !== onFile)
    fail('invalid', errorMessages.invalid.notYourPhone, 'phone');
}
