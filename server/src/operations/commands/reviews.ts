// The decisions of `ops holds` about a review: their arguments, and a sentence about the effect of each.
import type { UploadKind } from '#contract/uploads.ts';
import { cents, formatUsd } from '#finance/money.ts';
import { C1_REASONS } from '#lender/schema/adverse-action.ts';
import type { Word } from '../../commands/command.ts';
import { isReason } from '../../notices/adverse-action.ts';
import { type Tx, transact } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { SetupError } from '../../platform/failure.ts';
import { type Hold, readEvidence } from '../../records/holds.ts';
import type { With } from '../../services.ts';
import {
  alertPhones,
  askForMore,
  type callResults,
  continueReview,
  decline,
  offerOtherTerms,
  policyOfReview,
  recordCall,
  type Unchanged,
} from '../holds/review.ts';

/** What a person decides about a hold. The number of a call is that of the alert if left out. */
export type ReviewRequest =
  | ({ readonly verb: 'release'; readonly note: string } & MilitaryAnswer)
  | { readonly verb: 'ask'; readonly documents: readonly UploadKind[] }
  | { readonly verb: 'refuse'; readonly note: string; readonly reason: Reasons }
  | { readonly verb: 'offer'; readonly note: string; readonly reason: Reasons; readonly most: number }
  | { readonly verb: 'call'; readonly note: string; readonly result: CallResult; readonly number?: Given };
type Reasons = readonly string[] | undefined;
type CallResult = (typeof callResults)[number];
type Given = string | undefined;
interface MilitaryAnswer {
  readonly military: 'covered' | 'not-covered' | undefined;
  readonly certificate: Given;
}

export const reasonCodes: Word<readonly string[]> = {
  shown: 'code[,code]',
  read: (typed) => readReasonCodes(typed.split(',')),
};

/** One to four of form C-1's reasons, or none. */
function readReasonCodes(reasons: readonly string[] = []): string[] {
  if (reasons.length > 4 || !reasons.every(isReason))
    throw new SetupError(`Give one to four of these reasons: ${C1_REASONS.join(', ')}.`);
  return [...reasons];
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

export const resolvedBefore = ({ id }: Hold): string =>
  `Hold ${id} was already resolved, so nothing changed.`;

export async function review(
  services: With<'db' | 'clock' | 'vault' | 'jobs' | 'lender' | 'policies'>,
  hold: Hold,
  request: ReviewRequest,
  by: string,
): Promise<string> {
  const { db } = services;
  const { applicationId: id } = hold;
  if (hold.resolution !== null) return resolvedBefore(hold);
  const change = async (review: (tx: Tx) => Promise<Unchanged | undefined>, done: string) => {
    const unchanged = await transact(db, review);
    return unchanged ? whyUnchanged(unchanged, id) : done;
  };
  switch (request.verb) {
    case 'call':
      return recordReviewCall(services, hold, request, by);
    case 'release':
      return change(
        (tx) => continueReview(tx, services, hold, { by, note: request.note }),
        'Released: the application continues.',
      );
    case 'ask':
      return change(
        (tx) => askForMore(tx, services, id, request.documents),
        `Application ${id}: we'll notify the applicant of what's missing.`,
      );
    case 'offer': {
      const policy = await policyOfReview(services, hold);
      const terms = { most: cents(request.most * 100), reasons: [...(request.reason ?? [])], policy };
      return change(
        (tx) => offerOtherTerms(tx, services, hold, { by, note: request.note }, terms),
        `Application ${id}: we're offering at most ${formatUsd(terms.most)}, with its notice.`,
      );
    }
    case 'refuse':
      return change(
        (tx) => decline(tx, services, id, { by, note: request.note }, readReasonCodes(request.reason)),
        `Application ${id} is denied. We're writing and sending its notice.`,
      );
  }
}

async function recordReviewCall(
  services: With<'db' | 'clock' | 'vault'>,
  hold: Hold,
  { result, note, number: given }: Extract<ReviewRequest, { verb: 'call' }>,
  by: string,
): Promise<string> {
  const { db, vault } = services;
  const phones = alertPhones(await readEvidence(db, vault, hold.id));
  const number = given ?? phones[0];
  if (number === undefined)
    throw new SetupError('The alert names no phone number. Give the one that you called after --number.');
  if (phones.length > 0 && !phones.includes(number))
    throw new SetupError(`Call the number that the alert names: ${phones.join(' or ')}.`);
  if (!(await transact(db, (tx) => recordCall(tx, services, hold, { by, note, number, result }))))
    return resolvedBefore(hold);
  return result === 'confirmed'
    ? 'Recorded. You can release the application now.'
    : 'Recorded. The application still waits.';
}
