// Loan document routes: where to email their link, what that link opens, and the documents as PDFs and as HTML pages.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getBranch } from '#contract/branches.ts';
import {
  getDocumentPage,
  getDocumentPdf,
  getDocuments,
  getEsignConsent,
  getSignature,
  type LoanDocument,
  renewDocumentsLink,
  resumeSignature,
  sendDocuments,
} from '#contract/documents.ts';
import type { FileEndpoint } from '#contract/endpoint.ts';
import { documentsLinkMarker } from '#contract/journey.ts';
import { versionOn } from '#lender/in-force.ts';
import {
  type Application,
  lockApplication,
  readApplication,
  saveEsignOpened,
  transactOn,
  updateApplication,
} from '../../journey/applications.ts';
import { type StateName, stateOf } from '../../journey/chart.ts';
import { saveAgreement } from '../../journey/consents.ts';
import { isPast } from '../../journey/deadlines.ts';
import { assertAllowed, isAllowed } from '../../journey/guard.ts';
import { hrefOf } from '../../journey/hrefs.ts';
import { move } from '../../journey/move.ts';
import { type ApplicationContext, findContext, requireContext } from '../../journey/request-context.ts';
import type { StateDeclaration } from '../../journey/state-declaration.ts';
import { serveStep } from '../../journey/step.ts';
import { notifyOfChange } from '../../messages/application-messages.ts';
import { spendLink } from '../../messages/resume-link.ts';
import { emailLimit } from '../../messages/send-email.ts';
import { recordDocumentViewed } from '../../notices/document-views.ts';
import type { DocumentModel } from '../../pdf/document-model.ts';
import { longDate } from '../../pdf/format.ts';
import { renderHtml } from '../../pdf/render-html.ts';
import { renderPdfInWorker } from '../../pdf/render-in-worker.ts';
import { asErrorPage, sendPage, sendPdf } from '../../pdf/responses.ts';
import { lenderDay, lenderToday } from '../../platform/clock.ts';
import { type Db, transact } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { fail } from '../../platform/failure.ts';
import { type FileCall, serve, serveFile, tokenOf } from '../../platform/http/http.ts';
import { readApplicantField } from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import { documentKindsOf, readLatestDocument, readPdf, type SavedDocument } from '../../records/documents.ts';
import {
  findSignedCopy,
  readEnvelope,
  readLinkGeneration,
  recipientOf,
  type SavedEnvelope,
} from '../../records/envelopes.ts';
import { saveMaritalStatus } from '../../records/marital-status.ts';
import { findNotice } from '../../records/notices.ts';
import type { Services, With } from '../../services.ts';
import { documentTitles, isEmailed, documentText as words } from '../../wording/document-files.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import { legalTextDocument } from '../../wording/legal-text.ts';
import { assertNotExpired, expire } from '../offers/service.ts';
import { assertRecentCode } from '../phone-check/recent-code.ts';
import { beginWithCode, mayTextCode } from '../phone-check/sending.ts';
import { readDocumentsToken, signableUntil } from './envelope.ts';
import { isBeingSent, sendTo } from './jobs.ts';
import { maritalQuestion, requiredAnswer } from './marital-status.ts';
import { freshAddress, signingEndRoutes, signingRoutes } from './signing.ts';

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
      ...(envelope && {
        expiration: signableUntil(context.application, envelope.linkExpiresAt).toISOString(),
        mailing: envelope.mailing,
      }),
      esign: { pdf: hrefOf(getEsignConsent, id), isOpened: esignOpenedAt !== null },
      ...(marital && { marital }),
      files: await filesOf(db, id, envelope?.signedAt !== undefined),
    };
  });

  serveStep(app, services, sendDocuments, 'sendDocuments', async ({ context, body, request }) => {
    const { application, subject } = context;
    const { id, esign_opened_at: esignOpenedAt } = application;
    await assertNotExpired(services, application);
    if (esignOpenedAt === null) fail('invalid', errorMessages.invalid.consentNotOpened, 'esign');
    const marital = await requiredAnswer(services, application, body.marital);
    const earlier = await recipientOf(services, id);
    const isOther = earlier.toLowerCase() !== body.email.toLowerCase();
    if (isOther) await assertRecentCode(services, context);
    await limiter.spend('send-documents', id);
    await limiter.spend(...(await emailLimit(services, id, body.email)));
    const expires = await transactOn(db, id, async (tx, current) => {
      // Read with the application locked, because a press at the same moment may have sent the email.
      const sent = await readEnvelope({ db: tx, vault }, id);
      const isOut = stateOf(current.state).signing === 'open' && current.esign_withdrawn_at === null;
      if (sent && isOut && isBeingSent(services, sent, body.email)) return sent.linkExpiresAt;
      await move(tx, services, subject, 'documentsSent');
      if (isOther) await notifyOfChange(tx, services, id, 'email', earlier);
      if (marital !== undefined) {
        await saveMaritalStatus(tx, services, id, marital);
        await audit(tx, clock, subject, { type: 'marital-status-answered' });
      }
      await saveAgreement(tx, services, request, subject, ['esign']);
      // The applicant consented to electronic documents again, at this address.
      await updateApplication(tx, id, { esign_withdrawn_at: null, email_bounced_at: null });
      return sendTo(tx, services, id, body.email);
    });
    return { status: 'sent' as const, expiration: signableUntil(application, expires).toISOString() };
  });

  fileRoutes(app, services);
  signingRoutes(app, services);
  signingEndRoutes(app, services);
  linkRoutes(app, services);
}

/** In any browser but the application's own, a text code comes first. */
function linkRoutes(app: FastifyInstance, services: Services): void {
  const { db, vault, limiter } = services;

  serve(app, resumeSignature, async ({ request, reply }) => {
    const application = await applicationOfToken(request);
    const { id, state } = application;
    const context = await findContext(services, request);
    const isHere = typeof context !== 'string' && context.application?.id === id;
    if (!isHere || context.session.requiresCode) {
      // There is nothing to return to, so no code is texted.
      if (!stateOf(state).resumable || application.purged_at !== null)
        return { stageMarker: documentsLinkMarker, status: 'closed' };
      if (!isHere) {
        const mayText = await mayTextCode(services, application);
        const session = await transactOn(db, id, (tx) => beginWithCode(tx, services, request, id, mayText));
        session.set(reply);
      }
      return { stageMarker: documentsLinkMarker, requiresCode: true as const };
    }
    const about = {
      href: hrefOf(getSignature, id),
      stageMarker: documentsLinkMarker,
      ...(application.branch_id === null ? {} : { branch: { href: hrefOf(getBranch, id) } }),
    };
    const closed = whyClosed(state) ?? (await closedByTime(application));
    if (closed) return { ...about, status: closed };
    return { ...about, status: 'sent', ...(await freshAddress(services, id, context.session.id)) };
  });

  serve(app, renewDocumentsLink, async ({ request }) => {
    const { id } = await readToken(request);
    await limiter.spend('send-documents', id);
    const mailedTo = (await readEnvelope(services, id))?.mailedTo;
    if (mailedTo !== undefined) await limiter.spend(...(await emailLimit(services, id, mailedTo)));
    return transact(db, async (tx) => {
      if ((await readLinkGeneration(tx, id)) === undefined) refuseLink();
      const application = await lockApplication(tx, id);
      const envelope = (await readEnvelope({ db: tx, vault }, id)) ?? refuseLink();
      const closed = whyClosed(application.state) ?? (isPast(services, application) ? 'closed' : undefined);
      if (closed) return { status: closed };
      const { mailedTo } = envelope;
      if (!isBeingSent(services, envelope, mailedTo)) await sendTo(tx, services, id, mailedTo);
      return { status: 'sent' as const };
    });
  });

  /** The envelope of an approval that has run out is being voided, so it is not opened anymore. */
  async function closedByTime(application: Application) {
    if (!isPast(services, application)) return undefined;
    await transactOn(db, application.id, (tx, application) => expire(tx, services, application));
    return 'closed' as const;
  }

  async function readToken(request: FastifyRequest) {
    const read = readDocumentsToken(services, tokenOf(request));
    await spendLink(services, request, read?.id);
    return read ?? refuseLink();
  }

  async function applicationOfToken(request: FastifyRequest): Promise<Application> {
    const read = await readToken(request);
    const generation = (await readLinkGeneration(db, read.id)) ?? refuseLink();
    // This also applies if the applicant has changed the address since: a reader of the old inbox must not sign.
    if (read.isPast || read.generation !== generation) fail('expired', errorMessages.expired.documentsLink);
    return readApplication(db, read.id);
  }
}

function refuseLink(): never {
  fail('not-found', errorMessages['not-found'].linkNotOurs);
}

const closedAs: Record<StateDeclaration['signing'], 'declined' | 'completed' | 'closed' | undefined> = {
  none: 'closed',
  open: undefined,
  declined: 'declined',
  completed: 'completed',
};

const whyClosed = (state: StateName) => closedAs[stateOf(state).signing];

const signedKinds = { 'signed-documents': 'documents', 'certificate-of-completion': 'certificate' } as const;
/** Documents that are not part of the signed package. */
const ownFiles: readonly string[] = ['autopay-authorization', 'score-disclosure', 'spouse-notice'];
type Kind = keyof typeof documentTitles;
const kinds = Object.keys(documentTitles) as Kind[];

function fileRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, vault, lender, blobs } = services;

  serveStepFile(getEsignConsent, async ({ reply, context: { subject } }) => {
    const text = versionOn(lender.texts, 'esign-consent', lenderToday(services));
    const { bytes } = await renderPdfInWorker(legalTextDocument(lender, text));
    await transact(db, async (tx) => {
      await saveEsignOpened(tx, subject.applicationId, clock.now());
      await audit(tx, clock, subject, { type: 'esign-consent-opened' });
    });
    return sendPdf(reply, 'esign-consent.pdf', bytes, true);
  });

  serveStepFile(getDocumentPdf, async ({ reply, context, params: { kind } }) => {
    const pdf = await pdfOf(context.application.id, kind);
    await opened(context, kind);
    return sendPdf(reply, `${kind}.pdf`, pdf);
  });

  serveStepFile(getDocumentPage, async ({ reply, context, params: { kind } }) => {
    const { id } = context.application;
    const { paper: document } = await latestDocument(id, kind);
    await opened(context, kind);
    const envelope = await readEnvelope(services, id);
    const isSigned = envelope?.signedAt !== undefined && !ownFiles.includes(kind);
    const shown = isSigned ? withSignature(services, document, envelope) : document;
    const pdf = isSigned
      ? { href: fileHref(id, 'signed-documents', 'pdf'), words: words.allSigned }
      : { href: fileHref(id, kind, 'pdf'), words: words.asPdf };
    return sendPage(reply, renderHtml(shown, [pdf]));
  });

  function serveStepFile<F extends FileEndpoint & { readonly path: `${string}/:applicationId${string}` }>(
    file: F,
    send: (call: FileCall<F> & { readonly context: ApplicationContext }) => Promise<FastifyReply>,
  ): void {
    const handler = async (call: FileCall<F>) => {
      const { applicationId } = call.params as { readonly applicationId: string };
      const context = await requireContext(services, call.request, applicationId);
      assertAllowed(context.application, 'documents');
      return send({ ...call, context });
    };
    const back = { screen: 'thank-you', words: words.back } as const;
    serveFile(app, file, handler, asErrorPage({ title: words.notShown, back }));
  }

  async function opened(context: ApplicationContext, kind: string) {
    const notice = isEmailed(kind) ? await findNotice(db, context.application.id, kind) : undefined;
    await recordDocumentViewed(services, context, kind, notice?.id);
  }

  async function pdfOf(id: ApplicationId, kind: string): Promise<Buffer> {
    if (kind in signedKinds) {
      const copy = await findSignedCopy(services, id);
      if (copy) return blobs.read(copy[signedKinds[kind as keyof typeof signedKinds]]);
    }
    return readPdf(services, await latestDocument(id, kind));
  }

  /** There may be several documents of a kind; the last one wins. */
  async function latestDocument(id: ApplicationId, kind: string): Promise<SavedDocument> {
    const document = kinds.includes(kind as Kind) ? await readLatestDocument(db, vault, id, kind) : undefined;
    return document ?? fail('not-found', errorMessages['not-found'].document);
  }
}

function withSignature(
  { lender }: With<'lender'>,
  document: DocumentModel,
  { signer, signedAt }: SavedEnvelope,
): DocumentModel {
  if (signedAt === undefined) return document;
  const day = longDate(lenderDay(lender, signedAt));
  const signed = { kind: 'paragraph' as const, text: [{ strong: words.signedBy(signer.name, day) }] };
  return {
    ...document,
    blocks: document.blocks.map((block) => (block.kind === 'signature' ? signed : block)),
  };
}

async function filesOf(db: Db, id: ApplicationId, isSigned: boolean): Promise<LoanDocument[]> {
  const files = (await documentKindsOf(db, id, kinds)).map((kind): LoanDocument => {
    const page = fileHref(id, kind, 'page');
    const title = documentTitles[kind];
    // The signed PDF contains all of the loan's documents.
    return isSigned && !ownFiles.includes(kind)
      ? { title, page }
      : { title, pdf: fileHref(id, kind, 'pdf'), page };
  });
  if (!isSigned) return files;
  return [
    { title: words.signedDocuments, pdf: fileHref(id, 'signed-documents', 'pdf') },
    { title: words.certificate, pdf: fileHref(id, 'certificate-of-completion', 'pdf') },
    ...files,
  ];
}

const fileHref = (id: ApplicationId, kind: string, form: 'pdf' | 'page') =>
  hrefOf(form === 'pdf' ? getDocumentPdf : getDocumentPage, id).replace(':kind', kind);
