// Adverse action notice routes for the applicant's own browser: its links, the PDF, and the same text as a page.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  getAdverseAction,
  getAdverseActionPage,
  getAdverseActionPdf,
  getCounterofferPdf,
} from '#contract/notices.ts';
import { permissionsOf } from '../../journey/chart.ts';
import { hrefOf } from '../../journey/hrefs.ts';
import { drawNotice } from '../../journey/jobs.ts';
import { assertAllowed, refuseStep } from '../../journey/policy.ts';
import { requireContext } from '../../journey/request-context.ts';
import { serveStep } from '../../journey/step.ts';
import { renderHtml } from '../../pdf/render-html.ts';
import { asErrorPage, sendPage, sendPdf } from '../../pdf/responses.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { fail } from '../../platform/failure.ts';
import { serveFile } from '../../platform/http/http.ts';
import { longPoll } from '../../platform/jobs/long-poll.ts';
import { findLatestWork } from '../../platform/jobs/recovered-jobs.ts';
import { readDocument, type SavedDocument } from '../../records/documents.ts';
import { findNotice, type Notice } from '../../records/notices.ts';
import type { With } from '../../services.ts';
import { adverseActionText as words } from '../../wording/adverse-action.ts';
import { refusals } from '../../wording/refusals.ts';
import { lenderDate, readDenial } from './adverse-action.ts';
import { documentKey } from './drawing.ts';
import { denialWording, nextStepOf } from './next-steps.ts';

/** The browser may request the notice before the job has drawn it, so wait this long. */
const drawingSeconds = 10;

const refuse = asErrorPage({
  title: words.notShown,
  back: { screen: permissionsOf({ state: 'DECLINED', path: 'standard' }).defaultScreen, words: words.back },
});

export function noticeRoutes(
  app: FastifyInstance,
  services: With<'db' | 'vault' | 'sessions' | 'jobs' | 'lender' | 'policies'>,
): void {
  denialRoutes(app, services);
  documentRoutes(app, services);
}

function denialRoutes(
  app: FastifyInstance,
  services: With<'db' | 'vault' | 'sessions' | 'lender' | 'policies'>,
): void {
  const { lender } = services;

  serveStep(app, services, getAdverseAction, 'adverseAction', async ({ context }) => {
    const { id } = context.application;
    const notice = await denialOf(services, id);
    const denial = await readDenial(services, notice);
    const { bureau } = denial.report ?? {};
    return {
      date: lenderDate(lender, notice.owedAt),
      reasons: [...denialWording(denial.lender, denial.reasons)],
      nextStep: nextStepOf(lender, denial),
      ...(bureau && { bureau: { name: bureau.name, phone: bureau.phone, site: bureau.site } }),
      adverseActionAttachment: hrefOf(getAdverseActionPdf, id),
      adverseActionPage: hrefOf(getAdverseActionPage, id),
    };
  });
}

/** Notices as PDF and as a page. */
function documentRoutes(app: FastifyInstance, services: With<'db' | 'vault' | 'sessions' | 'jobs'>): void {
  const { db } = services;

  serveFile(
    app,
    getAdverseActionPdf,
    async ({ request, reply, params }) => {
      const { notice } = await noticeFor(services, request, params.applicationId);
      return sendPdf(reply, words.filename, notice.pdf);
    },
    refuse,
  );

  serveFile(
    app,
    getAdverseActionPage,
    async ({ request, reply, params }) => {
      const { notice, id } = await noticeFor(services, request, params.applicationId);
      const pdf = { href: hrefOf(getAdverseActionPdf, id), words: words.asPdf };
      return sendPage(reply, renderHtml(notice.paper, [pdf]));
    },
    refuse,
  );

  serveFile(
    app,
    getCounterofferPdf,
    async ({ request, reply, params }) => {
      const { application } = await requireContext(services, request, params.applicationId);
      assertAllowed(application, 'counterofferNotice');
      const notice = (await findNotice(db, application.id, 'counteroffer')) ?? refuseStep();
      return sendPdf(reply, words.counterofferFilename, (await drawn(services, request, notice)).pdf);
    },
    refuse,
  );
}

async function noticeFor(
  services: With<'db' | 'vault' | 'sessions' | 'jobs'>,
  request: FastifyRequest,
  applicationId: string,
): Promise<{ notice: SavedDocument; id: ApplicationId }> {
  const { application } = await requireContext(services, request, applicationId);
  assertAllowed(application, 'adverseAction');
  const denial = await denialOf(services, application.id);
  return { notice: await drawn(services, request, denial), id: application.id };
}

async function drawn(
  services: With<'db' | 'vault' | 'jobs'>,
  request: FastifyRequest,
  one: Notice,
): Promise<SavedDocument> {
  const { db, vault } = services;
  const { applicationId } = one;
  const read = () => readDocument(db, vault, documentKey(one));
  const saved = await read();
  if (saved) return saved;
  const work = await findLatestWork(db, applicationId, drawNotice.name);
  const notice =
    work &&
    (await longPoll(
      services.jobs,
      request,
      { id: work.id, seconds: drawingSeconds },
      read,
      (document) => document !== undefined,
    ));
  return notice ?? fail('try-again', refusals['try-again'].noticeBeingDrawn);
}

/** Refuses while a reviewer has not decided. */
async function denialOf({ db }: With<'db'>, applicationId: ApplicationId): Promise<Notice> {
  return (await findNotice(db, applicationId, 'denial')) ?? refuseStep();
}
