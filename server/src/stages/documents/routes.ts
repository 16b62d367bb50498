// Loan document routes: where to email their link, and which documents to read before signing and to keep afterwards.
import type { FastifyInstance } from 'fastify';
import { getDocuments, getEsignConsent, sendDocuments } from '#contract/documents.ts';
import { transactOn, updateApplication } from '../../journey/applications.ts';
import { stateOf } from '../../journey/chart.ts';
import { saveAgreement } from '../../journey/consents.ts';
import { isAllowed } from '../../journey/guard.ts';
import { hrefOf } from '../../journey/hrefs.ts';
import { move } from '../../journey/move.ts';
import { serveStep } from '../../journey/step.ts';
import { emailLimit } from '../../messages/send-email.ts';
import { fail } from '../../platform/failure.ts';
import { readApplicantField } from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import { readEnvelope } from '../../records/envelopes.ts';
import { saveMaritalStatus } from '../../records/marital-status.ts';
import type { Services } from '../../services.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import { assertNotExpired } from '../offers/service.ts';
import { fileRoutes, filesOf } from './files.ts';
import { isBeingSent, sendTo } from './jobs.ts';
import { linkRoutes } from './link.ts';
import { maritalQuestion, requiredAnswer } from './marital-status.ts';
import { signingEndRoutes, signingRoutes } from './signing.ts';

export function documentRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, vault, limiter } = services;

  serveStep(app, services, getDocuments, 'documents', async ({ context }) => {
    const { id, state, esign_opened_at: esignOpenedAt } = context.application;
    if (stateOf(state).signing !== 'completed') await assertNotExpired(services, context.application);
    const canSend = isAllowed(context.application, 'sendDocuments');
    const [envelope, marital] = await Promise.all([
      readEnvelope(services, id),
      canSend ? maritalQuestion(services, context.application) : undefined,
    ]);
    return {
      email: envelope?.mailedTo ?? (await readApplicantField(db, vault, id, 'email')),
      ...(envelope && { expiration: envelope.linkExpiresAt.toISOString(), mailing: envelope.mailing }),
      esign: { pdf: hrefOf(getEsignConsent, id), isOpened: esignOpenedAt !== null },
      ...(marital && { marital }),
      files: await filesOf(db, id, envelope?.signedAt !== undefined),
    };
  });

  serveStep(app, services, sendDocuments, 'sendDocuments', async ({ context, body, request }) => {
    const { application, session } = context;
    const { id, esign_opened_at: esignOpenedAt } = application;
    const subject = { applicationId: id, sessionId: session.id };
    await assertNotExpired(services, application);
    if (esignOpenedAt === null) {
      fail('invalid', errorMessages.invalid.consentNotOpened, 'esign');
    }
    const marital = await requiredAnswer(services, application, body.marital);
    await limiter.spend('send-documents', id);
    await limiter.spend(...(await emailLimit(services, id, body.email)));
    const expires = await transactOn(db, id, async (tx, current) => {
      // Read with the application locked, because a press at the same moment may have sent the email.
      const sent = await readEnvelope({ db: tx, vault }, id);
      const isOut = stateOf(current.state).signing === 'open' && current.esign_withdrawn_at === null;
      if (sent && isOut && isBeingSent(services, sent, body.email)) return sent.linkExpiresAt;
      await move(tx, services, subject, 'documentsSent');
      if (marital !== undefined) {
        await saveMaritalStatus(tx, services, id, marital);
        await audit(tx, clock, subject, { type: 'marital-status-answered' });
      }
      await saveAgreement(tx, services, request, subject, ['esign']);
      // The applicant consented to electronic documents again, at this address.
      await updateApplication(tx, id, { esign_withdrawn_at: null, email_bounced_at: null });
      return sendTo(tx, services, id, body.email);
    });
    return { status: 'sent' as const, expiration: expires.toISOString() };
  });

  fileRoutes(app, services);
  signingRoutes(app, services);
  signingEndRoutes(app, services);
  linkRoutes(app, services);
}
