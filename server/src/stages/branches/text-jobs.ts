// Reports each text that an applicant sent to the branch to the core system, with its case.
import { reportText } from '../../journey/jobs.ts';
import { audit } from '../../records/audit.ts';
import { deleteReceivedText, findReceivedText } from '../../records/texts.ts';
import type { Services } from '../../services.ts';
import { coreJob } from '../../vendors/core-job.ts';
import { callBy, isClosedLocked, openCase } from './cases.ts';

export function branchTextJobs(services: Services) {
  const { db, vault, clock } = services;
  return [
    coreJob(services, reportText, async ({ text: messageId }, applicationId) => {
      const received = await findReceivedText(db, vault, messageId);
      if (received === undefined) return undefined;
      const { text, receivedAt } = received;
      return {
        call: 'addMessage',
        id: await openCase(services, applicationId, 'text-received', callBy(services, receivedAt)),
        json: { messageId, text, receivedAt: receivedAt.toISOString() },
        key: `case-message:${messageId}`,
        isCalledOff: (tx) => isClosedLocked(tx, applicationId),
        async done(tx) {
          await deleteReceivedText(tx, messageId);
          await audit(tx, clock, { applicationId }, { type: 'text-reported' });
        },
      };
    }),
  ];
}
