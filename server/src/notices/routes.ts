// Notice routes for the applicant's own browser: the adverse action notice's links, and every notice as a PDF and as a page.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FileEndpoint, ParamsOf } from '#contract/endpoint.ts';
import {
  getAdverseAction,
  getAdverseActionPage,
  getAdverseActionPdf,
  getCounterofferPdf,
  getNoticePage,
  getNoticePdf,
} from '#contract/notices.ts';
import { assertAllowed, refuseStep } from '../journey/guard.ts';
import { hrefOf } from '../journey/hrefs.ts';
import { renderNotice } from '../journey/jobs.ts';
import { requireContext } from '../journey/request-context.ts';
import { serveStep } from '../journey/step.ts';
import { renderHtml } from '../pdf/render-html.ts';
import { asErrorPage, sendPage, sendPdf } from '../pdf/responses.ts';
import { lenderDay } from '../platform/clock.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { fail } from '../platform/failure.ts';
import { type FileCall, serveFile } from '../platform/http/http.ts';
import { findLatestWork } from '../platform/jobs/job-records.ts';
import { longPoll } from '../platform/jobs/long-poll.ts';
import { readDocument, readPdf, type SavedDocument } from '../records/documents.ts';
import { findNotice, noticesOf } from '../records/notices.ts';
import type { Services } from '../services.ts';
import { adverseActionText as words } from '../wording/adverse-action.ts';
import { emailedFiles, isEmailed } from '../wording/document-files.ts';
import { errorMessages } from '../wording/error-messages.ts';
import { readDenial } from './adverse-action.ts';
import { recordDocumentViewed } from './document-views.ts';
import { nextStepOf, plainReasons } from './next-steps.ts';
import { documentKey, noticePdfs, renderings } from './render-notice.ts';

const refuse = asErrorPage({ title: words.notShown, back: { screen: 'declined', words: words.back } });

export const noticeRoutes = [denialRoutes, documentRoutes, emailedRoutes];

const serveNotice = <F extends FileEndpoint>(
  app: FastifyInstance,
  file: F,
  send: (call: FileCall<F>) => Promise<FastifyReply>,
) => serveFile(app, file, send, refuse);

function denialRoutes(app: FastifyInstance, services: Services): void {
  const { lender } = services;

  serveStep(app, services, getAdverseAction, 'adverseAction', async ({ context }) => {
    const { id } = context.application;
    // None while a reviewer has not decided.
    const notice = (await findNotice(services.db, id, 'denial')) ?? refuseStep();
    const denial = await readDenial(services, notice);
    const { bureau = denial.bankReport, score } = denial.report ?? {};
    return {
      date: lenderDay(lender, notice.requiredAt),
      reasons: [...plainReasons(denial.lender, denial.reasons)],
      nextStep: nextStepOf(lender, denial),
      ...(score && {
        score: {
          name: score.model.scoreName,
          value: score.value,
          lowest: score.model.scoreLowest,
          highest: score.model.scoreHighest,
          date: score.date,
        },
      }),
      ...(bureau && { bureau: { name: bureau.name, phone: bureau.phone, site: bureau.site } }),
      adverseActionAttachment: hrefOf(getAdverseActionPdf, id),
      adverseActionPage: hrefOf(getAdverseActionPage, id),
    };
  });
}

function documentRoutes(app: FastifyInstance, services: Services): void {
  serveNotice(app, getAdverseActionPdf, async ({ request, reply, params }) => {
    const { document } = await viewNotice(services, request, params.applicationId, 'denial');
    return sendPdf(reply, words.filename, await readPdf(services, document));
  });

  serveNotice(app, getAdverseActionPage, async ({ request, reply, params }) => {
    const { document, id } = await viewNotice(services, request, params.applicationId, 'denial');
    const pdf = { href: hrefOf(getAdverseActionPdf, id), words: words.asPdf };
    return sendPage(reply, renderHtml(document.paper, [pdf]));
  });

  serveNotice(app, getCounterofferPdf, async ({ request, reply, params }) => {
    const { document } = await viewNotice(services, request, params.applicationId, 'counteroffer');
    return sendPdf(reply, words.counterofferFilename, await readPdf(services, document));
  });
}

/** What emails led to: allowed in every state, behind the text code. */
function emailedRoutes(app: FastifyInstance, services: Services): void {
  const { db, vault } = services;

  serveNotice(app, getNoticePdf, async ({ request, reply, params }) => {
    const { context, notice, at } = await emailed(request, params);
    const content = (await (await noticePdfs(services, notice))[at]?.()) ?? refuseUnknown();
    await recordDocumentViewed(services, context, params.kind, notice.id);
    return sendPdf(reply, `${params.kind}.pdf`, content);
  });

  serveNotice(app, getNoticePage, async ({ request, reply, params }) => {
    const { context, notice } = await emailed(request, params);
    const saved = (await readDocument(db, vault, documentKey(notice))) ?? refuseUnknown();
    await recordDocumentViewed(services, context, params.kind, notice.id);
    return sendPage(reply, renderHtml(saved.paper, [{ href: 'pdf', words: words.asPdf }]));
  });

  async function emailed(request: FastifyRequest, params: ParamsOf<typeof getNoticePdf>) {
    const context = await requireContext(services, request, params.applicationId);
    const notice = (await noticesOf(db, context.application.id)).find(({ id }) => id === params.noticeId);
    if (notice?.renderedAt == null || !isEmailed(notice.kind)) refuseUnknown();
    const at = emailedFiles[notice.kind].findIndex(({ filename }) => filename === `${params.kind}.pdf`);
    if (at < 0) refuseUnknown();
    return { context, notice, at };
  }
}

/** Opens the latest notice of a kind for the applicant, and waits while it is being rendered. */
async function viewNotice(
  services: Services,
  request: FastifyRequest,
  applicationId: string,
  kind: 'denial' | 'counteroffer',
): Promise<{ document: SavedDocument; id: ApplicationId }> {
  const context = await requireContext(services, request, applicationId);
  const { id } = context.application;
  assertAllowed(context.application, kind === 'denial' ? 'adverseAction' : 'counterofferNotice');
  // None while a reviewer has not decided.
  const notice = (await findNotice(services.db, id, kind)) ?? refuseStep();
  const { db, vault, jobs } = services;
  const read = () => readDocument(db, vault, documentKey(notice));
  let document = await read();
  if (document === undefined) {
    const work = await findLatestWork(db, id, renderNotice.name);
    // The browser may request the notice before the job has rendered it.
    const waiting = work && { id: work.id, seconds: 10 };
    document = waiting && (await longPoll(jobs, request, waiting, read, (now) => now !== undefined));
  }
  if (document === undefined) fail('try-again', errorMessages['try-again'].noticeBeingRendered);
  await recordDocumentViewed(services, context, renderings[kind].document, notice.id);
  return { document, id };
}

function refuseUnknown(): never {
  fail('not-found', errorMessages['not-found'].document);
}
