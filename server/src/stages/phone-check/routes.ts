// Text code routes: send it again, its delivery, and its check.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { getTextCode, requestOtp, verifyOtp } from '#contract/phone-check.ts';
import { saveTextCodeStatus, transactOn } from '../../journey/applications.ts';
import { assertAllowed } from '../../journey/guard.ts';
import { jobHref } from '../../journey/hrefs.ts';
import { isConfirmingPhone } from '../../journey/offered-actions.ts';
import { requireSession } from '../../journey/request-context.ts';
import { serveStep } from '../../journey/step.ts';
import { takesNoTexts } from '../../messages/delivery.ts';
import { Failure } from '../../platform/failure.ts';
import { serve } from '../../platform/http/http.ts';
import { ifUnavailable } from '../../platform/jobs/vendor-calls.ts';
import { audit } from '../../records/audit.ts';
import { codePhoneOf } from '../../records/code-phone.ts';
import { insertSentCode } from '../../records/texts.ts';
import type { Services } from '../../services.ts';
import { assertSamePhone } from './check-code.ts';
import { enterCode } from './enter-code.ts';
import { assertRecentCode } from './recent-code.ts';
import { refuseSending, spendText, textCodeNow } from './sending.ts';

export function phoneCheckRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, vendors } = services;

  serveStep(app, services, requestOtp, 'requestOtp', async ({ context, body }) => {
    const { application } = context;
    const { id } = application;
    if (isConfirmingPhone(application) && !context.session.requiresCode)
      await assertRecentCode(services, context, 'phone');
    const to = await codePhoneOf(services, id, context.session.requiresCode);
    assertSamePhone(context.session, body.phone, to.phone);
    await spendText(services, application, to.phone);
    const by = body.by ?? 'text';
    // The applicant requested this code, so the response can explain what is wrong with the number.
    const { result: outcome, deliveryId } = await vendors.textCodes
      .send(to, by)
      .catch(ifUnavailable(() => ({ result: 'no-answer' as const, deliveryId: undefined })));
    const subject = { applicationId: id, sessionId: context.session.id };
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
    assertAllowed(application, 'requestOtp', session.requiresCode);
    return textCodeNow(application.text_code, clock.now());
  });

  serve(app, verifyOtp, async ({ request, reply, params, body }) => {
    const context = await requireSession(services, request, params.applicationId, { includeReplaced: true });
    try {
      const jobId = await enterCode(services, request, reply, context, body);
      return jobId === undefined ? { success: true } : { success: true, job: { href: jobHref(jobId) } };
    } catch (error) {
      // A wrong code is a normal response, not a refused request.
      if (error instanceof Failure && error.errors.some(({ field }) => field === 'otp')) {
        return { success: false, errors: [...error.errors] };
      }
      throw error;
    }
  });
}
