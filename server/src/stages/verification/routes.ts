// How the verification stands.
import type { FastifyInstance } from 'fastify';
import { submitApproval } from '#contract/approval.ts';
import { getVerification, retryVerification, type Verification } from '#contract/verification.ts';
import { hrefOf } from '../../journey/hrefs.ts';
import { may, refuse, require } from '../../journey/policy.ts';
import { type Application, requireHere } from '../../journey/request-context.ts';
import { beginOnce } from '../../journey/start-job-once.ts';
import { serveStep } from '../../journey/step.ts';
import { transact } from '../../platform/db/database.ts';
import { serve } from '../../platform/http/http.ts';
import { holdOf } from '../../platform/http/long-poll.ts';
import { readChecks } from '../../records/verifications.ts';
import type { Parts } from '../../services.ts';
import { standingBank } from '../bank-link/reading.ts';
import { verifyAgain } from '../bank-link/verify-again.ts';
import { verifyFromBank } from '../bank-link/verify-job.ts';
import { mustNotBeExpired } from '../offers/service.ts';

const none = { income: false, residence: false, identity: false } as const;

export function verificationRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, jobs, limiter } = parts;

  serveStep(app, parts, getVerification, 'verification', async ({ here, request }) => {
    const hold = holdOf(request.headers.prefer);
    if (here.application.state !== 'VERIFYING' || here.work === undefined || hold === 0) {
      return verificationOf(here.application);
    }
    const gone = new AbortController();
    request.raw.once('close', () => gone.abort());
    try {
      const finished = jobs.finished(here.work.id, hold * 1000, gone.signal);
      // It may have finished before anybody listened.
      const now = await requireHere(parts, request, here.application.id);
      if (now.application.state !== 'VERIFYING') return await verificationOf(now.application);
      await finished;
    } finally {
      gone.abort();
    }
    return verificationOf((await requireHere(parts, request, here.application.id)).application);
  });

  serve(app, retryVerification, async ({ request, params }) => {
    const here = await requireHere(parts, request, params.applicationId ?? '');
    const { application, session } = here;
    const { id, state } = application;
    await beginOnce(
      parts,
      request,
      here,
      { job: verifyFromBank.name, from: 'VERIFICATION_FAILED' },
      async () => {
        require(state, 'retryVerification');
        await mustNotBeExpired(parts, application);
        const bank = await standingBank(db, id);
        if (bank === undefined) refuse();
        await limiter.spend('retry-verification', id);
        const subject = { applicationId: id, sessionId: session.id };
        return transact(db, (tx) => verifyAgain(tx, parts, subject, bank.id));
      },
    );
    return verificationOf((await requireHere(parts, request, id)).application);
  });

  async function verificationOf({ id, state }: Application): Promise<Verification> {
    switch (state) {
      case 'TERMS_ACCEPTED':
        return { status: 'NOT_STARTED', ...none };
      case 'VERIFICATION_FAILED': {
        const bank = await standingBank(db, id);
        const problem = bank?.problem;
        return {
          status: 'FAILED',
          ...none,
          ...(problem === undefined ? {} : { bankProblem: problem }),
          ...(bank && (problem === undefined || problem === 'ending')
            ? { retryHref: hrefOf(retryVerification, id) }
            : {}),
        };
      }
      case 'VERIFIED':
      case 'NOT_VERIFIED': {
        const checks = (await readChecks(db, id)) ?? none;
        const goesOn =
          may(state, 'submitApproval') &&
          app.hasRoute({ method: submitApproval.method, url: submitApproval.path });
        return {
          status: 'FINISHED',
          ...checks,
          ...(goesOn ? { submitApprovalHref: hrefOf(submitApproval, id) } : {}),
        };
      }
      default:
        return { status: 'PENDING', ...none };
    }
  }
}
