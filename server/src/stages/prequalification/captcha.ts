// Confirms the form's captcha, or spends the limit of forms without one, after which one is required.

import type { FastifyRequest } from 'fastify';
import { fillIn } from '#lender/public/fill-text.ts';
import { phoneText } from '#lender/public/phone-text.ts';
import { fail } from '../../platform/failure.ts';
import { networkOf } from '../../platform/http/network.ts';
import { shortLivedCalls } from '../../platform/jobs/short-lived-calls.ts';
import { singleFlight } from '../../platform/jobs/vendor-calls.ts';
import type { With } from '../../services.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import { nearestBranch } from '../branches/nearest.ts';
import { hasTextsWithoutCaptcha } from '../phone-check/sending.ts';
import { inlineSeconds } from './admit.ts';
import type { SubmittedForm } from './submitted-form.ts';

export type CaptchaOutcome = 'confirmed' | 'unanswered' | 'absent';

export async function confirmCaptcha(
  services: With<'log' | 'vault' | 'limiter' | 'lender' | 'vendorCalls' | 'vendors'>,
  { captchaToken: token, submission, applicant }: SubmittedForm,
  request: FastifyRequest,
): Promise<CaptchaOutcome> {
  const { vendors, limiter, lender, vault, vendorCalls, log } = services;
  // A blocked script must not lock an applicant out; the text code and a tighter limit compensate.
  const withoutCaptcha = () =>
    limiter.spend('submit-form-without-captcha', vault.lookup('address', networkOf(request.ip)));
  if (token === undefined) {
    await withoutCaptcha();
    if (!(await hasTextsWithoutCaptcha(services))) {
      const branch = nearestBranch(lender, applicant);
      const phone = phoneText(branch?.phone ?? lender.brand.phones.customerService);
      fail('captcha', fillIn(errorMessages.captcha.needed, { phone }));
    }
    return 'absent';
  }
  const answer = await singleFlight(vendorCalls, {
    vendor: 'recaptcha',
    operation: shortLivedCalls.textCodes.confirmCaptcha,
    // If the same press arrives twice, both get the token's single answer; for any other press the token is spent.
    key: `captcha:${vault.lookup('captcha', `${token}\0${submission}`)}`,
    timeoutSeconds: inlineSeconds,
    onUnknownOutcome: { rule: 'look-up', find: async () => undefined },
    perform: (signal) => vendors.captcha.confirm(token, request.ip, signal),
  }).catch((error: unknown) => {
    log.warn({ err: error }, 'the captcha service did not respond');
    return { kind: 'unanswered' } as const;
  });
  switch (answer.kind) {
    case 'confirmed':
      return 'confirmed';
    case 'unanswered':
      await withoutCaptcha();
      return 'unanswered';
    case 'refused':
      log.warn({ codes: answer.codes }, 'captcha refused');
      return fail('captcha', errorMessages.captcha.notConfirmed);
  }
}
