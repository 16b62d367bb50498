// Confirms the form's captcha, or spends the tighter limit of forms without one.
import type { FastifyRequest } from 'fastify';
import { fail } from '../../platform/failure.ts';
import { networkOf } from '../../platform/http/network.ts';
import { singleFlight } from '../../platform/jobs/single-flight.ts';
import type { Services } from '../../services.ts';
import { refusals } from '../../wording/refusals.ts';
import { inlineSeconds } from './admit.ts';

export async function confirmCaptcha(
  { vendors, limiter, vault, vendorCalls, log }: Services,
  token: string | undefined,
  submission: string | undefined,
  request: FastifyRequest,
): Promise<'confirmed' | 'unanswered' | 'absent'> {
  // A blocked script must not lock an applicant out; the text code and a tighter limit compensate.
  const withoutCaptcha = () =>
    limiter.spend('submit-form-without-captcha', vault.lookup('address', networkOf(request.ip)));
  if (token === undefined) {
    await withoutCaptcha();
    return 'absent';
  }
  const answer = await singleFlight(vendorCalls, {
    vendor: 'recaptcha',
    operation: 'confirm',
    // If the same press arrives twice, both get the token's single answer; for any other press the token is spent.
    key: `captcha:${vault.lookup('captcha', `${token}\0${submission}`)}`,
    timeoutSeconds: inlineSeconds,
    onUnknownOutcome: { rule: 'look-up', find: async () => undefined },
    perform: (signal) => vendors.captcha.confirm(token, request.ip, signal),
  }).catch((error: unknown) => {
    log.warn({ err: error }, 'captcha unanswered');
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
      return fail('captcha', refusals.captcha.notConfirmed);
  }
}
