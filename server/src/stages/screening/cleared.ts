// The points that a reviewer cleared, so that they are not raised again.
import { daysAfter } from '../../platform/clock.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { knownLookups } from '../../records/applicant-fields.ts';
import { applicationsOfSsn, readApplicant } from '../../records/applicants.ts';
import { clearedPointsOf } from '../../records/holds.ts';
import { isSamePerson } from '../../records/person.ts';
import type { With } from '../../services.ts';

/** The point that a check of the bank's data raises. */
export const bankPoint = (check: 'identity' | 'residence' | 'income') => `bank/${check}`;

/** How long a point stays cleared in later applications of the same person. */
const clearedDays = 30;

/**
 * Also counts another application of the person, with the same phone only: a thief who knows the
 * identifiers must not borrow on what the person confirmed.
 */
export async function clearedPoints({ db, vault, clock }: With<'db' | 'vault' | 'clock'>, id: ApplicationId) {
  const applicant = await readApplicant(db, vault, id);
  const others: ApplicationId[] = [];
  for (const other of await applicationsOfSsn(db, knownLookups.ssn(vault, applicant.ssn))) {
    if (other === id || (await clearedPointsOf(db, [other])).length === 0) continue;
    const theirs = await readApplicant(db, vault, other);
    if (isSamePerson(theirs, applicant) && theirs.phone === applicant.phone) others.push(other);
  }
  const since = daysAfter(clock.now(), -clearedDays);
  return new Set([...(await clearedPointsOf(db, [id])), ...(await clearedPointsOf(db, others, since))]);
}
