// A message to a person, declared once. The transaction that makes it due enqueues it, or `reminders.ts` by the clock.
import type { ApplicationId } from '../platform/db/tables.ts';
import type { JobDeclaration } from '../platform/jobs/job-declaration.ts';
import { handle, type Outcome, type Registered } from '../platform/jobs/jobs.ts';
import { type AuditEvent, audit } from '../records/audit.ts';
import type { Services } from '../services.ts';
import { type EmailMessage, sendEmail } from './send-email.ts';
import { sendTextMessage, type TextMessage } from './send-text.ts';

interface WrittenEmail extends EmailMessage {
  readonly audited?: AuditEvent;
  /** What else follows, and what the job writes at its end. */
  readonly afterwards?: (how: 'sent' | 'refused') => Promise<Outcome>;
}

/** After a restored backup. `give-up`: it may have been sent since, so an operator decides whether it is sent again. */
interface Restorable {
  readonly afterRestore: 'give-up' | 'repeat';
}
export const givesUpAfterRestore: Restorable = { afterRestore: 'give-up' };

export interface Message<P extends object> extends JobDeclaration<P>, Restorable {
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
