import type { ApplicationId } from '../platform/db/tables.ts';
import type { With } from '../services.ts';
import type { CodePhone } from '../vendors/text-messages.ts';
import { readApplicant, readApplicantField } from './applicants.ts';
import { hasEnteredCode } from './audit.ts';

/** The phone that a text code goes to: a new one, unless the applicant must first prove who they are. */
export async function codePhoneOf(
  { db, vault }: With<'db' | 'vault'>,
  id: ApplicationId,
  isReturning: boolean,
): Promise<CodePhone> {
  const { phone: onFile, newPhone } = await readApplicant(db, vault, id);
  const phone = isReturning ? onFile : (newPhone ?? onFile);
  return { phone, isConfirmed: phone === onFile && (await hasEnteredCode(db, id)) };
}

/** Whether a phone is the one that the application's applicant proved to have. */
export const isConfirmedPhone = async (
  { db, vault }: With<'db' | 'vault'>,
  id: ApplicationId,
  phone: string,
) => (await hasEnteredCode(db, id)) && (await readApplicantField(db, vault, id, 'phone')) === phone;
