// What an applicant still has to send us before we can decide, and the outcome once it is all here.
import type { UploadKind } from '#contract/uploads.ts';
import { type Application, updateApplication } from '../journey/applications.ts';
import { stateOf } from '../journey/chart.ts';
import { decisionEnds, endsAtDeadline } from '../journey/deadlines.ts';
import type { AdverseNotice, ManualReview, Missing } from '../journey/required-notices.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { findNotice, startNoticePeriod } from '../records/notices.ts';
import { uploadsOf } from '../records/uploads.ts';
import { missingVehicleDocuments, vehiclePapersOf } from '../records/vehicle-checks.ts';
import { readChecks } from '../records/verifications.ts';
import type { With } from '../services.ts';
import type { MissingItem } from '../wording/incomplete-notice.ts';

/** The documents that an operator may request by name. */
const itemOf = {
  'photo-id': 'photo-id',
  bill: 'proof-of-address',
  'pay-stub': 'proof-of-income',
  insurance: 'proof-of-insurance',
  title: 'vehicle-title',
} as const satisfies Record<UploadKind, MissingItem>;
const kindOf = Object.fromEntries(Object.entries(itemOf).map(([kind, item]) => [item, kind])) as Readonly<
  Partial<Record<string, UploadKind>>
>;

const kindsOf = (items: readonly MissingItem[]): readonly UploadKind[] =>
  items.flatMap((item) => kindOf[item] ?? []);

/** What a notice has as its basis when it requests these documents. */
export const basisOfDocuments = (kinds: readonly UploadKind[]): string =>
  kinds.map((kind) => itemOf[kind]).join(',');

/** Undefined if the basis names something else. */
function documentsIn(basis: string | null): readonly MissingItem[] | undefined {
  const items = basis?.split(',') ?? [];
  return items.length > 0 && items.every((item) => item in kindOf) ? (items as MissingItem[]) : undefined;
}

/** The items that are still missing, or all of them if none is: a notice of incompleteness must name some. */
export async function missingItems(db: Db, id: ApplicationId, basis: string) {
  const requested = documentsIn(basis);
  if (requested !== undefined) return requested;
  const wanted = await wantedItems(db, id, basis as Missing);
  const left = await notHandedIn(db, id, wanted);
  return left.length > 0 ? left : wanted;
}

/** The documents that an operator requested last, and when. Undefined if none did. */
async function requestedOf(db: Db, id: ApplicationId) {
  const notice = await findNotice(db, id, 'incomplete');
  const items = documentsIn(notice?.basis ?? null);
  return notice && items && { items, since: notice.requiredAt };
}

export async function requestedDocuments(db: Db, id: ApplicationId) {
  const requested = await requestedOf(db, id);
  return requested && kindsOf(requested.items);
}

/**
 * A complete application needs a decision (12 CFR 1002.9(a)(1)(i), (c)(2)): without a review, what we could
 * not verify is denied. Undefined if only a reviewer decides.
 */
export async function adverseNoticeInTime(
  db: Db,
  id: ApplicationId,
  { otherwise, denial: basis }: ManualReview,
): Promise<AdverseNotice | undefined> {
  if (otherwise?.notice !== 'incomplete' || basis === undefined) return otherwise;
  // No document takes the place of a credit report.
  if (otherwise.missing === 'credit-report') return otherwise;
  const left = await documentsLeft(db, id, otherwise.missing);
  return left.length > 0 ? otherwise : { notice: 'denial', basis };
}

async function documentsLeft(db: Db, id: ApplicationId, missing: Missing | undefined) {
  const requested = await requestedOf(db, id);
  if (requested !== undefined) return notHandedIn(db, id, requested.items, requested.since);
  return missing === undefined ? [] : notHandedIn(db, id, await wantedItems(db, id, missing));
}

/** The documents that the applicant still has to send: to be verified, or for the vehicle of a signed loan. */
export async function missingDocuments(db: Db, { id, state }: Application): Promise<readonly UploadKind[]> {
  if (await vehiclePapersOf(db, id)) return missingVehicleDocuments(db, id);
  return kindsOf(await documentsLeft(db, id, missingIn(state)));
}

function missingIn(state: Application['state']): Missing | undefined {
  const { requiredNotice: required } = stateOf(state);
  const adverse = required.notice === 'manual-review' ? required.otherwise : undefined;
  return adverse?.notice === 'incomplete' ? adverse.missing : undefined;
}

/** With all documents, a decision is due within the law's time. A step-up no longer expires, and offers not before that decision. */
export async function recordDocumentsComplete(
  tx: Tx,
  services: With<'clock' | 'lender'>,
  application: Application,
): Promise<void> {
  const { id, state, deadline } = application;
  const { requiredNotice, deadline: kind } = stateOf(state);
  if (requiredNotice.notice !== 'manual-review') return;
  if ((await documentsLeft(tx, id, missingIn(state))).length > 0) return;
  await startNoticePeriod(tx, id, services.clock.now());
  // Everything that we waited for is here.
  if (kind === 'documents') return updateApplication(tx, id, { deadline: null });
  const until = decisionEnds(services.lender, services.clock.now());
  if (endsAtDeadline(state) && deadline !== null && deadline < until)
    await updateApplication(tx, id, { deadline: until });
}

async function notHandedIn(db: Db, id: ApplicationId, items: readonly MissingItem[], since?: Date) {
  const files = await uploadsOf(db, id);
  const here = new Set<string>(
    files
      .filter(({ handedInAt }) => handedInAt !== null && (since === undefined || handedInAt >= since))
      .map(({ kind }) => kind),
  );
  return items.filter((item) => !here.has(kindOf[item] ?? ''));
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
