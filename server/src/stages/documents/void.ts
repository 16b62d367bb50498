// Voids the envelope of an approval that has run out, exactly once, and then ends the application. A signature that came
// first wins.
import { readApplication } from '../../journey/applications.ts';
import { canHappen } from '../../journey/policy.ts';
import { handle, isUnderway, RetryLater } from '../../platform/jobs/jobs.ts';
import { readEnvelope } from '../../records/envelopes.ts';
import type { Services } from '../../services.ts';
import { endApproval, voidEnvelope } from '../offers/expiry.ts';
import { checkEnvelopeStatus } from './envelope-status.ts';
import { sendDocumentsJob } from './jobs.ts';

/** The signer sees this at the signing service. */
const voidedReason = 'The approval of this loan has expired.';

export function voidingJobs(services: Services) {
  const { db, jobs, vendorCalls, vendors } = services;
  return [
    handle(voidEnvelope, {
      async run(_, { applicationId }) {
        const { state } = await readApplication(db, applicationId);
        if (!canHappen(state, 'approvalExpired')) return async () => {};
        // The envelope may be created at this moment.
        if (await isUnderway(db, applicationId, sendDocumentsJob.name))
          throw new RetryLater('The documents are being sent.');
        const saved = await readEnvelope(services, applicationId);
        const created = saved?.envelopeId === undefined ? await find() : { envelopeId: saved.envelopeId };
        if (created !== undefined) {
          const { envelopeId } = created;
          const status = await vendors.signatures.status(envelopeId, vendors.timeouts.signal(15));
          if (status === 'completed') {
            return async (tx) => {
              if (!(await isUnderway(tx, applicationId, checkEnvelopeStatus.name)))
                await jobs.enqueue(tx, checkEnvelopeStatus, applicationId, {});
            };
          }
          if (status !== 'voided' && status !== 'declined') await voidAtVendor(envelopeId);
        }
        return async (tx) => {
          await endApproval(tx, services, applicationId, 'approvalExpired');
        };

        function find() {
          return vendors.signatures.find(applicationId, vendors.timeouts.signal(15));
        }
        function voidAtVendor(envelopeId: string) {
          return vendorCalls.call({
            vendor: 'docusign',
            operation: 'void-envelope',
            key: `void-envelope:${envelopeId}`,
            applicationId,
            timeoutSeconds: 15,
            onUnknownOutcome: {
              rule: 'look-up',
              find: async (signal) =>
                (await vendors.signatures.status(envelopeId, signal)) === 'voided' ? {} : undefined,
            },
            perform: async (signal) => {
              await vendors.signatures.void(envelopeId, voidedReason, signal);
              return {};
            },
          });
        }
      },
    }),
  ];
}
