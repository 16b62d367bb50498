// What an applicant still has to send us before we can decide, and the outcome once it is all here.
import type { UploadKind } from '#contract/uploads.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { findNotice, startNoticePeriod } from '../records/notices.ts';
import { uploadsOf } from '../records/uploads.ts';
import { missingVehicleDocuments, vehiclePapersOf } from '../records/vehicle-checks.ts';
import { readChecks } from '../records/verifications.ts';
import type { With } from '../services.ts';
import { type AskedItem, itemOfUpload, type MissingItem } from '../wording/incomplete-notice.ts';
import { type Application, readApplication, updateApplication } from './applications.ts';
import { permissionsOf, stateOf } from './chart.ts';
import { deadlineOf, decisionEnds, endsAtDeadline } from './deadlines.ts';
import type { AdverseNotice, ManualReview, Missing } from './required-notices.ts';

/** The documents that an operator may request by name. */
const kindOf = Object.fromEntries(
  Object.entries(itemOfUpload).map(([kind, item]) => [item, kind]),
) as Readonly<Partial<Record<string, UploadKind>>>;

const kindsOf = (items: readonly MissingItem[]) => items.flatMap((item) => kindOf[item] ?? []);

/** What a notice has as its basis when it requests these documents. */
export const basisOfDocuments = (kinds: readonly UploadKind[]): string =>
  kinds.map((kind) => itemOfUpload[kind]).join(',');

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

/** What an operator requested, or what would verify what the bank did not; without a comparison, the identity and the residence. */
export async function wantedDocuments(db: Db, { id, state }: Application): Promise<readonly UploadKind[]> {
  const papers = await vehiclePapersOf(db, id);
  if (papers !== undefined) return papers;
  const requested = await requestedOf(db, id);
  if (requested !== undefined) return kindsOf(requested.items);
  if (stateOf(state).heldFor === 'identity') return ['photo-id', 'bill'];
  const checks = await readChecks(db, id);
  return (['photo-id', 'pay-stub', 'bill'] as const).filter((kind) => checks?.[checkOf[kind]] !== true);
}

/** The documents that verify an applicant, and what each does. */
export const checkOf = { 'photo-id': 'identity', 'pay-stub': 'income', bill: 'residence' } as const;

export interface Stipulation {
  readonly item: AskedItem;
  readonly status: 'open' | 'received' | 'accepted';
  readonly until?: Date | undefined;
}

/** All that the lender asks of the applicant: documents, a signature, a call. */
export async function stipulationsOf(db: Db, application: Application): Promise<readonly Stipulation[]> {
  const { id, state } = application;
  const { signing, branchCalls, phase } = stateOf(state);
  const [wanted, missing, files, accepted = []] = await Promise.all([
    wantedDocuments(db, application),
    missingDocuments(db, application),
    uploadsOf(db, id),
    vehiclePapersOf(db, id, 'released'),
  ]);
  const isAsking =
    permissionsOf(application).actions.has('uploads') && (phase !== 'ended' || missing.length > 0);
  const until = deadlineOf(application, 'documents', 'offers', 'papers');
  return [
    ...(isAsking ? wanted : []).flatMap((kind): readonly Stipulation[] => {
      const item = itemOfUpload[kind];
      if (missing.includes(kind)) return [{ item, status: 'open', until }];
      const isHere = files.some((file) => file.kind === kind && file.handedInAt !== null);
      return isHere ? [{ item, status: 'received' }] : [];
    }),
    ...accepted.map((kind): Stipulation => ({ item: itemOfUpload[kind], status: 'accepted' })),
    ...(signing === 'open' && phase === 'live'
      ? [{ item: 'signature', status: 'open', until: deadlineOf(application, 'approval') } as const]
      : []),
    ...(branchCalls ? [{ item: 'call', status: 'open' } as const] : []),
  ];
}

/** The documents that are still to be sent. */
export async function documentsAsked(db: Db, application: Application): Promise<readonly AskedItem[]> {
  const asked = (await stipulationsOf(db, application)).filter(({ status }) => status === 'open');
  return asked.flatMap(({ item }) => (item === 'signature' || item === 'call' ? [] : [item]));
}

function missingIn(state: Application['state']): Missing | undefined {
  const { requiredNotice: required } = stateOf(state);
  const adverse = required.notice === 'manual-review' ? required.otherwise : undefined;
  return adverse?.notice === 'incomplete' ? adverse.missing : undefined;
}

/** With all documents, a decision is due within the law's time. A step-up no longer expires, and offers not before that decision. */
export async function recordDocumentsComplete(tx: Tx, services: With<'clock' | 'lender'>, id: ApplicationId) {
  const { state, deadline } = await readApplication(tx, id);
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
  const unverified = (['photo-id', 'bill', 'pay-stub'] as const).filter((kind) => !checks?.[checkOf[kind]]);
  return unverified.map((kind) => itemOfUpload[kind]);
}
