// The decisions of `ops holds` about a review: their arguments, and a sentence about the effect of each.
import { type UploadKind, uploadKinds } from '#contract/uploads.ts';
import { cents, formatUsd } from '#finance/money.ts';
import { C1_REASONS } from '#lender/schema/adverse-action.ts';
import { isReason } from '../notices/adverse-action.ts';
import {
  alertPhones,
  askForMore,
  callResults,
  continueReview,
  decline,
  offerOtherTerms,
  policyOfReview,
  recordCall,
  type Unchanged,
} from '../operations/holds/review.ts';
import { type Tx, transact } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { SetupError } from '../platform/failure.ts';
import { type Hold, readEvidence } from '../records/holds.ts';
import type { With } from '../services.ts';

export const reviewUsage = [
  'For a review (identity, bank or undecided):',
  `  ops holds call <id> --result ${callResults.join(' or ')} --note "who said what" [--number 8015550100]`,
  '  ops holds release <id> --note "why"                   the application continues where it stopped',
  `  ops holds ask <id> [--for ${uploadKinds.join(',')}]   the applicant gets a notice and a link`,
  '  ops holds offer <id> --most 4000 --note "why" --reason code[,code]     a counteroffer, in dollars',
  '  ops holds refuse <id> --note "why" [--reason code[,code]]              a denial with these reasons',
];

export const reviewOptions = {
  note: 'string',
  result: 'string',
  number: 'string',
  for: 'string',
  most: 'string',
  reason: 'string',
} as const;
type Values = { readonly [O in keyof typeof reviewOptions]?: string };

/** Undefined for a verb that every hold has. */
export function reviewRequestOf(verb: string, id: string, values: Values, usage: string) {
  const { note = '', result, number, most } = values;
  if (verb === 'ask') return { verb, id, documents: readDocuments(values.for) } as const;
  if (verb !== 'refuse' && verb !== 'call' && verb !== 'offer') return undefined;
  if (note.trim() === '') throw new SetupError(usage);
  // The hold decides which reasons there are.
  if (verb === 'refuse') return { verb, id, note, reasons: values.reason?.split(',') ?? [] } as const;
  if (verb === 'offer') {
    const reasons = readReasonCodes(values.reason?.split(','));
    if (!/^[1-9]\d{0,5}$/.test(most ?? '')) throw new SetupError(usage);
    return { verb, id, note, reasons, dollars: Number(most) } as const;
  }
  const known = callResults.find((name) => name === result);
  if (known === undefined || (number !== undefined && !/^\d{10}$/.test(number))) throw new SetupError(usage);
  return { verb, id, note, result: known, number } as const;
}
type ReviewRequest = NonNullable<ReturnType<typeof reviewRequestOf>>;

function readDocuments(list: string | undefined): readonly UploadKind[] {
  const named = list === undefined ? [] : list.split(',');
  const kinds = uploadKinds.filter((kind) => named.includes(kind));
  if (kinds.length !== named.length)
    throw new SetupError(`Name documents after --for: ${uploadKinds.join(', ')}.`);
  return kinds;
}

/** One to four of form C-1's reasons, or none. */
export function readReasonCodes(reasons: readonly string[] = []): string[] {
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
  request: ReviewRequest | { readonly verb: 'release'; readonly note: string },
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
      const terms = { most: cents(request.dollars * 100), reasons: request.reasons, policy };
      return change(
        (tx) => offerOtherTerms(tx, services, hold, { by, note: request.note }, terms),
        `Application ${id}: we're offering at most ${formatUsd(terms.most)}, with its notice.`,
      );
    }
    case 'refuse':
      return change(
        (tx) => decline(tx, services, id, { by, note: request.note }, readReasonCodes(request.reasons)),
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
