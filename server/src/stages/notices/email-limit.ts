import { readApplication } from '../../journey/applications.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import type { LimitName } from '../../platform/http/limits.ts';
import { lookups } from '../../records/applicant-fields.ts';
import { hasEnteredCode } from '../../records/audit.ts';
import type { With } from '../../services.ts';

/** The limit on emails that an applicant requests. Strangers who know the address use up nothing of one whose phone was confirmed. */
export async function emailLimit(
  { db, vault }: With<'db' | 'vault'>,
  id: ApplicationId,
  email: string,
): Promise<[LimitName, string]> {
  const address = lookups.email(vault, email);
  return (await hasEnteredCode(db, id))
    ? ['mail-to-applicant', `${id}:${address}`]
    : ['mail-to-address', `${(await readApplication(db, id)).text_budget}:${address}`];
}
