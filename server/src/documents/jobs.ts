// The jobs of the loan documents: the envelope and its mail, and a look at the envelope after the applicant was there.
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { fundLoan } from '../deposit/funding.ts';
import { mailOnce } from '../journey/mail.ts';
import { move } from '../journey/move.ts';
import type { Parts } from '../parts.ts';
import { audit } from '../platform/audit.ts';
import { handle, type JobDeclaration } from '../platform/jobs.ts';
import { NoAnswer } from '../platform/outside.ts';
import { placeOf } from '../platform/tables.ts';
import { documentsMail, signedDocumentsMail } from '../wording/mails.ts';
import { createEnvelope, documentsLink, linkDays, readEnvelope } from './envelope.ts';
import { readSignedCopy } from './signed.ts';

const sending = z.object({ mail: z.string() });
const nothing = z.object({});

/** `mail` names this sending: pressed again, or with another address, it is another mail of the same envelope. */
export const sendDocumentsJob: JobDeclaration<z.output<typeof sending>> = {
  name: 'send-documents',
  payload: sending,
  tries: 20,
  seconds: 90,
  concurrency: 2,
  longestDelaySeconds: 120,
};

export const lookAtEnvelope: JobDeclaration<z.output<typeof nothing>> = {
  name: 'look-at-envelope',
  payload: nothing,
  awaited: true,
  // What is signed stays signed while the vendor does not answer, longer than anybody watches.
  tries: 100,
  seconds: 60,
  concurrency: 4,
  longestDelaySeconds: 60,
};

export const mailSignedCopy: JobDeclaration<z.output<typeof nothing>> = {
  name: 'mail-signed-copy',
  payload: nothing,
  tries: 50,
  seconds: 60,
  concurrency: 2,
  longestDelaySeconds: 600,
};

export function documentJobs(parts: Parts) {
  const { clock, lender, jobs, vendors, vault } = parts;
  return [
    handle(sendDocumentsJob, {
      async run({ mail }, { applicationId }) {
        await createEnvelope(parts, applicationId);
        const envelope = await readEnvelope(parts, applicationId);
        if (envelope === undefined) throw new Error('The envelope is gone.');
        const about = {
          applicationId,
          operation: 'documents',
          id: `documents.${mail}`,
          to: envelope.mailedTo,
        };
        await mailOnce(parts, about, ({ firstName }) =>
          documentsMail(lender, {
            firstName,
            link: documentsLink(parts, applicationId),
            days: linkDays,
            expires: envelope.linkExpiresAt,
          }),
        );
        return (tx) => audit(tx, clock, { applicationId }, { type: 'documents-mailed' });
      },
      gaveUp:
        (_, { applicationId }) =>
        (tx) =>
          audit(tx, clock, { applicationId }, { type: 'job-failed', job: sendDocumentsJob.name }),
    }),

    handle(lookAtEnvelope, {
      async run(_, { applicationId }) {
        const envelope = await readEnvelope(parts, applicationId);
        if (envelope?.envelopeId === undefined) throw new NoAnswer('The envelope is not there yet.');
        const subject = { applicationId };
        const { envelopeId } = envelope;
        // The envelope's own status decides; what the browser was told on the way back is a hint.
        const status = await vendors.signatures.status(envelopeId, AbortSignal.timeout(15_000));
        if (status === 'completed') {
          const signed = await vendors.signatures.document(
            envelopeId,
            'combined',
            AbortSignal.timeout(20_000),
          );
          const certificate = await vendors.signatures.document(
            envelopeId,
            'certificate',
            AbortSignal.timeout(20_000),
          );
          return async (tx) => {
            const id = randomUUID();
            await tx
              .insertInto('signed_copy')
              .values({
                id,
                application_id: applicationId,
                documents: vault.seal(signed.toString('base64'), placeOf('signed_copy', 'documents', id)),
                certificate: vault.seal(
                  certificate.toString('base64'),
                  placeOf('signed_copy', 'certificate', id),
                ),
                kept_at: clock.now(),
              })
              .onConflict((conflict) => conflict.column('application_id').doNothing())
              .execute();
            await tx
              .updateTable('envelope')
              .set({ signed_at: clock.now() })
              .where('application_id', '=', applicationId)
              .execute();
            await move(tx, clock, subject, 'signed');
            await audit(tx, clock, subject, { type: 'documents-signed' });
            await jobs.enqueue(tx, fundLoan, applicationId, {});
            await jobs.enqueue(tx, mailSignedCopy, applicationId, {});
          };
        }
        if (status === 'declined') {
          return async (tx) => {
            await move(tx, clock, subject, 'signingDeclined');
          };
        }
        if (status === 'voided')
          return { failure: async (tx) => void (await move(tx, clock, subject, 'signingFailed')) };
        // Nobody signed: whoever said so was mistaken, and the documents wait as before.
        return { failure: async (tx) => void (await move(tx, clock, subject, 'signatureMissing')) };
      },
      gaveUp:
        (_, { applicationId }) =>
        async (tx) => {
          await audit(tx, clock, { applicationId }, { type: 'job-failed', job: lookAtEnvelope.name });
          await move(tx, clock, { applicationId }, 'signingFailed');
        },
    }),

    handle(mailSignedCopy, {
      async run(_, { applicationId }) {
        const copy = await readSignedCopy(parts, applicationId);
        if (copy === undefined) throw new Error('There is no signed copy to mail.');
        const about = { applicationId, operation: 'signed-copy', id: `signed-copy.${applicationId}` };
        await mailOnce(parts, about, ({ firstName }) => ({
          ...signedDocumentsMail(lender, { firstName }),
          attachments: [
            { filename: 'loan-documents.pdf', content: copy.documents, contentType: 'application/pdf' },
            {
              filename: 'certificate-of-completion.pdf',
              content: copy.certificate,
              contentType: 'application/pdf',
            },
          ],
        }));
        return async () => {};
      },
      gaveUp:
        (_, { applicationId }) =>
        (tx) =>
          audit(tx, clock, { applicationId }, { type: 'job-failed', job: mailSignedCopy.name }),
    }),
  ];
}
