// Reports each text that an applicant sent to the branch to the core system, with its case.
import { reportText } from '../../journey/jobs.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { audit } from '../../records/audit.ts';
import { deleteReceivedText, findReceivedText } from '../../records/texts.ts';
import type { Services } from '../../services.ts';
import { keyedCoreCall } from '../../vendors/core.ts';
import { callBy, isClosedLocked, openCase } from './cases.ts';

export function branchTextJobs(services: Services) {
  const { db, vault, clock, vendorCalls, vendors } = services;
  return [
    handle(reportText, {
      async run({ text: messageId }, { applicationId }) {
        const received = await findReceivedText(db, vault, messageId);
        if (received === undefined) return async () => {};
        const { text, receivedAt } = received;
        const caseId = await openCase(services, applicationId, 'text-received', callBy(services, receivedAt));
        const key = `case-message:${messageId}`;
        await vendorCalls.call({
          ...keyedCoreCall,
          operation: 'add-message',
          key,
          applicationId,
          isCalledOff: (tx) => isClosedLocked(tx, applicationId),
          perform: async (signal) => {
            const message = { messageId, text, receivedAt: receivedAt.toISOString() };
            await vendors.core.addMessage(caseId, message, key, signal);
            return {};
          },
        });
        return async (tx) => {
          await deleteReceivedText(tx, messageId);
          await audit(tx, clock, { applicationId }, { type: 'text-reported' });
        };
      },
    }),
  ];
}
