// The denial jobs: they draw and save the notice, then email it.
import * as z from 'zod';
import { renderPdfInWorker } from '../../pdf/render-in-worker.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { handle, type JobDeclaration } from '../../platform/jobs/jobs.ts';
import { audit } from '../../records/audit.ts';
import { readDocument, saveDocument } from '../../records/documents.ts';
import type { Services } from '../../services.ts';
import { adverseActionDocument, adverseActionText } from '../../wording/adverse-action.ts';
import { adverseActionEmail } from '../../wording/emails.ts';
import { adverseActionOf, type Basis, bases } from './adverse-action.ts';
import { mailOnce } from './mail-once.ts';

const drawing = z.object({ basis: z.enum(bases) });
const mailing = z.object({});

/** A notice is due within 30 days, so both jobs retry for days before they alert an operator. */
const patience = { tries: 500, seconds: 40, concurrency: 2, longestDelaySeconds: 900 };

export const drawAdverseAction: JobDeclaration<z.output<typeof drawing>> = {
  name: 'draw-adverse-action',
  payload: drawing,
  ...patience,
};

const mailAdverseAction: JobDeclaration<z.output<typeof mailing>> = {
  name: 'mail-adverse-action',
  payload: mailing,
  ...patience,
};

/** An application is denied at most once, so it has at most one adverse action notice. */
export const adverseActionKey = (applicationId: ApplicationId) => `adverse-action:${applicationId}`;

/** Enqueues the applicant's notice in the transaction that denies the application. */
export async function oweAdverseAction(
  tx: Tx,
  { jobs }: Pick<Services, 'jobs'>,
  applicationId: ApplicationId,
  basis: Basis,
): Promise<void> {
  await jobs.enqueue(tx, drawAdverseAction, applicationId, { basis });
}

export function noticeJobs(services: Services) {
  const { db, clock, vault, lender } = services;
  return [
    handle(drawAdverseAction, {
      async run({ basis }, { applicationId }) {
        const document = adverseActionDocument(lender, await adverseActionOf(services, applicationId, basis));
        const { bytes: pdf } = await renderPdfInWorker(document);
        return async (tx) => {
          const about = { applicationId, kind: 'adverse-action', key: adverseActionKey(applicationId) };
          const { sha256, isNew } = await saveDocument(tx, services, about, { paper: document, pdf });
          // The notice was already drawn, so its email is already queued.
          if (!isNew) return;
          await audit(
            tx,
            clock,
            { applicationId },
            { type: 'notice-drawn', notice: 'adverse-action', sha256 },
          );
          await services.jobs.enqueue(tx, mailAdverseAction, applicationId, {});
        };
      },
    }),

    handle(mailAdverseAction, {
      async run(_, { applicationId }) {
        const notice = await readDocument(db, vault, adverseActionKey(applicationId));
        if (!notice) throw new Error('There is no notice to email.');
        const about = { applicationId, operation: 'adverse-action', id: `adverse-action.${applicationId}` };
        await mailOnce(services, about, ({ firstName }) => ({
          ...adverseActionEmail(lender, { firstName }),
          attachments: [
            { filename: adverseActionText.filename, content: notice.pdf, contentType: 'application/pdf' },
          ],
        }));
        return (tx) =>
          audit(tx, clock, { applicationId }, { type: 'notice-mailed', notice: 'adverse-action' });
      },
    }),
  ];
}
