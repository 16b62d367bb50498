// Verification routes: what verification found, and a retry after a failure.
import type { FastifyInstance } from 'fastify';
import { submitApproval } from '#contract/approval.ts';
import { getVerification, retryVerification, type Verification } from '#contract/verification.ts';
import { type Application, transactOn } from '../../journey/applications.ts';
import { permissionsOf, stateOf } from '../../journey/chart.ts';
import { assertAllowed, isAllowed, refuseStep } from '../../journey/guard.ts';
import { hrefOf } from '../../journey/hrefs.ts';
import { verifyFromBank } from '../../journey/jobs.ts';
import { type RequestContext, requireContext } from '../../journey/request-context.ts';
import { serveStep, startJobOnce, whileWaiting } from '../../journey/step.ts';
import { serve } from '../../platform/http/http.ts';
import { linkedBankOf } from '../../records/linked-banks.ts';
import { checksOf, readFindings } from '../../records/verifications.ts';
import type { Services } from '../../services.ts';
import { problemOf } from '../bank-link/problems.ts';
import { verifyAgain } from '../bank-link/service.ts';
import { assertNotExpired } from '../offers/service.ts';
import { type Comparison, differencesOf } from './compare.ts';

type Context = Pick<RequestContext, 'job'> & { readonly application: Application };

/** In a step-up the application stays in its state while the bank is compared. */
const statusOf = ({ application, job }: Context): Verification['status'] =>
  stateOf(application.state).heldFor === 'identity' &&
  job?.name === verifyFromBank.name &&
  job.status === 'PENDING'
    ? 'PENDING'
    : permissionsOf(application).verification;
const isFinal = (context: Context) => statusOf(context) !== 'PENDING';
const none = { income: false, residence: false, identity: false } as const;
const all = { income: true, residence: true, identity: true } as const;

export function verificationRoutes(app: FastifyInstance, services: Services): void {
  const { db, limiter, vault } = services;

  serveStep(app, services, getVerification, 'verification', async ({ context, request, query }) => {
    const now = await whileWaiting(services, request, context, query.stages, isFinal);
    return {
      ...(await verificationOf(now)),
      ...(now.job && !isFinal(now) ? { stages: [...now.job.stages] } : {}),
    };
  });

  serve(app, retryVerification, async ({ request, params }) => {
    const context = await requireContext(services, request, params.applicationId);
    const { application, subject } = context;
    const { id } = application;
    const started = { job: verifyFromBank.name, event: 'verificationRetried' } as const;
    await startJobOnce(services, request, context, started, async () => {
      assertAllowed(application, 'retryVerification');
      await assertNotExpired(services, application);
      const bank = await linkedBankOf(db, id);
      if (bank === undefined) refuseStep();
      await limiter.spend('retry-verification', id);
      return transactOn(db, id, (tx) => verifyAgain(tx, services, subject, bank.id));
    });
    return verificationOf(await requireContext(services, request, id));
  });

  async function verificationOf(context: Context): Promise<Verification> {
    const { application } = context;
    const { id } = application;
    const status = statusOf(context);
    switch (status) {
      case 'NOT_STARTED':
      case 'PENDING':
        return { status, ...none };
      case 'FAILED': {
        const bank = await linkedBankOf(db, id);
        const problem = bank && problemOf(bank.problem);
        const mayRetry = bank && (problem === undefined || problem === 'ending');
        return {
          status: 'FAILED',
          ...none,
          ...(problem && { bankProblem: problem }),
          ...(mayRetry && { retryHref: hrefOf(retryVerification, id) }),
        };
      }
      case 'FINISHED': {
        // What the bank did not confirm, a reviewer cleared.
        const isOpen = stateOf(application.state).heldFor === 'bank';
        const found = isOpen ? await readFindings<Comparison>(db, vault, id) : undefined;
        return {
          status,
          ...(isOpen ? (found ? { ...checksOf(found), differences: differencesOf(found) } : none) : all),
          ...(isAllowed(application, 'submitApproval') && { submitApprovalHref: hrefOf(submitApproval, id) }),
        };
      }
    }
  }
}
