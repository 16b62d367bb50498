// Notifies applicants of a change that someone else may have made: of the phone that gets the text codes, and of the accounts that money
// goes to and comes from.
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { emailRetries } from '../../journey/jobs.ts';
import type { TextAbout } from '../../platform/db/column-types.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { declareJob } from '../../platform/jobs/job-declaration.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { audit } from '../../records/audit.ts';
import type { Services, With } from '../../services.ts';
import { changeEmail } from '../../wording/emails.ts';
import { emailOnce } from './email-once.ts';
import { sendText } from './texts.ts';

/** `change` identifies one change; its email is sent once, even after a crash. */
const emailChange = declareJob(
  'email-change',
  emailRetries,
  z.object({ what: z.enum(['phone', 'deposit']), change: z.uuid() }),
);

/** Emails and texts a change. The earlier phone got a text when it was about to change. */
export async function notifyOfChange(
  tx: Tx,
  services: With<'jobs'>,
  id: ApplicationId,
  what: 'phone' | 'deposit',
): Promise<void> {
  await services.jobs.enqueue(tx, emailChange, id, { what, change: randomUUID() });
  if (what !== 'phone') await textOfChange(tx, services, id, 'deposit-changed');
}

/** Texts a change that has an email of its own. */
export async function textOfChange(
  tx: Tx,
  { jobs }: With<'jobs'>,
  id: ApplicationId,
  about: Exclude<TextAbout, 'code' | 'reminder' | 'money' | 'decision-ready'>,
): Promise<void> {
  await jobs.enqueue(tx, sendText, id, { about, text: randomUUID() });
}

export function changeJobs(services: Services) {
  return [
    handle(emailChange, {
      async run({ what, change }, { applicationId }) {
        const about = { applicationId, operation: `${what}-changed`, id: `${what}-changed.${change}` };
        await emailOnce(services, about, ({ firstName }) =>
          changeEmail(services.lender, { firstName, what }),
        );
        return (tx) => audit(tx, services.clock, { applicationId }, { type: 'change-emailed', what });
      },
    }),
  ];
}
