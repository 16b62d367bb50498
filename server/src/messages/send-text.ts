// Texts besides codes: only with the consent to texts, and never to a phone whose last reply was STOP (47 CFR 64.1200(a)(10)).
import type { ApplicationId, Tables } from '../platform/db/tables.ts';
import type { Outcome } from '../platform/jobs/jobs.ts';
import { shortLivedCalls } from '../platform/jobs/short-lived-calls.ts';
import { isUsPhone } from '../platform/us-phones.ts';
import { knownLookups } from '../records/applicant-fields.ts';
import { readApplicantField } from '../records/applicants.ts';
import { audit } from '../records/audit.ts';
import { hasAgreedToTexts } from '../records/consents.ts';
import {
  countOtherTexts,
  hasStoppedTexts,
  insertText,
  saveTextSent,
  saveTextStatus,
} from '../records/texts.ts';
import type { Services } from '../services.ts';
import { textPaths } from '../vendors/text-messages.ts';

export interface TextMessage {
  readonly about: Exclude<Tables['text_message']['about'], 'code'>;
  /** Names the text: it is sent once, however often its job runs. */
  readonly id: string;
  readonly body: string;
}

export async function sendTextMessage(
  { db, vault, clock, lender, config, vendorCalls, vendors }: Services,
  applicationId: ApplicationId,
  { about, id, body }: TextMessage,
): Promise<Outcome> {
  const to = await readApplicantField(db, vault, applicationId, 'phone');
  const mayText =
    isUsPhone(to) &&
    (await hasAgreedToTexts(db, applicationId)) &&
    (await countOtherTexts(db, applicationId, id)) < lender.textMessages.mostPerApplication &&
    !(await hasStoppedTexts(db, knownLookups.phone(vault, to)));
  if (!mayText) return async () => {};
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
      vendors.textMessages.send({ to, body, statusUrl: `${config.publicUrl}${textPaths.status}/${id}` }),
  });
  return async (tx) => {
    if ('refused' in sent) return void (await saveTextStatus(tx, clock, { id }, 'refused', sent.refused));
    await saveTextSent(tx, clock, id, sent.vendorId);
    await audit(tx, clock, { applicationId }, { type: 'text-sent', about });
  };
}
