// Voids an envelope exactly once. An expired approval ends only then, and an earlier signature wins over it.
import { readApplication } from '../../journey/applications.ts';
import { stateOf } from '../../journey/chart.ts';
import { canHappen } from '../../journey/guard.ts';
import { voidEnvelope } from '../../journey/jobs.ts';
import { tryMove } from '../../journey/move.ts';
import type { StateFacets } from '../../journey/state-declaration.ts';
import type { RegisteredEffect } from '../../platform/jobs/job-declaration.ts';
import { isUnderway } from '../../platform/jobs/job-records.ts';
import { handle, RetryLater } from '../../platform/jobs/jobs.ts';
import { readEnvelope, saveFinalStatus } from '../../records/envelopes.ts';
import type { Services } from '../../services.ts';
import { isFinal } from '../../vendors/signature.ts';
import { withdrawalText } from '../../wording/withdrawal-receipt.ts';
import { checkEnvelopeStatus, requestIfDue } from './envelope-status.ts';
import { sendDocumentsJob } from './jobs.ts';

/** The signer sees one of these at the signing service. */
const voidedReasons: { readonly [W in StateFacets['withdrawn']]?: string } = {
  application: withdrawalText.voidedReason,
  approval: 'The approval of this loan was withdrawn.',
};
const expiredReason = 'The approval of this loan has expired.';

/** The envelope must not be signed anymore. */
export const enqueueVoiding: RegisteredEffect = async (tx, { jobs }, { id }) =>
  (await isUnderway(tx, id, voidEnvelope.name)) ? undefined : jobs.enqueue(tx, voidEnvelope, id, {});

export function voidingJobs(services: Services) {
  const { db, jobs, vendorCalls, vendors } = services;
  return [
    handle(voidEnvelope, {
      async run(_, { applicationId }) {
        const application = await readApplication(db, applicationId);
        const expires = canHappen(application, 'expired');
        const voidedReason =
          voidedReasons[stateOf(application.state).withdrawn] ?? (expires ? expiredReason : undefined);
        if (voidedReason === undefined) return async () => {};
        // The envelope may be in creation at this moment.
        if (await isUnderway(db, applicationId, sendDocumentsJob.name))
          throw new RetryLater('The documents are being sent.');
        const saved = await readEnvelope(services, applicationId);
        const envelopeId = saved?.envelopeId ?? (await find())?.envelopeId;
        if (envelopeId !== undefined) {
          const { wasOver } = await voidAtVendor(envelopeId, voidedReason);
          const status = wasOver ? await finalStatus() : 'voided';
          if (status === undefined) throw new RetryLater('How the envelope ended is not known yet.');
          if (status === 'completed')
            return async (tx) => {
              await saveFinalStatus(tx, applicationId, status);
              if (expires && !(await isUnderway(tx, applicationId, checkEnvelopeStatus.name)))
                await jobs.enqueue(tx, checkEnvelopeStatus, applicationId, {});
            };
        }
        return async (tx) => {
          if (expires) await tryMove(tx, services, { applicationId }, 'expired');
        };

        function find() {
          return vendors.signatures.find(applicationId, vendors.timeouts.signal(15));
        }
        /** Undefined also while the signed documents are being sealed, and while the status must not be requested. */
        async function finalStatus() {
          if (saved?.envelopeId !== undefined) return (await requestIfDue(services, applicationId)).final;
          const status = (await find())?.status;
          return isFinal(status) ? status : undefined;
        }
        function voidAtVendor(envelopeId: string, reason: string) {
          return vendorCalls.call<{ wasOver?: boolean }>({
            vendor: vendors.signatures.vendor,
            operation: 'void-envelope',
            key: `void-envelope:${envelopeId}`,
            applicationId,
            timeoutSeconds: 15,
            // A repeated void changes nothing.
            onUnknownOutcome: { rule: 'repeat' },
            perform: async (signal) => {
              const how = await vendors.signatures.void(envelopeId, reason, signal);
              return how === 'ended-before' ? { wasOver: true } : {};
            },
          });
        }
      },
    }),
  ];
}
