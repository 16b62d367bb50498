// The documents as files: the PDFs and the pages to read that a browser opens by itself.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LoanDocument } from '#contract/documents.ts';
import { isoDate } from '#finance/dates.ts';
import { textOn } from '#lender/in-force.ts';
import { type Application, saveEsignOpened } from '../../journey/applications.ts';
import { lenderDay } from '../../journey/consents.ts';
import { assertAllowed } from '../../journey/policy.ts';
import { type RequestContext, requireContext } from '../../journey/request-context.ts';
import type { DocumentModel } from '../../pdf/document-model.ts';
import { longDate } from '../../pdf/format.ts';
import { renderHtml } from '../../pdf/render-html.ts';
import { renderPdfInWorker } from '../../pdf/render-in-worker.ts';
import { sendPage, sendPdf, withErrorPage } from '../../pdf/responses.ts';
import { dayIn } from '../../platform/clock.ts';
import { transact } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { fail } from '../../platform/failure.ts';
import { audit } from '../../records/audit.ts';
import { documentKindsOf, readLatestDocument, type SavedDocument } from '../../records/documents.ts';
import { readEnvelope, type SavedEnvelope } from '../../records/envelopes.ts';
import { readSignedCopy } from '../../records/signed-copies.ts';
import type { Services } from '../../services.ts';
import { documentTitles, documentText as words } from '../../wording/document-files.ts';
import { legalTextDocument } from '../../wording/legal-text.ts';

export const esignPath = '/api/v1/applications/:applicationId/esign-consent';
const filePath = '/api/v1/applications/:applicationId/documents/:kind';
const signedKinds = { 'signed-documents': 'documents', 'certificate-of-completion': 'certificate' } as const;
type Kind = keyof typeof documentTitles;
const kinds = Object.keys(documentTitles) as Kind[];

interface FileParams {
  applicationId: string;
  kind: string;
}

export function fileRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, vault, lender } = services;

  serveFile(esignPath, async (reply, context) => {
    const text = textOn(lender, 'esign-consent', lenderDay(services));
    const { bytes } = await renderPdfInWorker(legalTextDocument(lender, text));
    const subject = { applicationId: context.application.id, sessionId: context.session.id };
    await transact(db, async (tx) => {
      await saveEsignOpened(tx, subject.applicationId, clock.now());
      await audit(tx, clock, subject, { type: 'esign-consent-opened' });
    });
    return sendPdf(reply, 'esign-consent.pdf', bytes);
  });

  serveFile(`${filePath}/pdf`, async (reply, { application }, { kind }) =>
    sendPdf(reply, `${kind}.pdf`, await pdfOf(application.id, kind)),
  );

  serveFile(`${filePath}/page`, async (reply, { application: { id } }, { kind }) => {
    const { paper } = await keptOf(id, kind);
    const envelope = await readEnvelope(services, id);
    const isSigned = envelope?.signedAt !== undefined && kind !== 'autopay-authorization';
    const shown = isSigned ? withSignature(paper, envelope) : paper;
    return sendPage(
      reply,
      renderHtml(shown, [
        isSigned
          ? { href: fileHref(id, 'signed-documents', 'pdf'), words: words.allSigned }
          : { href: fileHref(id, kind, 'pdf'), words: words.asPdf },
      ]),
    );
  });

  function serveFile(
    path: string,
    send: (
      reply: FastifyReply,
      context: RequestContext & { application: Application },
      params: FileParams,
    ) => Promise<FastifyReply>,
  ): void {
    const about = { title: words.notShown, back: { screen: 'thank-you' as const, words: words.back } };
    app.get<{ Params: FileParams }>(path, (request: FastifyRequest<{ Params: FileParams }>, reply) =>
      withErrorPage(request, reply, about, async () => {
        const context = await requireContext(services, request, request.params.applicationId);
        assertAllowed(context.application.state, 'documents');
        return send(reply, context, request.params);
      }),
    );
  }

  async function pdfOf(id: ApplicationId, kind: string): Promise<Buffer> {
    if (kind in signedKinds) {
      const copy = await readSignedCopy(services, id);
      if (copy) return copy[signedKinds[kind as keyof typeof signedKinds]];
    }
    return (await keptOf(id, kind)).pdf;
  }

  /** Of a kind there may be several, of which the last one holds. */
  async function keptOf(id: ApplicationId, kind: string): Promise<SavedDocument> {
    const document = kinds.includes(kind as Kind) ? await readLatestDocument(db, vault, id, kind) : undefined;
    return document ?? fail('not-found', words.noSuch);
  }

  /** As the page is read: who signed, and when, where the paper has room for it. */
  function withSignature(paper: DocumentModel, { signer, signedAt }: SavedEnvelope): DocumentModel {
    if (signedAt === undefined) return paper;
    const day = longDate(isoDate(dayIn(lender.brand.hours.timeZone, signedAt)));
    const signed = { kind: 'paragraph' as const, text: [{ strong: words.signedBy(signer.name, day) }] };
    return {
      ...paper,
      blocks: paper.blocks.map((block) => (block.kind === 'signature' ? signed : block)),
    };
  }
}

/** Those there are, by name; nothing of them is opened. */
export async function filesOf(
  { db }: Pick<Services, 'db'>,
  id: ApplicationId,
  isSigned: boolean,
): Promise<LoanDocument[]> {
  const papers = (await documentKindsOf(db, id, kinds)).map((kind): LoanDocument => {
    const page = fileHref(id, kind, 'page');
    const title = documentTitles[kind];
    // The PDF that was signed holds all of the loan's papers.
    return isSigned && kind !== 'autopay-authorization'
      ? { title, page }
      : { title, pdf: fileHref(id, kind, 'pdf'), page };
  });
  if (!isSigned) return papers;
  return [
    { title: words.signedDocuments, pdf: fileHref(id, 'signed-documents', 'pdf') },
    { title: words.certificate, pdf: fileHref(id, 'certificate-of-completion', 'pdf') },
    ...papers,
  ];
}

const fileHref = (id: ApplicationId, kind: string, form: 'pdf' | 'page') =>
  `${filePath.replace(':applicationId', id).replace(':kind', kind)}/${form}`;
