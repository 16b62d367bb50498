// Asks for the marital status only where a state's law requires notice to the spouse (12 CFR 1002.5(d)(1)).
import type { MaritalStatus } from '#contract/marital-status.ts';
import { cents } from '#finance/money.ts';
import type { Application } from '../../journey/applications.ts';
import { enqueueNotice } from '../../journey/effects.ts';
import { lenderToday } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { fail } from '../../platform/failure.ts';
import { readApplicantField } from '../../records/applicants.ts';
import { readMaritalStatus } from '../../records/marital-status.ts';
import type { With } from '../../services.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import { spouseWording } from '../../wording/spouse-notice.ts';

/** The question with the answer so far; undefined if the form does not have it. */
export async function maritalQuestion(
  services: With<'clock' | 'db' | 'vault' | 'lender'>,
  { id, approved_term: term }: Application,
): Promise<{ readonly answer?: MaritalStatus } | undefined> {
  const { db, vault, lender } = services;
  if (term === null) return undefined;
  const state = await readApplicantField(db, vault, id, 'state');
  const loan = { amount: cents(term.amount), isSecured: term.isAutoSecured };
  if (spouseWording(lender, { state, loan }, lenderToday(services)).length === 0) return undefined;
  const answer = await readMaritalStatus(db, vault, id);
  return answer === undefined ? {} : { answer };
}

/** The answer to save, if any. An answer to a question that the form does not have is dropped. */
export async function requiredAnswer(
  services: With<'clock' | 'db' | 'vault' | 'lender'>,
  application: Application,
  answered?: MaritalStatus,
) {
  const question = await maritalQuestion(services, application);
  if (question === undefined) return undefined;
  return answered ?? question.answer ?? fail('invalid', errorMessages.invalid.maritalStatus, 'maritalStatus');
}

/** Call it in the transaction that makes the loan, so that the letter goes out before any payment is due. */
export async function notifySpouse(tx: Tx, services: With<'jobs' | 'clock' | 'vault'>, id: ApplicationId) {
  const answer = await readMaritalStatus(tx, services.vault, id);
  if (answer?.status !== 'married') return;
  await enqueueNotice(tx, services, id, 'spouse');
}
