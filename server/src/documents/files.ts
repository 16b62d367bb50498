// The documents as files: the PDFs and the pages to read that a browser opens by itself.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { LoanDocument } from '#contract/documents.ts';
import { textOn } from '#lender/load.ts';
import { lenderDay } from '../journey/agreed.ts';
import { requireHere } from '../journey/here.ts';
import { require } from '../journey/policy.ts';
import type { Parts } from '../parts.ts';
import { audit } from '../platform/audit.ts';
import { transact } from '../platform/database.ts';
import { fail } from '../platform/failure.ts';
import type { ApplicationId } from '../platform/tables.ts';
import { legalTextPaper } from '../wording/legal-text.ts';
import { drawPdf } from './draw.ts';
import { loanDocumentKey } from './envelope.ts';
import { readingPagePolicy, renderHtml } from './html.ts';
import { readDocument } from './keep.ts';
import { readSignedCopy } from './signed.ts';

export const esignPath = '/api/v1/applications/:applicationId/esign-consent';
const filePath = '/api/v1/applications/:applicationId/documents/:kind';
const signedKinds = { 'signed-documents': 'documents', 'certificate-of-completion': 'certificate' } as const;

export function fileRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, clock, vault } = parts;

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

  async function pdfOf(id: ApplicationId, kind: string): Promise<Buffer> {
    if (kind in signedKinds) {
      const copy = await readSignedCopy(parts, id);
      if (copy) return copy[signedKinds[kind as keyof typeof signedKinds]];
    }
    const kept = await readDocument(db, vault, loanDocumentKey(id, kind));
    return kept?.pdf ?? fail('not-found', 'There is no such document.');
  }
}

export async function filesOf(
  { db, vault }: Parts,
  id: ApplicationId,
  isSigned: boolean,
): Promise<LoanDocument[]> {
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
