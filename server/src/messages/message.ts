// A message to a person, declared once. The transaction that makes it due enqueues it, or `reminders.ts` by the clock.
import type { ApplicationId, Tables } from '../platform/db/tables.ts';
import { shortLivedCalls } from '../platform/jobs/call-records.ts';
import type { JobDeclaration } from '../platform/jobs/job-declaration.ts';
import { handle, type Outcome, type Registered } from '../platform/jobs/jobs.ts';
import { isUsPhone } from '../platform/us-phones.ts';
import { knownLookups } from '../records/applicant-fields.ts';
import { readApplicantField } from '../records/applicants.ts';
import { type AuditEvent, audit } from '../records/audit.ts';
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
import { type EmailMessage, sendEmail } from './send-email.ts';

interface WrittenEmail extends EmailMessage {
  readonly audited?: AuditEvent;
  /** What else follows, and what the job writes at its end. */
  readonly afterwards?: (how: 'sent' | 'refused') => Promise<Outcome>;
}

interface TextMessage {
  readonly about: Exclude<Tables['text_message']['about'], 'code'>;
  /** Names the text: it is sent once, however often its job runs. */
  readonly id: string;
  readonly body: string;
  /** The phone, if not the one on file. */
  readonly to?: string;
}

export const givesUpAfterRestore = { afterRestore: 'give-up' } as const;

export interface Message<P extends object> extends JobDeclaration<P> {
  /** After a restored backup. `give-up`: it may have been sent since, so an operator decides whether it is sent again. */
  readonly afterRestore: 'give-up' | 'repeat';
  /** Undefined, or only what the job writes, if there is nothing to say anymore. */
  readonly write: (
    services: Services,
    id: ApplicationId,
    payload: P,
    attempt: number,
  ) => Promise<WrittenEmail | TextMessage | Outcome | undefined>;
}

// biome-ignore lint/suspicious/noExplicitAny: each message has a payload of its own.
export type AnyMessage = Message<any>;

/** A message that is not sent again after a restored backup. */
export const message = <P extends object>(
  declaration: JobDeclaration<P>,
  write: Message<P>['write'],
): Message<P> => ({ ...declaration, ...givesUpAfterRestore, write });

export const sending = (services: Services, messages: readonly AnyMessage[]): readonly Registered[] =>
  messages.map((declared) =>
    handle(declared, {
      async run(payload, { applicationId, attempt }) {
        const written = await declared.write(services, applicationId, payload, attempt);
        if (written === undefined) return async () => {};
        if (typeof written === 'function') return written;
        if ('body' in written) return sendTextMessage(services, applicationId, written);
        const how = await sendEmail(services, applicationId, written);
        const { audited, afterwards } = written;
        if (afterwards) return afterwards(how);
        return async (tx) => audited && audit(tx, services.clock, { applicationId }, audited);
      },
    }),
  );

/** Texts besides codes: only with the consent to texts, and never to a phone whose last reply was STOP (47 CFR 64.1200(a)(10)). */
async function sendTextMessage(
  { db, vault, clock, lender, config, vendorCalls, vendors }: Services,
  applicationId: ApplicationId,
  { about, id, body, to: phone }: TextMessage,
): Promise<Outcome> {
  const to = phone ?? (await readApplicantField(db, vault, applicationId, 'phone'));
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
    onUnknownOutcome: { rule: 'look-up', find: () => vendors.textMessages.find({ to, body }, clock.now()) },
    perform: () =>
      vendors.textMessages.send({ to, body, statusUrl: `${config.publicUrl}${textPaths.status}/${id}` }),
  });
  return async (tx) => {
    if ('refused' in sent) return void (await saveTextStatus(tx, clock, { id }, 'refused', sent.refused));
    await saveTextSent(tx, clock, id, sent.vendorId);
    await audit(tx, clock, { applicationId }, { type: 'text-sent', about });
  };
}
