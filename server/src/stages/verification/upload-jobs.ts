// The job after documents are handed in: the core system gets each file with its case once.
import * as z from 'zod';
import { longRetries } from '../../journey/jobs.ts';
import { declareJob } from '../../platform/jobs/job-declaration.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { audit } from '../../records/audit.ts';
import { uploadsOf } from '../../records/uploads.ts';
import type { Services } from '../../services.ts';
import { keyedCoreCall } from '../../vendors/core/core.ts';
import { isClosedLocked, openCase } from '../branches/cases.ts';

/** The applicant expects a review of the documents, so the job retries for days before it alerts an operator. */
export const sendUploads = declareJob(
  'send-uploads',
  { ...longRetries, seconds: 15 * 60 },
  z.object({ handIn: z.uuid() }),
);

export function uploadJobs(services: Services) {
  const { db, clock, vendorCalls, vendors, blobs } = services;
  return [
    handle(sendUploads, {
      async run({ handIn }, { applicationId }) {
        const files = (await uploadsOf(db, applicationId)).filter(({ handInId }) => handInId === handIn);
        const at = files[0]?.handedInAt;
        if (!at) return async () => {};
        const caseId = await openCase(services, applicationId, 'documents-uploaded', { since: at });
        for (const file of files) {
          const key = `upload:${file.id}`;
          const ofKind = files.filter(({ kind }) => kind === file.kind);
          let content: Buffer = Buffer.alloc(0);
          await vendorCalls.call({
            ...keyedCoreCall,
            operation: 'attach-document',
            key,
            applicationId,
            timeoutSeconds: 30,
            isCalledOff: (tx) => isClosedLocked(tx, applicationId),
            prepare: async () => {
              content = await blobs.read(file.content);
            },
            perform: async (signal) => {
              const document = {
                documentId: file.id,
                kind: file.kind,
                file: ofKind.indexOf(file) + 1,
                files: ofKind.length,
                contentType: file.contentType,
                contentBase64: content.toString('base64'),
                sha256: file.sha256,
                receivedAt: at.toISOString(),
              };
              return vendors.core.attachDocument(caseId, document, key, signal);
            },
          });
        }
        return (tx) => audit(tx, clock, { applicationId }, { type: 'documents-sent', files: files.length });
      },
    }),
  ];
}
