// Adverse action notice routes for the applicant's own browser: its links, the PDF, and the same text as a page.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getAdverseAction, getAdverseActionPage, getAdverseActionPdf } from '#contract/notices.ts';
import { hrefOf } from '../../journey/hrefs.ts';
import { assertAllowed } from '../../journey/policy.ts';
import { requireContext } from '../../journey/request-context.ts';
import { stateOf } from '../../journey/states.ts';
import { serveStep } from '../../journey/step.ts';
import { renderHtml } from '../../pdf/render-html.ts';
import { asErrorPage, sendPage, sendPdf } from '../../pdf/responses.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { fail } from '../../platform/failure.ts';
import { serveFile } from '../../platform/http/http.ts';
import { findLatestWork } from '../../platform/jobs/jobs.ts';
import { longPoll } from '../../platform/jobs/long-poll.ts';
import { readDocument, type SavedDocument } from '../../records/documents.ts';
import type { Services } from '../../services.ts';
import { adverseActionText as words } from '../../wording/adverse-action.ts';
import { refusals } from '../../wording/refusals.ts';
import { decisionDay } from './adverse-action.ts';
import { adverseActionKey, drawAdverseAction } from './jobs.ts';

/** The browser may ask before the job has drawn the notice, so wait this long. */
const drawingSeconds = 10;

export function noticeRoutes(app: FastifyInstance, services: Services): void {
  const { db, vault, lender } = services;

  serveStep(app, services, getAdverseAction, 'adverseAction', async ({ context }) => ({
    date: decisionDay(lender, context.application.state_since),
    adverseActionAttachment: hrefOf(getAdverseActionPdf, context.application.id),
    adverseActionPage: hrefOf(getAdverseActionPage, context.application.id),
  }));

  const refuse = asErrorPage({
    title: words.notShown,
    back: { screen: stateOf('DECLINED').rest, words: words.back },
  });

  serveFile(
    app,
    getAdverseActionPdf,
    async ({ request, reply, params }) => {
      const { notice } = await noticeFor(request, params.applicationId);
      return sendPdf(reply, words.filename, notice.pdf);
    },
    refuse,
  );

  serveFile(
    app,
    getAdverseActionPage,
    async ({ request, reply, params }) => {
      const { notice, id } = await noticeFor(request, params.applicationId);
      const pdf = { href: hrefOf(getAdverseActionPdf, id), words: words.asPdf };
      return sendPage(reply, renderHtml(notice.paper, [pdf]));
    },
    refuse,
  );

  async function noticeFor(
    request: FastifyRequest,
    applicationId: string,
  ): Promise<{ notice: SavedDocument; id: ApplicationId }> {
    const { application } = await requireContext(services, request, applicationId);
    assertAllowed(application.state, 'adverseAction');
    return { notice: await noticeOf(request, application.id), id: application.id };
  }

  async function noticeOf(request: FastifyRequest, applicationId: ApplicationId): Promise<SavedDocument> {
    const saved = await readDocument(db, vault, adverseActionKey(applicationId));
    if (saved) return saved;
    const work = await findLatestWork(db, applicationId, drawAdverseAction.name);
    const read = () => readDocument(db, vault, adverseActionKey(applicationId));
    const notice =
      work &&
      (await longPoll(
        services.jobs,
        request,
        { id: work.id, seconds: drawingSeconds },
        read,
        (one) => one !== undefined,
      ));
    return notice ?? fail('try-again', refusals['try-again'].noticeBeingDrawn);
  }
}
