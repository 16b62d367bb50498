// The adverse action notice for the applicant's own browser: its links, the PDF, and the same words as a page.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { adverseActionFiles, getAdverseAction } from '#contract/notices.ts';
import { hrefOf } from '../../journey/hrefs.ts';
import { assertAllowed } from '../../journey/policy.ts';
import { requireContext } from '../../journey/request-context.ts';
import { stateOf } from '../../journey/states.ts';
import { serveStep } from '../../journey/step.ts';
import { renderHtml } from '../../pdf/render-html.ts';
import { sendPage, sendPdf, withErrorPage } from '../../pdf/responses.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { fail } from '../../platform/failure.ts';
import { findLatestWork } from '../../platform/jobs/jobs.ts';
import { longPoll } from '../../platform/jobs/long-poll.ts';
import { readDocument, type SavedDocument } from '../../records/documents.ts';
import type { Services } from '../../services.ts';
import { adverseActionText as words } from '../../wording/adverse-action.ts';
import { decisionDay } from './adverse-action.ts';
import { adverseActionKey, drawAdverseAction } from './jobs.ts';

/** The browser can be quicker than the job that draws the notice. */
const drawingSeconds = 10;

export function noticeRoutes(app: FastifyInstance, services: Services): void {
  const { db, vault, lender } = services;

  serveStep(app, services, getAdverseAction, 'adverseAction', async ({ context }) => ({
    date: decisionDay(lender, context.application.state_since),
    adverseActionAttachment: hrefOf(adverseActionFiles.pdf, context.application.id),
    adverseActionPage: hrefOf(adverseActionFiles.page, context.application.id),
  }));

  serveFile(adverseActionFiles.pdf, (reply, notice) => sendPdf(reply, words.filename, notice.pdf));

  serveFile(adverseActionFiles.page, (reply, notice, applicationId) =>
    sendPage(
      reply,
      renderHtml(notice.paper, [{ href: hrefOf(adverseActionFiles.pdf, applicationId), words: words.asPdf }]),
    ),
  );

  function serveFile(
    file: { path: string },
    send: (reply: FastifyReply, notice: SavedDocument, applicationId: ApplicationId) => FastifyReply,
  ): void {
    const about = { title: words.notShown, back: { screen: stateOf('DECLINED').rest, words: words.back } };
    app.get<{ Params: { applicationId: string } }>(file.path, (request, reply) =>
      withErrorPage(request, reply, about, async () => {
        const { application } = await requireContext(services, request, request.params.applicationId);
        assertAllowed(application.state, 'adverseAction');
        return send(reply, await noticeOf(request, application.id), application.id);
      }),
    );
  }

  async function noticeOf(request: FastifyRequest, applicationId: ApplicationId): Promise<SavedDocument> {
    const kept = await readDocument(db, vault, adverseActionKey(applicationId));
    if (kept) return kept;
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
    return notice ?? fail('try-again', words.notReady);
  }
}
