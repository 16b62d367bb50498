// The signing page: a fresh address of it, and what became of the envelope after somebody was there.
import type { FastifyInstance } from 'fastify';
import { getSignature, startSignature, updateSignature } from '#contract/documents.ts';
import { jobHref } from '../../journey/hrefs.ts';
import { move } from '../../journey/move.ts';
import { canHappen, require } from '../../journey/policy.ts';
import { requireHere } from '../../journey/request-context.ts';
import { beginOnce } from '../../journey/start-job-once.ts';
import type { StateName } from '../../journey/states.ts';
import { serveStep } from '../../journey/step.ts';
import { transact } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { fail } from '../../platform/failure.ts';
import { serve } from '../../platform/http/http.ts';
import { receiveWebhook } from '../../platform/http/webhooks.ts';
import type { Parts } from '../../services.ts';
import { readEnvelope, signingAddress } from './envelope.ts';
import { lookAtEnvelope } from './envelope-status.ts';

export function signingRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, clock, jobs } = parts;

  serveStep(app, parts, getSignature, 'signature', async ({ here }) =>
    freshAddress(parts, here.application.id),
  );
  serveStep(app, parts, startSignature, 'signature', async ({ here }) =>
    freshAddress(parts, here.application.id),
  );

  serve(app, updateSignature, async ({ request, params, body }) => {
    const here = await requireHere(parts, request, params.applicationId ?? '');
    const { application, session } = here;
    const { id, state } = application;
    // Being looked at, or concluded already: the webhook may have been quicker than the browser.
    if (here.work?.job === lookAtEnvelope.name && !canHappen(state, 'signatureReported'))
      return { job: { href: jobHref(here.work.id) } };
    require(state, 'signature');
    if ((await readEnvelope(parts, id))?.envelopeId === undefined) return {};
    const work = { job: lookAtEnvelope.name, from: state };
    const workId = await beginOnce(parts, request, here, work, () =>
      transact(db, async (tx) => {
        await move(tx, clock, { applicationId: id, sessionId: session.id }, 'signatureReported');
        return jobs.enqueue(tx, lookAtEnvelope, id, { ...body, since: clock.now().toISOString() });
      }),
    );
    return workId === undefined ? {} : { job: { href: jobHref(workId) } };
  });

  receiveWebhook(app, '/webhooks/docusign', async (body, request) => {
    const signatures = Object.entries(request.headers)
      .filter(([name]) => name.startsWith('x-docusign-signature-'))
      .flatMap(([, value]) => (typeof value === 'string' ? [value] : []));
    if (!parts.vendors.signatures.isAuthentic(body, signatures))
      fail('not-found', 'There is nothing at this address.');
    const envelopeId = envelopeIdOf(body);
    const row =
      envelopeId === undefined
        ? undefined
        : await db
            .selectFrom('envelope')
            .innerJoin('application', 'application.id', 'envelope.application_id')
            .select(['application.id', 'application.state'])
            .where('envelope.envelope_id', '=', envelopeId)
            .executeTakeFirst();
    // Repeated, out of order or of an envelope we do not know: there is nothing to do, and nothing to complain of.
    if (!row || !canHappen(row.state as StateName, 'signed')) return;
    // Also while another look is underway, which may have seen the envelope as it was before.
    await transact(db, (tx) => jobs.enqueue(tx, lookAtEnvelope, row.id, {}));
  });
}

export async function freshAddress(parts: Parts, id: ApplicationId) {
  const envelope = await readEnvelope(parts, id);
  if (envelope?.envelopeId === undefined) {
    fail('try-again', 'Your documents are being drawn up. Please try again in a moment.');
  }
  const address = await signingAddress(parts, envelope).catch((error: unknown) => {
    parts.log.warn({ err: error }, 'no signing address');
    fail('try-again', 'The signing page does not answer now. Please try again in a moment.');
  });
  return { docusignUrl: address };
}

/** Connect's JSON names the envelope in its data, or at its top in older accounts. */
function envelopeIdOf(body: Buffer): string | undefined {
  try {
    const event = JSON.parse(body.toString('utf8')) as {
      data?: { envelopeId?: unknown };
      envelopeId?: unknown;
    };
    const id = event.data?.envelopeId ?? event.envelopeId;
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}
