// The loan documents: where they are mailed, what can be read before and kept after, and their signature.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { getBranch } from '#contract/branches.ts';
import {
  getDocuments,
  getSignature,
  type LoanDocument,
  renewDocumentsLink,
  resumeSignature,
  sendDocuments,
  startSignature,
  updateSignature,
} from '#contract/documents.ts';
import { textOn } from '#lender/load.ts';
import { keepAgreement, lenderDay } from '../journey/agreed.ts';
import { readApplicant, readApplicantField } from '../journey/applicant.ts';
import { beginOnce } from '../journey/begin.ts';
import { type Application, findHere, requireHere } from '../journey/here.ts';
import { hrefOf, jobHref } from '../journey/hrefs.ts';
import { move } from '../journey/move.ts';
import { canHappen, may, refuse, require } from '../journey/policy.ts';
import type { StateName } from '../journey/states.ts';
import { serveStep } from '../journey/step.ts';
import type { Parts } from '../parts.ts';
import { audit } from '../platform/audit.ts';
import { secondsAfter } from '../platform/clock.ts';
import { type Tx, transact } from '../platform/database.ts';
import { fail } from '../platform/failure.ts';
import { serve } from '../platform/http.ts';
import { type ApplicationId, placeOf } from '../platform/tables.ts';
import { receiveWebhook } from '../platform/webhooks.ts';
import { legalTextPaper } from '../wording/legal-text.ts';
import { drawPdf } from './draw.ts';
import { linkDays, loanDocumentKey, readDocumentsToken, readEnvelope, signingAddress } from './envelope.ts';
import { readingPagePolicy, renderHtml } from './html.ts';
import { lookAtEnvelope, sendDocumentsJob } from './jobs.ts';
import { readDocument } from './keep.ts';
import { readSignedCopy } from './signed.ts';

const esignPath = '/api/v1/applications/:applicationId/esign-consent';
const filePath = '/api/v1/applications/:applicationId/documents/:kind';
const signedKinds = { 'signed-documents': 'documents', 'certificate-of-completion': 'certificate' } as const;

export function documentRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, clock, vault, jobs, limiter, sessions } = parts;

  serveStep(app, parts, getDocuments, 'documents', async ({ here }) => {
    const { id } = here.application;
    const envelope = await readEnvelope(parts, id);
    return {
      email: envelope?.mailedTo ?? (await readApplicantField(db, vault, id, 'email')),
      ...(envelope === undefined ? {} : { expiration: envelope.linkExpiresAt.toISOString() }),
      esign: { pdf: hrefOf({ path: esignPath }, id), isOpened: await hasOpenedConsent(id) },
      files: await filesOf(id, envelope?.signedAt !== undefined),
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
      await keepEnvelope(tx, id, body.email, expires);
      await move(tx, clock, { applicationId: id, sessionId: session.id }, event);
      await keepAgreement(tx, parts, request, { applicationId: id, sessionId: session.id }, ['esign']);
      await jobs.enqueue(tx, sendDocumentsJob, id, { mail: randomUUID() });
    });
    return { status: 'sent' as const, expiration: expires.toISOString() };
  });

  serveStep(app, parts, getSignature, 'signature', async ({ here }) => addressFor(here.application));
  serveStep(app, parts, startSignature, 'signature', async ({ here }) => addressFor(here.application));

  serve(app, updateSignature, async ({ request, params, body }) => {
    const here = await requireHere(parts, request, params.applicationId ?? '');
    const { application, session } = here;
    const subject = { applicationId: application.id, sessionId: session.id };
    const left =
      body.event === 'cancel'
        ? 'signingCanceled'
        : body.event === 'session_timeout'
          ? 'signingTimedOut'
          : undefined;
    if (left !== undefined) {
      require(application.state, 'signature');
      if (canHappen(application.state, left)) await transact(db, (tx) => move(tx, clock, subject, left));
      return {};
    }
    // The webhook may have been quicker than the browser; then there is nothing left to ask.
    if (
      application.state === 'SIGNED' ||
      application.state === 'SIGNING_DECLINED' ||
      application.state === 'COMPLETING'
    ) {
      return here.work?.job === lookAtEnvelope.name ? { job: { href: jobHref(here.work.id) } } : {};
    }
    const work = { job: lookAtEnvelope.name, from: application.state };
    const workId = await beginOnce(parts, request, here, work, async () => {
      require(application.state, 'signature');
      return transact(db, (tx) => beginLooking(tx, application.id));
    });
    return workId === undefined ? {} : { job: { href: jobHref(workId) } };
  });

  serve(app, resumeSignature, async ({ request, reply }) => {
    const application = await applicationOfToken(request.headers.authorization, request.ip);
    const { id, state } = application;
    const here = await findHere(parts, request);
    if (typeof here === 'string' || here.application?.id !== id) {
      const session = await transact(db, async (tx) => {
        const begun = await sessions.begin(tx, id, request);
        await audit(tx, clock, { applicationId: id, sessionId: begun.id }, { type: 'resumed' });
        return begun;
      });
      session.set(reply);
    }
    const about = {
      href: hrefOf(getSignature, id),
      ...(application.branch_id === null ? {} : { branch: { href: hrefOf(getBranch, id) } }),
    };
    if (state === 'SIGNING_DECLINED') return { ...about, status: 'declined' };
    if (!may(state, 'signature'))
      return { ...about, status: state === 'SIGNED' || state === 'DONE' ? 'completed' : 'closed' };
    return { ...about, status: 'sent', ...(await addressFor(application)) };
  });

  serve(app, renewDocumentsLink, async ({ request }) => {
    const token = tokenOf(request.headers.authorization);
    const read = readDocumentsToken(parts, token);
    // A link past its time still tells whose it was; its mail goes to the address that had it.
    const subject = typeof read === 'string' ? expiredSubject(token, read) : read.subject;
    const id = subject as ApplicationId;
    await limiter.spend('send-documents', id);
    const envelope = await readEnvelope(parts, id);
    if (envelope === undefined || envelope.signedAt !== undefined) refuse();
    await transact(db, async (tx) => {
      await keepEnvelope(tx, id, envelope.mailedTo, secondsAfter(clock.now(), linkDays * 86_400));
      await jobs.enqueue(tx, sendDocumentsJob, id, { mail: randomUUID() });
    });
    return { status: 'sent' as const };
  });

  app.get<{ Params: { applicationId: string } }>(esignPath, async (request, reply) => {
    const here = await requireHere(parts, request, request.params.applicationId);
    const { id, state } = here.application;
    require(state, 'documents');
    const text = textOn(parts.lender, 'esign-consent', lenderDay(parts));
    const { bytes } = await drawPdf(legalTextPaper(parts.lender, text));
    const subject = { applicationId: id, sessionId: here.session.id };
    await transact(db, (tx) => audit(tx, clock, subject, { type: 'esign-consent-opened' }));
    return sendPdf(reply, 'esign-consent', bytes);
  });

  app.get<{ Params: { applicationId: string; kind: string } }>(`${filePath}/pdf`, async (request, reply) => {
    const { application } = await requireHere(parts, request, request.params.applicationId);
    require(application.state, 'documents');
    const { kind } = request.params;
    return sendPdf(reply, kind, await pdfOf(application.id, kind));
  });

  app.get<{ Params: { applicationId: string; kind: string } }>(`${filePath}/page`, async (request, reply) => {
    const { application } = await requireHere(parts, request, request.params.applicationId);
    require(application.state, 'documents');
    const { kind } = request.params;
    const kept = await readDocument(db, vault, loanDocumentKey(application.id, kind));
    if (!kept) fail('not-found', 'There is no such document.');
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', readingPagePolicy)
      .send(renderHtml(kept.paper, [{ href: fileHref(application.id, kind, 'pdf'), words: 'Open as PDF' }]));
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
    if (!row || !canHappen(row.state as StateName, 'signatureReported')) return;
    await transact(db, (tx) => beginLooking(tx, row.id)).catch((error: unknown) => {
      request.log.info({ err: error }, 'the browser was quicker than the webhook');
    });
  });

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

  async function beginLooking(tx: Tx, id: ApplicationId) {
    await move(tx, clock, { applicationId: id }, 'signatureReported');
    return jobs.enqueue(tx, lookAtEnvelope, id, {});
  }

  async function keepEnvelope(tx: Tx, id: ApplicationId, email: string, expires: Date): Promise<void> {
    const applicant = await readApplicant(tx, vault, id);
    const seal = (column: 'signer_name' | 'signer_email' | 'mailed_to', text: string) =>
      vault.seal(text, placeOf('envelope', column, id));
    await tx
      .insertInto('envelope')
      .values({
        application_id: id,
        envelope_id: null,
        signer_name: seal('signer_name', `${applicant.firstName} ${applicant.lastName}`),
        signer_email: seal('signer_email', email),
        mailed_to: seal('mailed_to', email),
        link_expires_at: expires,
        signed_at: null,
      })
      // The envelope keeps the signer it was made for; only the mail goes elsewhere.
      .onConflict((conflict) =>
        conflict
          .column('application_id')
          .doUpdateSet({ mailed_to: seal('mailed_to', email), link_expires_at: expires }),
      )
      .execute();
  }

  async function addressFor(application: Application | StandingApplication) {
    const envelope = await readEnvelope(parts, application.id);
    if (envelope?.envelopeId === undefined) {
      fail('try-again', 'Your documents are being drawn up. Please try again in a moment.');
    }
    const address = await signingAddress(parts, envelope).catch((error: unknown) => {
      parts.log.warn({ err: error }, 'no signing address');
      fail('try-again', 'The signing page does not answer now. Please try again in a moment.');
    });
    return { docusignUrl: address };
  }

  type StandingApplication = Pick<Application, 'id' | 'state' | 'branch_id'>;

  async function applicationOfToken(
    authorization: string | undefined,
    ip: string,
  ): Promise<StandingApplication> {
    await limiter.spend('open-link', vault.lookup('address', ip));
    const read = readDocumentsToken(parts, tokenOf(authorization));
    if (read === 'not-ours') fail('not-found', 'This link is not one of ours.');
    if (read === 'expired') fail('expired', 'Sorry, this documents link has expired.');
    const row = await db
      .selectFrom('application')
      .select(['id', 'state', 'branch_id'])
      .where('id', '=', read.subject as ApplicationId)
      .executeTakeFirst();
    if (!row) fail('not-found', 'This link is not one of ours.');
    return { ...row, state: row.state as StateName };
  }

  async function filesOf(id: ApplicationId, isSigned: boolean): Promise<LoanDocument[]> {
    if (isSigned) {
      return [
        { title: 'Signed loan documents', pdf: fileHref(id, 'signed-documents', 'pdf') },
        { title: 'Certificate of completion', pdf: fileHref(id, 'certificate-of-completion', 'pdf') },
      ];
    }
    const rows = await db
      .selectFrom('document')
      .select(['kind', 'key'])
      .where('application_id', '=', id)
      .where('kind', '!=', 'adverse-action')
      .orderBy('made_at')
      .execute();
    const files: LoanDocument[] = [];
    for (const { kind, key } of rows) {
      const kept = await readDocument(db, vault, key);
      if (kept)
        files.push({
          title: kept.paper.title,
          pdf: fileHref(id, kind, 'pdf'),
          page: fileHref(id, kind, 'page'),
        });
    }
    return files;
  }

  async function pdfOf(id: ApplicationId, kind: string): Promise<Buffer> {
    if (kind in signedKinds) {
      const copy = await readSignedCopy(parts, id);
      if (copy) return copy[signedKinds[kind as keyof typeof signedKinds]];
    }
    const kept = await readDocument(db, vault, loanDocumentKey(id, kind));
    return kept?.pdf ?? fail('not-found', 'There is no such document.');
  }
}

function sendPdf(reply: FastifyReply, name: string, pdf: Buffer): FastifyReply {
  return (
    reply
      .type('application/pdf')
      // A browser shows a PDF as a plug-in of the address it came from.
      .header('content-security-policy', "default-src 'none'; object-src 'self'; frame-ancestors 'none'")
      .header('content-disposition', `inline; filename="${name}.pdf"`)
      .send(pdf)
  );
}

const fileHref = (id: ApplicationId, kind: string, form: 'pdf' | 'page') =>
  `${filePath.replace(':applicationId', id).replace(':kind', kind)}/${form}`;

const tokenOf = (authorization: string | undefined) =>
  (authorization ?? '').replace(/^(?:Bearer|Token)\s+/i, '');

/** The application of a link past its time: its signature was ours. */
function expiredSubject(token: string, read: 'expired' | 'not-ours'): string {
  if (read === 'not-ours') fail('not-found', 'This link is not one of ours.');
  return Buffer.from(token.split('.')[0] ?? '', 'base64url').toString('utf8');
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
