// The notice jobs: they draw and save what is owed, then email it.
import * as z from 'zod';
import { lockApplication } from '../../journey/applications.ts';
import { drawNotice, noticePatience } from '../../journey/jobs.ts';
import { renderPdfInWorker } from '../../pdf/render-in-worker.ts';
import type { NoticeId } from '../../platform/db/tables.ts';
import { handle, type JobDeclaration } from '../../platform/jobs/jobs.ts';
import { audit } from '../../records/audit.ts';
import { readDocument, saveDocument } from '../../records/documents.ts';
import { readAddressee } from '../../records/envelopes.ts';
import { lockNotice, type Notice, readNotice, saveDrawn, saveSent } from '../../records/notices.ts';
import type { Services } from '../../services.ts';
import { withPaperLink } from '../../wording/footer-link.ts';
import { deliveryOf } from './delivery.ts';
import { documentKey, draftKey, drawings } from './drawing.ts';
import { mailOnce } from './mail-once.ts';
import { paperLink } from './withdrawal.ts';

const about = z.object({ notice: z.uuid() });
const drafting = about.extend({ otherwise: z.enum(['denial', 'incomplete']) });

/** Draws, for the reviewer, what will be sent if they do not decide. */
export const draftNotice: JobDeclaration<z.output<typeof drafting>> = {
  name: 'draft-notice',
  payload: drafting,
  ...noticePatience,
};

export const mailNotice: JobDeclaration<z.output<typeof about>> = {
  name: 'mail-notice',
  payload: about,
  ...noticePatience,
};

export function noticeJobs(services: Services) {
  const { db, clock, vault } = services;
  return [
    handle(drawNotice, {
      async run({ notice: id }, { applicationId }) {
        const notice = await readNotice(db, id as NoticeId);
        if (notice.state !== 'owed') return async () => {};
        const { document, draw } = drawingOf(notice);
        const paper = await draw(services, notice);
        const { bytes: pdf } = await renderPdfInWorker(paper);
        return async (tx) => {
          const application = await lockApplication(tx, applicationId);
          if ((await lockNotice(tx, notice.id)).state !== 'owed') return;
          const saved = { applicationId, kind: document, key: documentKey(notice) };
          const { sha256 } = await saveDocument(tx, services, saved, { paper, pdf });
          const by = deliveryOf(application, sentKind(notice));
          await saveDrawn(tx, clock, notice.id, by.letter ? 'wanted' : 'none');
          await audit(
            tx,
            clock,
            { applicationId },
            { type: 'notice-drawn', notice: sentKind(notice), sha256 },
          );
          if (by.email) await services.jobs.enqueue(tx, mailNotice, applicationId, { notice: id });
        };
      },
    }),

    handle(draftNotice, {
      async run({ notice: id, otherwise }, { applicationId }) {
        const notice = await readNotice(db, id as NoticeId);
        const { document, draw } = drawings[otherwise];
        const paper = await draw(services, notice);
        const { bytes: pdf } = await renderPdfInWorker(paper);
        return async (tx) => {
          const saved = { applicationId, kind: `${document}-draft`, key: draftKey(notice) };
          await saveDocument(tx, services, saved, { paper, pdf });
        };
      },
    }),

    handle(mailNotice, {
      async run({ notice: id }, { applicationId }) {
        const notice = await readNotice(db, id as NoticeId);
        if (notice.state !== 'drawn') return async () => {};
        const { filename, email } = drawingOf(notice);
        if (email === undefined) throw new Error('This notice goes by letter alone.');
        const saved = await readDocument(db, vault, documentKey(notice));
        if (!saved) throw new Error('There is no notice to email.');
        const { firstName } = await readAddressee(db, vault, applicationId);
        const content = await email(services, notice, firstName);
        const mail = { applicationId, operation: operationOf(notice), id: noticeMailId(notice) };
        await mailOnce(services, mail, () => ({
          ...withPaperLink(content, paperLink(services, applicationId)),
          attachments: [{ filename, content: saved.pdf, contentType: 'application/pdf' }],
        }));
        return async (tx) => {
          await saveSent(tx, clock, notice.id);
          await audit(tx, clock, { applicationId }, { type: 'notice-mailed', notice: sentKind(notice) });
        };
      },
    }),
  ];
}

const drawingOf = (notice: Notice) => drawings[sentKind(notice)];

function sentKind({ kind }: Notice) {
  if (kind === 'open') throw new Error('A notice that is not decided yet cannot be sent.');
  return kind;
}

const operationOf = ({ kind }: Notice) => (kind === 'denial' ? 'adverse-action' : `${kind}-notice`);
/** An application is denied at most once, so its id names the email. */
export const noticeMailId = ({ kind, id, applicationId }: Notice) =>
  kind === 'denial' ? `adverse-action.${applicationId}` : `${kind}-notice.${id}`;
