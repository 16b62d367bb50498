// The job that sends the text code.
import * as z from 'zod';
import { updateTextCodeStatus } from '../../journey/applications.ts';
import { givesUpAfterRestore } from '../../messages/message.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId, TextCodeSending } from '../../platform/db/tables.ts';
import { shortLivedCalls } from '../../platform/jobs/call-records.ts';
import { declareJob } from '../../platform/jobs/job-declaration.ts';
import { wasBegunSince } from '../../platform/jobs/job-records.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { audit } from '../../records/audit.ts';
import { codePhoneOf } from '../../records/code-phone.ts';
import { insertSentCode } from '../../records/texts.ts';
import type { Services } from '../../services.ts';
import type { Sending } from '../../vendors/text-messages.ts';

export const sendTextCode = {
  ...declareJob(
    'send-text-code',
    { tries: 3, seconds: 30, concurrency: 8 },
    z.object({ attempt: z.string(), to: z.enum(['phone', 'new-phone']) }),
  ),
  ...givesUpAfterRestore,
};

export function phoneCheckJobs(services: Services) {
  const { db, clock, vendorCalls, vendors } = services;
  /** Saves the outcome unless the applicant requested the code again meanwhile. */
  const saveOutcome = (tx: Tx, id: ApplicationId, attempt: string, outcome: TextCodeSending['outcome']) =>
    updateTextCodeStatus(tx, id, { attempt, outcome, at: clock.now().toISOString() });
  return [
    handle(sendTextCode, {
      async run({ attempt, to }, { applicationId }) {
        const phone = await codePhoneOf(services, applicationId, to === 'phone');
        const key = `text-code:${applicationId}:${attempt}`;
        const { result: outcome, deliveryId } = await vendorCalls.call<Sending>({
          vendor: vendors.textCodes.vendor,
          operation: shortLivedCalls.textCodes.sendCode,
          key,
          applicationId,
          timeoutSeconds: 10,
          // The vendor resends a valid code; once it accepted one, a repeat would text other digits.
          onUnknownOutcome: {
            rule: 'look-up',
            find: async () =>
              (await wasBegunSince(db, applicationId, shortLivedCalls.textCodes.checkCode, key))
                ? { result: 'sent' as const }
                : undefined,
          },
          perform: () => vendors.textCodes.send(phone, 'text'),
        });
        const write = async (tx: Tx) => {
          if (deliveryId !== undefined) await insertSentCode(tx, clock, applicationId, deliveryId);
          await saveOutcome(tx, applicationId, attempt, outcome);
          await audit(
            tx,
            clock,
            { applicationId },
            outcome === 'sent' ? { type: 'text-code-requested' } : { type: 'text-code-not-sent', outcome },
          );
        };
        return outcome === 'sent' ? write : { failure: write };
      },
      // The page reports the failure and offers to resend the code.
      onExhausted:
        ({ attempt }, { applicationId }) =>
        (tx) =>
          saveOutcome(tx, applicationId, attempt, 'no-answer'),
    }),
  ];
}
