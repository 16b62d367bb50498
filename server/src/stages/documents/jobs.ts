// The loan document emails: the link, once the envelope exists, and the signed copy.
import * as z from 'zod';
import { readApplication } from '../../journey/applications.ts';
import { isAllowed } from '../../journey/policy.ts';
import { handle, type JobDeclaration } from '../../platform/jobs/jobs.ts';
import { audit } from '../../records/audit.ts';
import { readEnvelope, saveDelivery } from '../../records/envelopes.ts';
import { readSignedCopy } from '../../records/signed-copies.ts';
import type { Services } from '../../services.ts';
import { documentsEmail, signedDocumentsEmail, unsignedDocumentsEmail } from '../../wording/emails.ts';
import { mailOnce } from '../notices/mail-once.ts';
import { mailedLinkDays, resumeLink } from '../notices/resume-link.ts';
import { createEnvelope, documentsLink, followSigner } from './envelope.ts';

const sending = z.object({ mail: z.string(), generation: z.int().optional() });
const nothing = z.object({});

/**
 * `mail` identifies this sending. Another press, or another address, is another email for the same envelope.
 * `generation` is the generation of its address.
 */
export const sendDocumentsJob: JobDeclaration<z.output<typeof sending>> = {
  name: 'send-documents',
  payload: sending,
  tries: 20,
  seconds: 90,
  concurrency: 2,
  longestDelaySeconds: 120,
};

export const mailSignedCopy: JobDeclaration<z.output<typeof nothing>> = {
  name: 'mail-signed-copy',
  payload: nothing,
  tries: 50,
  seconds: 60,
  concurrency: 2,
  longestDelaySeconds: 600,
};

const unsigned = z.object({ mail: z.uuid(), outcome: z.enum(['missing', 'declined', 'voided']) });
export type UnsignedOutcome = z.output<typeof unsigned>['outcome'];

/** Tells an applicant who was promised an email that there is no signature. `mail` identifies the email. */
export const mailUnsigned: JobDeclaration<z.output<typeof unsigned>> = {
  name: 'mail-unsigned',
  payload: unsigned,
  tries: 50,
  seconds: 60,
  concurrency: 2,
  longestDelaySeconds: 600,
};

export function documentJobs(services: Services) {
  const { db, clock, lender } = services;
  return [
    handle(sendDocumentsJob, {
      async run({ mail, generation }, { applicationId }) {
        const { state } = await readApplication(db, applicationId);
        // The documents were signed or declined meanwhile, so there is nothing left to sign.
        if (!isAllowed(state, 'signature')) return async () => {};
        await createEnvelope(services, applicationId);
        await followSigner(services, applicationId);
        const envelope = await readEnvelope(services, applicationId);
        if (envelope === undefined) throw new Error('The envelope is gone.');
        // The applicant gave another address meanwhile, which has its own email.
        if (generation !== undefined && generation !== envelope.generation) return async () => {};
        const about = {
          applicationId,
          operation: 'documents',
          id: `documents.${mail}`,
          to: envelope.mailedTo,
        };
        await mailOnce(services, about, ({ firstName }) =>
          documentsEmail(lender, {
            firstName,
            link: documentsLink(services, applicationId, envelope.generation),
            expires: envelope.linkExpiresAt,
          }),
        );
        return async (tx) => {
          await saveDelivery(tx, applicationId, envelope.generation, 'mailed');
          await audit(tx, clock, { applicationId }, { type: 'documents-mailed' });
        };
      },
      onExhausted:
        ({ generation = 1 }, { applicationId }) =>
        async (tx) => {
          await saveDelivery(tx, applicationId, generation, 'failed');
        },
    }),

    handle(mailUnsigned, {
      async run({ mail, outcome }, { applicationId }) {
        const about = { applicationId, operation: 'unsigned', id: `unsigned.${mail}` };
        await mailOnce(services, about, ({ firstName }) =>
          unsignedDocumentsEmail(lender, {
            firstName,
            outcome,
            link: resumeLink(services, applicationId),
            days: mailedLinkDays,
          }),
        );
        return async () => {};
      },
    }),

    handle(mailSignedCopy, {
      async run(_, { applicationId }) {
        const copy = await readSignedCopy(services, applicationId);
        if (copy === undefined) throw new Error('There is no signed copy to mail.');
        const about = { applicationId, operation: 'signed-copy', id: `signed-copy.${applicationId}` };
        await mailOnce(services, about, ({ firstName }) => ({
          ...signedDocumentsEmail(lender, { firstName }),
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
    }),
  ];
}
