// What an applicant still owes us before we can decide, and the outcome once it is all here.
import type { ManualReview, Missing, Refusal } from '../../journey/required-notices.ts';
import type { Db } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { uploadsOf } from '../../records/uploads.ts';
import { readChecks } from '../../records/verifications.ts';
import type { MissingItem } from '../../wording/incomplete-notice.ts';

/** The items that are still missing, or all of them if none is: a notice of incompleteness must name some. */
export async function missingItems(
  db: Db,
  id: ApplicationId,
  missing: Missing,
): Promise<readonly MissingItem[]> {
  const wanted = await wantedItems(db, id, missing);
  const left = await notHandedIn(db, id, wanted);
  return left.length > 0 ? left : wanted;
}

/**
 * With all documents handed in, the application is complete, so a notice of incompleteness no longer meets the deadline (12 CFR
 * 1002.9(a)(1)(i), (c)(2)): without a review, what we could not verify is denied. Undefined if only a reviewer decides.
 */
export async function refusalInTime(
  db: Db,
  id: ApplicationId,
  { otherwise, denial: basis }: ManualReview,
): Promise<Refusal | undefined> {
  if (otherwise?.notice !== 'incomplete' || basis === undefined) return otherwise;
  const left = await notHandedIn(db, id, await wantedItems(db, id, otherwise.missing));
  return left.length > 0 ? otherwise : { notice: 'denial', basis };
}

const kinds: Readonly<Partial<Record<MissingItem, string>>> = {
  'photo-id': 'photo-id',
  'proof-of-address': 'bill',
  'proof-of-income': 'pay-stub',
};

async function notHandedIn(
  db: Db,
  id: ApplicationId,
  items: readonly MissingItem[],
): Promise<readonly MissingItem[]> {
  const files = await uploadsOf(db, id);
  const here = new Set<string>(files.filter(({ handInId }) => handInId !== null).map(({ kind }) => kind));
  return items.filter((item) => !here.has(kinds[item] ?? ''));
}

async function wantedItems(db: Db, id: ApplicationId, missing: Missing): Promise<readonly MissingItem[]> {
  if (missing === 'identity-documents') return ['photo-id', 'proof-of-address'];
  if (missing !== 'verification-documents') return [missing];
  const checks = await readChecks(db, id);
  return [
    ...(checks?.identity ? [] : ['photo-id' as const]),
    ...(checks?.residence ? [] : ['proof-of-address' as const]),
    ...(checks?.income ? [] : ['proof-of-income' as const]),
  ];
}
