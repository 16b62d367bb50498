// Signing page routes: a new signing URL, and what happened to the envelope after the visit.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getSignature, startSignature, updateSignature } from '#contract/documents.ts';
import { reopenSession, type SigningEvent } from '#contract/signing-return.ts';
import {
  type Application,
  findApplication,
  readApplication,
  transactOn,
} from '../../journey/applications.ts';
import { stateOf } from '../../journey/chart.ts';
import { assertAllowed, canHappen } from '../../journey/guard.ts';
import { jobHref } from '../../journey/hrefs.ts';
import { move, tryMove } from '../../journey/move.ts';
import { isLead } from '../../journey/offered-actions.ts';
import { type ApplicationContext, findContext, requireContext } from '../../journey/request-context.ts';
import { serveStep, startJobOnce } from '../../journey/step.ts';
import { spendLink } from '../../messages/resume-link.ts';
import { transact } from '../../platform/db/database.ts';
import type { ApplicationId, SessionId } from '../../platform/db/tables.ts';
import { fail } from '../../platform/failure.ts';
import { serve } from '../../platform/http/http.ts';
import { mostBytes, receiveWebhook, refuseWebhook } from '../../platform/http/webhooks.ts';
import { readDocument, readPdf } from '../../records/documents.ts';
import { applicationOfEnvelope, readEnvelope, saveFinalStatus } from '../../records/envelopes.ts';
import type { Services, With } from '../../services.ts';
import type { EnvelopeEvent } from '../../vendors/signature.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import { loanSummaryOf } from '../approval/loan-summary.ts';
import { assertNotExpired } from '../offers/service.ts';
import { beginWithCode, mayTextCode } from '../phone-check/sending.ts';
import { checkEnvelopeStatus, statesToSign } from './envelope-status.ts';

/** A lead's phone may be unknown. Ended applications are not continued, but a signed loan is. */
function isReopened(application: Application): boolean {
  const { signing, resumable } = stateOf(application.state);
  return signing !== 'none' || (resumable && !isLead(application));
}

export function signingRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, jobs, sessions } = services;

  const open = async ({ context }: { context: ApplicationContext }) => {
    await assertNotExpired(services, context.application);
    return freshAddress(services, context.application.id, context.session.id);
  };
  serveStep(app, services, getSignature, 'signature', open);
  serveStep(app, services, startSignature, 'signature', open);

  serve(app, updateSignature, async ({ request, params, body }) => {
    const context = await requireContext(services, request, params.applicationId);
    const { application, subject } = context;
    const { id } = application;
    // A status check is running or has finished: the webhook may have arrived before the browser.
    const isChecked = !canHappen(application, 'signatureReported');
    if (isChecked && context.job?.name === checkEnvelopeStatus.name)
      return { job: { href: jobHref(context.job.id) } };
    assertAllowed(application, 'signature');
    if ((await readEnvelope(services, id))?.envelopeId === undefined) return {};
    const started = { job: checkEnvelopeStatus.name, event: 'signatureReported' } as const;
    const jobId = await startJobOnce(services, request, context, started, () =>
      transact(db, async (tx) => {
        await move(tx, services, subject, 'signatureReported');
        return jobs.enqueue(tx, checkEnvelopeStatus, id, reported(body.event));
      }),
    );
    return jobId === undefined ? {} : { job: { href: jobHref(jobId) } };
  });

  serve(app, reopenSession, async ({ request, reply, body }) => {
    const context = await findContext(services, request);
    if (typeof context !== 'string' && context.application !== undefined)
      return { requiresCode: context.session.requiresCode };
    const id = await sessions.lastApplicationOf(request);
    await spendLink(services, request, id);
    const application = id && (await findApplication(db, id));
    if (!application || application.purged_at !== null || !isReopened(application))
      fail('no-session', errorMessages['no-session'].noApplication);
    const hasEnvelope = (await readEnvelope(services, application.id))?.envelopeId !== undefined;
    const mayText = await mayTextCode(services, application);
    const session = await transactOn(db, application.id, async (tx) => {
      const begun = await beginWithCode(tx, services, request, application.id, mayText);
      const subject = { applicationId: application.id, sessionId: begun.id };
      if (hasEnvelope && (await tryMove(tx, services, subject, 'signatureReported')))
        await jobs.enqueue(tx, checkEnvelopeStatus, application.id, reported(body.event));
      return begun;
    });
    session.set(reply);
    return { requiresCode: true };
  });

  const reported = (event: SigningEvent | undefined) => ({
    ...(event && { event }),
    since: clock.now().toISOString(),
  });
}

/** What the signing service reports, and the pages of a service that is our own. */
export function signingEndRoutes(app: FastifyInstance, services: Services): void {
  const { db, jobs, sessions, vault } = services;
  const { webhook } = services.vendors.signatures;
  if (webhook !== undefined) {
    const receive = async (body: Buffer, { headers }: FastifyRequest) => {
      const event = webhook.read(body, headers);
      if (event === 'unsigned' || event === 'forged') refuseWebhook(event);
      if (event === 'nothing') return;
      services.metrics.vendorEvents.inc({ vendor: 'signatures', by: 'webhook' });
      await saveEnd(event);
    };
    receiveWebhook(app, webhook.path, receive, mostBytes);
  }

  services.vendors.signatures.pages?.(app, sessions, saveEnd, {
    loanOf: async (id) => loanSummaryOf(services, await readApplication(db, id)),
    async pdfOf(key) {
      const document = await readDocument(db, vault, key);
      if (document === undefined) throw new Error('The document of an envelope is gone.');
      return readPdf(services, document);
    },
  });

  /** Messages arrive repeated, out of order, and about envelopes that are not ours. A final status never changes. */
  async function saveEnd({ envelopeId, status }: EnvelopeEvent): Promise<void> {
    const id = await applicationOfEnvelope(db, envelopeId);
    if (id === undefined) return;
    await transactOn(db, id, async (tx, application) => {
      // Before the envelope, in the order of every other transaction: otherwise the two may wait for each other.
      await saveFinalStatus(tx, id, status);
      // Enqueue even if another status check is running, because it may have read the envelope before this change.
      if (statesToSign.includes(application.state)) await jobs.enqueue(tx, checkEnvelopeStatus, id, {});
    });
  }
}

/** Requests a new signing page URL. It works once and for a few minutes, so we never save it. */
export async function freshAddress(
  services: With<'config' | 'log' | 'db' | 'vault' | 'limiter' | 'vendors'>,
  id: ApplicationId,
  sessionId: SessionId,
) {
  const { config, limiter, log, vendors } = services;
  await limiter.spend('open-signing', id);
  const envelope = await readEnvelope(services, id);
  if (envelope?.envelopeId === undefined)
    fail('try-again', errorMessages['try-again'].documentsBeingRendered);
  const visit = { returnUrl: `${config.publicUrl}/receive-funds/docusign-loading`, sessionId };
  const address = await vendors.signatures
    .signingAddress(envelope.envelopeId, envelope.signer, visit, vendors.timeouts.signal(8))
    .catch((error: unknown) => {
      log.warn({ err: error }, 'the address of the signing page could not be requested');
      fail('try-again', errorMessages['try-again'].signingPage);
    });
  return { docusignUrl: address };
}
