// The loan documents: where their link is mailed, and which there are to read before signing and to keep after.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { getDocuments, sendDocuments } from '#contract/documents.ts';
import { keepAgreement } from '../../journey/consents.ts';
import { hrefOf } from '../../journey/hrefs.ts';
import { move } from '../../journey/move.ts';
import { canHappen, refuse } from '../../journey/policy.ts';
import { serveStep } from '../../journey/step.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { transact } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { fail } from '../../platform/failure.ts';
import { readApplicantField } from '../../records/applicants.ts';
import type { Parts } from '../../services.ts';
import { keepEnvelope, linkDays, readEnvelope } from './envelope.ts';
import { esignPath, fileRoutes, filesOf } from './files.ts';
import { sendDocumentsJob } from './jobs.ts';
import { linkRoutes } from './link.ts';
import { signingRoutes } from './signing.ts';

export function documentRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, clock, vault, jobs, limiter } = parts;

  serveStep(app, parts, getDocuments, 'documents', async ({ here }) => {
    const { id } = here.application;
    const envelope = await readEnvelope(parts, id);
    return {
      email: envelope?.mailedTo ?? (await readApplicantField(db, vault, id, 'email')),
      ...(envelope === undefined
        ? {}
        : { expiration: envelope.linkExpiresAt.toISOString(), mailing: envelope.mailing }),
      esign: { pdf: hrefOf({ path: esignPath }, id), isOpened: await hasOpenedConsent(id) },
      files: await filesOf(parts, id, envelope?.signedAt !== undefined),
    };
  });

  serveStep(app, parts, sendDocuments, 'documents', async ({ here, body, request }) => {
    const { application, session } = here;
    const { id, state } = application;
    const event = state.startsWith('FAST_PATH') ? 'fastPathDocumentsSent' : 'documentsSent';
    if (!canHappen(state, event)) refuse();
    if (!(await hasOpenedConsent(id))) {
      fail(
        'invalid',
        'Please open the ESIGN Act Consent first. It shows that you can read your documents.',
        'esign',
      );
    }
    await limiter.spend('send-documents', id);
    const expires = secondsAfter(clock.now(), linkDays * 86_400);
    await transact(db, async (tx) => {
      await move(tx, clock, { applicationId: id, sessionId: session.id }, event);
      const generation = await keepEnvelope(tx, parts, id, body.email, expires);
      await keepAgreement(tx, parts, request, { applicationId: id, sessionId: session.id }, ['esign']);
      await jobs.enqueue(tx, sendDocumentsJob, id, { mail: randomUUID(), generation });
    });
    return { status: 'sent' as const, expiration: expires.toISOString() };
  });

  fileRoutes(app, parts);
  signingRoutes(app, parts);
  linkRoutes(app, parts);

  async function hasOpenedConsent(id: ApplicationId): Promise<boolean> {
    const opened = await db
      .selectFrom('audit_event')
      .select('id')
      .where('application_id', '=', id)
      .where('type', '=', 'esign-consent-opened')
      .limit(1)
      .executeTakeFirst();
    return opened !== undefined;
  }
}
