// How the verification stands.
import type { FastifyInstance } from 'fastify';
import { submitApproval } from '#contract/approval.ts';
import { getVerification, type Verification } from '#contract/verification.ts';
import { type Application, requireHere } from '../journey/here.ts';
import { holdOf } from '../journey/hold.ts';
import { hrefOf } from '../journey/hrefs.ts';
import { may } from '../journey/policy.ts';
import { serveStep } from '../journey/step.ts';
import type { Parts } from '../parts.ts';
import { readChecks } from './store.ts';

const none = { income: false, residence: false, identity: false } as const;

export function verificationRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, jobs } = parts;

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

  async function verificationOf({ id, state }: Application): Promise<Verification> {
    switch (state) {
      case 'TERMS_ACCEPTED':
        return { status: 'NOT_STARTED', ...none };
      case 'VERIFICATION_FAILED':
        return { status: 'FAILED', ...none };
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
