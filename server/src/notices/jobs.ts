// The notice jobs: they render and save what is required, then email a link to it.
import * as z from 'zod';
import { promiseAfterSeconds } from '#contract/jobs.ts';
import { lockApplication, transactOn } from '../journey/applications.ts';
import { statesInReview } from '../journey/chart.ts';
import { enqueueNotice } from '../journey/effects.ts';
import { decideApproval, noticeRetries, renderNotice } from '../journey/jobs.ts';
import { deliveryOf } from '../messages/delivery.ts';
import { type Message, sending } from '../messages/message.ts';
import { resumeLink } from '../messages/resume-link.ts';
import { emailOfNotice } from '../messages/send-email.ts';
import { type Clock, secondsAfter } from '../platform/clock.ts';
import type { Tx } from '../platform/db/database.ts';
import type { ApplicationId, NoticeId } from '../platform/db/tables.ts';
import { declareJob, type RegisteredEffect } from '../platform/jobs/job-declaration.ts';
import { findLatestWork } from '../platform/jobs/job-records.ts';
import { handle, type Outcome } from '../platform/jobs/jobs.ts';
import { audit, hasReached } from '../records/audit.ts';
import { readDocument, saveDocument, storePdf } from '../records/documents.ts';
import { holdsOf } from '../records/holds.ts';
import {
  findNotice,
  lockNotice,
  type Notice,
  readNotice,
  saveRendered,
  saveSent,
} from '../records/notices.ts';
import type { Services } from '../services.ts';
import { noticesOnPaper } from '../wording/email-layout.ts';
import { documentKey, type Rendering, renderings } from './render-notice.ts';
import { paperLink } from './withdrawal.ts';

const noticePayload = z.object({ notice: z.uuid() });

/** Renders, for the reviewer, what will be sent if they do not decide. */
export const draftNotice = declareJob(
  'draft-notice',
  noticeRetries,
  noticePayload.extend({ otherwise: z.enum(['denial', 'incomplete']) }),
);

/** The law requires it, so it is sent again if nothing shows that it was sent. */
export const emailNotice: Message<z.output<typeof noticePayload>> = {
  ...declareJob('email-notice', noticeRetries, noticePayload),
  afterRestore: 'repeat',
  async write(services, id, { notice: noticeId }) {
    const { db, clock, vault, lender } = services;
    const notice = await readNotice(db, noticeId as NoticeId);
    // Opening the link may have stored it already.
    const store = async (): Promise<Outcome> => {
      const saved = await readDocument(db, vault, documentKey(notice));
      if (saved?.pdf === null) await storePdf(services, saved);
      return async () => {};
    };
    if (notice.state !== 'rendered') return notice.sentAt === null ? undefined : store();
    const kind = sentKind(notice);
    if (kind === 'spouse') throw new Error('This notice goes by letter alone.');
    const { linkDays: days } = lender.documentDelivery.kinds[kind];
    const email = await renderings[kind].email(services, notice, {
      documentsLink: resumeLink(services, id, days, 'documents'),
      resumeLink: resumeLink(services, id, days),
      days,
      isMailed: notice.letter !== 'none',
    });
    return {
      ...emailOfNotice(notice),
      goesByLetter: true,
      email: { ...email, links: [noticesOnPaper(paperLink(services, id))] },
      async afterwards(how) {
        // The notice was given then, also while the blob store is unavailable.
        if (how === 'sent')
          await transactOn(db, id, async (tx) => {
            await saveSent(tx, clock, notice.id);
            await audit(tx, clock, { applicationId: id }, { type: 'notice-emailed', notice: kind });
          });
        return store();
      },
    };
  },
};

export const giveSignedCopy: RegisteredEffect = (tx, services, { id }) =>
  enqueueNotice(tx, services, id, 'signed-documents');

export const noticeJobs = (services: Services) => [
  renderingJob(services),
  handle(draftNotice, {
    async run({ notice: id, otherwise }, { applicationId }) {
      const notice = await readNotice(services.db, id as NoticeId);
      const { document, render } = renderings[otherwise];
      const paper = await render(services, notice);
      const about = { applicationId, kind: `${document}-draft`, key: `notice:${id}:draft` };
      return (tx) => saveDocument(tx, services, about, paper);
    },
  }),
  ...sending(services, [emailNotice]),
];

function renderingJob(services: Services) {
  const { db, clock } = services;
  return handle(renderNotice, {
    async run({ notice: id }, { applicationId }) {
      const notice = await readNotice(db, id as NoticeId);
      if (notice.state !== 'required') return async () => {};
      const kind = sentKind(notice);
      const { document, render }: Rendering = renderings[kind];
      const paper = await render?.(services, notice);
      return async (tx) => {
        const application = await lockApplication(tx, applicationId);
        if ((await lockNotice(tx, notice.id)).state !== 'required') return;
        if (paper) {
          const about = { applicationId, kind: document, key: documentKey(notice) };
          await saveDocument(tx, services, about, paper);
          await audit(tx, clock, { applicationId }, { type: 'notice-rendered', notice: kind });
        }
        const delivery = deliveryOf(services, application, kind);
        await saveRendered(tx, clock, notice.id, delivery.letter ? 'wanted' : 'none');
        if (delivery.email && !(await followsPage(tx, notice)))
          await services.jobs.enqueue(tx, emailNotice, applicationId, { notice: id });
      };
    },
  });
}

/** An approval that is on the page at once: the email about the documents follows, or after a while this one (`due.ts`). */
async function followsPage(tx: Tx, { applicationId, kind, requiredAt }: Notice): Promise<boolean> {
  if (kind !== 'approval') return false;
  const decision = await findLatestWork(tx, applicationId, decideApproval.name);
  const wasQuick = decision !== undefined && requiredAt < secondsAfter(decision.since, promiseAfterSeconds);
  if (!wasQuick || (await hasReached(tx, applicationId, statesInReview))) return false;
  return (await holdsOf(tx, applicationId)).length === 0;
}

/** The email about the loan documents carries the approval as well, without its PDF. */
export async function saveApprovalEmailed(tx: Tx, clock: Clock, id: ApplicationId): Promise<void> {
  const notice = await findNotice(tx, id, 'approval');
  if (notice?.state === 'rendered') await saveSent(tx, clock, notice.id);
}

function sentKind({ kind }: Notice) {
  if (kind === 'pending') throw new Error('A notice that is not decided yet cannot be sent.');
  return kind;
}
