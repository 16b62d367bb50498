// Texts besides codes: requested reminders, decisions that the applicant waited for, and payments. Only with the consent to texts,
// and never to a phone whose last reply was STOP (47 CFR 64.1200(a)(10)).
import * as z from 'zod';
import { emailRetries } from '../../journey/jobs.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { declareJob } from '../../platform/jobs/job-declaration.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { shortLivedCalls } from '../../platform/jobs/short-lived-calls.ts';
import { isUsPhone } from '../../platform/us-phones.ts';
import { knownLookups } from '../../records/applicant-fields.ts';
import { readApplicantField } from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import { hasAgreedToTexts } from '../../records/consents.ts';
import { findDisbursement } from '../../records/disbursements.ts';
import {
  countOtherTexts,
  hasStoppedTexts,
  insertText,
  saveTextSent,
  saveTextStatus,
} from '../../records/texts.ts';
import type { Services } from '../../services.ts';
import { textPaths } from '../../vendors/text-messages.ts';
import { textOf } from '../../wording/texts.ts';

/** `text` identifies the message: it is sent once, however often the job runs. */
const payload = z.object({
  about: z.enum([
    'reminder',
    'money',
    'decision-ready',
    'phone-changing',
    'deposit-changed',
    'autopay-on',
    'autopay-changed',
  ]),
  text: z.uuid(),
});

export const sendText = declareJob('send-text', { ...emailRetries, tries: 20 }, payload);

export function textJobs(services: Services) {
  const { db, vault, clock, lender, config, vendorCalls, vendors } = services;
  /** Undefined if the money was returned before the text about it could be sent. */
  const bodyOf = async (about: z.output<typeof payload>['about'], id: ApplicationId) => {
    if (about !== 'money') return textOf[about](lender.brand);
    const paid = await findDisbursement(db, id);
    return paid && textOf.money(lender.brand, paid.effective_on);
  };
  return [
    handle(sendText, {
      async run({ about, text: id }, { applicationId }) {
        const to = await readApplicantField(db, vault, applicationId, 'phone');
        const mayText =
          isUsPhone(to) &&
          (await hasAgreedToTexts(db, applicationId)) &&
          (await countOtherTexts(db, applicationId, id)) < lender.textMessages.mostPerApplication &&
          !(await hasStoppedTexts(db, knownLookups.phone(vault, to)));
        if (!mayText) return async () => {};
        const body = await bodyOf(about, applicationId);
        if (body === undefined) return async () => {};
        await insertText(db, clock, { id, applicationId, about });
        const sent = await vendorCalls.call({
          vendor: vendors.textMessages.vendor,
          operation: shortLivedCalls.textCodes.sendText,
          key: `text:${id}`,
          applicationId,
          timeoutSeconds: 10,
          onUnknownOutcome: {
            rule: 'look-up',
            find: () => vendors.textMessages.find({ to, body }, clock.now()),
          },
          perform: () =>
            vendors.textMessages.send({
              to,
              body,
              statusUrl: `${config.publicUrl}${textPaths.status}/${id}`,
            }),
        });
        return async (tx) => {
          if ('refused' in sent)
            return void (await saveTextStatus(tx, clock, { id }, 'refused', sent.refused));
          await saveTextSent(tx, clock, id, sent.vendorId);
          await audit(tx, clock, { applicationId }, { type: 'text-sent', about });
        };
      },
    }),
  ];
}
