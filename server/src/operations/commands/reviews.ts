// The decisions of `ops holds` about a review: their arguments, and a sentence about the effect of each.
import { C1_REASONS } from '#lender/schema/adverse-action.ts';
import type { Word } from '../../commands/command.ts';
import { isReason } from '../../notices/adverse-action.ts';
import { type Db, type Tx, transact } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { SetupError } from '../../platform/failure.ts';
import { operatorName } from '../../platform/operator.ts';
import { type Hold, type Resolver, readEvidence } from '../../records/holds.ts';
import type { With } from '../../services.ts';
import { alertPhones, recordCall, type Unchanged } from '../holds/review.ts';

export const reasonCodes: Word<readonly string[]> = {
  shown: 'code[,code]',
  read: (typed) => readReasonCodes(typed.split(',')),
};

/** One to four of form C-1's reasons, or none. */
export function readReasonCodes(reasons: readonly string[]): readonly string[] {
  if (reasons.length > 4 || !reasons.every(isReason))
    throw new SetupError(`Give one to four of these reasons: ${C1_REASONS.join(', ')}.`);
  return reasons;
}

export function whyUnchanged(unchanged: Unchanged, id: ApplicationId): string {
  switch (unchanged) {
    case 'moved':
      return `Application ${id} doesn't wait for this review anymore, so nothing changed.`;
    case 'not-called':
      throw new SetupError(
        'An alert is on the credit file. Call its number first, and record the call: ops holds call <id> --result confirmed --note "who said what"',
      );
    case 'expired':
      return `The offers of application ${id} have expired, so no hard pull is made and nothing changed. The person may apply again. Settle this one with ops notices settled.`;
    case 'applied-again':
      return `The person of application ${id} has applied again, so nothing changed. Settle this one with ops notices settled.`;
    case 'no-terms':
      return `The policy has no such terms for application ${id}, so nothing changed. Release it, ask for more or refuse it.`;
    case 'no-reasons':
      throw new SetupError(`Give your reasons after --reason, one to four of: ${C1_REASONS.join(', ')}.`);
    case 'no-note':
      throw new SetupError(
        `A hold of application ${id} is open and is refused with it. Say why after --note.`,
      );
    case 'cannot-send':
      return `Nothing is missing that the applicant of application ${id} could send, so nothing changed. Decide it with ops holds or ops notices deny.`;
  }
}

export const resolverOf = (note: string): Resolver => ({ by: operatorName() ?? 'an operator', note });

export const resolvedBefore = ({ id }: Hold) => `Hold ${id} was already resolved, so nothing changed.`;

/** Changes the application, and returns `done` or why nothing changed. */
export async function review(
  db: Db,
  hold: Hold,
  change: (tx: Tx) => Promise<Unchanged | undefined>,
  done: string,
): Promise<string> {
  if (hold.resolution !== null) return resolvedBefore(hold);
  const unchanged = await transact(db, change);
  return unchanged ? whyUnchanged(unchanged, hold.applicationId) : done;
}

/** The number is that of the alert if left out. */
export async function recordReviewCall(
  services: With<'db' | 'clock' | 'vault'>,
  hold: Hold,
  {
    number: called,
    ...call
  }: Omit<Parameters<typeof recordCall>[3], 'number'> & { readonly number: string | undefined },
): Promise<string> {
  if (hold.resolution !== null) return resolvedBefore(hold);
  const { db, vault } = services;
  const phones = alertPhones(await readEvidence(db, vault, hold.id));
  const number = called ?? phones[0];
  if (number === undefined)
    throw new SetupError('The alert names no phone number. Give the one that you called after --number.');
  if (phones.length > 0 && !phones.includes(number))
    throw new SetupError(`Call the number that the alert names: ${phones.join(' or ')}.`);
  if (!(await transact(db, (tx) => recordCall(tx, services, hold, { ...call, number }))))
    return resolvedBefore(hold);
  return call.result === 'confirmed'
    ? 'Recorded. You can release the application now.'
    : 'Recorded. The application still waits.';
}
