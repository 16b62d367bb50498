// Serves the documents as files: the PDFs and the HTML pages that a browser opens directly.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { getDocumentPage, getDocumentPdf, getEsignConsent, type LoanDocument } from '#contract/documents.ts';
import type { FileEndpoint } from '#contract/endpoint.ts';
import { versionOn } from '#lender/in-force.ts';
import { type Application, saveEsignOpened } from '../../journey/applications.ts';
import { assertAllowed } from '../../journey/guard.ts';
import { hrefOf } from '../../journey/hrefs.ts';
import { type RequestContext, requireContext } from '../../journey/request-context.ts';
import type { DocumentModel } from '../../pdf/document-model.ts';
import { longDate } from '../../pdf/format.ts';
import { renderHtml } from '../../pdf/render-html.ts';
import { renderPdfInWorker } from '../../pdf/render-in-worker.ts';
import { asErrorPage, sendPage, sendPdf } from '../../pdf/responses.ts';
import { lenderDay, lenderToday } from '../../platform/clock.ts';
import { type Db, transact } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { fail } from '../../platform/failure.ts';
import { type FileCall, serveFile } from '../../platform/http/http.ts';
import { audit } from '../../records/audit.ts';
import { documentKindsOf, readLatestDocument, readPdf, type SavedDocument } from '../../records/documents.ts';
import { readEnvelope, type SavedEnvelope } from '../../records/envelopes.ts';
import { findNotice } from '../../records/notices.ts';
import { findSignedCopy } from '../../records/signed-copies.ts';
import type { Services, With } from '../../services.ts';
import { documentTitles, isEmailed, documentText as words } from '../../wording/document-files.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import { legalTextDocument } from '../../wording/legal-text.ts';
import { recordDocumentViewed } from '../notices/document-views.ts';

const signedKinds = { 'signed-documents': 'documents', 'certificate-of-completion': 'certificate' } as const;
/** Documents that are not part of the signed package. */
const ownFiles: readonly string[] = ['autopay-authorization', 'score-disclosure', 'spouse-notice'];
type Kind = keyof typeof documentTitles;
const kinds = Object.keys(documentTitles) as Kind[];

export function fileRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, vault, lender, blobs } = services;

  serveStepFile(getEsignConsent, async ({ reply, context }) => {
    const text = versionOn(lender.texts, 'esign-consent', lenderToday(services));
    const { bytes } = await renderPdfInWorker(legalTextDocument(lender, text));
    const subject = { applicationId: context.application.id, sessionId: context.session.id };
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
    send: (
      call: FileCall<F> & { readonly context: RequestContext & { application: Application } },
    ) => Promise<FastifyReply>,
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

  async function opened(context: RequestContext & { application: Application }, kind: string) {
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

export async function filesOf(db: Db, id: ApplicationId, isSigned: boolean): Promise<LoanDocument[]> {
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
