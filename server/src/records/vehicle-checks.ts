// What must be seen before a signed loan that a vehicle secures is funded: the points of its hold, and the document that answers each.
import type { UploadKind } from '#contract/uploads.ts';
import type { Db } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { holdsOf } from './holds.ts';
import { uploadsOf } from './uploads.ts';

/** `title-unknown`: no one has answered yet. `title-owner`: it names someone else. `title-lien`: someone else has a lien. */
export type VehiclePoint = 'insurance' | 'title-unknown' | 'title-owner' | 'title-lien' | 'title-branch';

/** The document that answers a point. */
export const paperOf = (point: string): UploadKind => (point === 'insurance' ? 'insurance' : 'title');

/** The documents that the application's vehicle still owes to a reviewer, or that one has accepted. Undefined if there is no such review. */
export async function vehiclePapersOf(db: Db, id: ApplicationId, resolution: 'released' | null = null) {
  const hold = (await holdsOf(db, id)).find(
    (held) => held.kind === 'vehicle' && held.resolution === resolution,
  );
  return hold && [...new Set(hold.points.map(paperOf))];
}

export async function missingVehicleDocuments(db: Db, id: ApplicationId): Promise<readonly UploadKind[]> {
  const [wanted = [], files] = await Promise.all([vehiclePapersOf(db, id), uploadsOf(db, id)]);
  const handedIn = files.filter(({ handedInAt }) => handedInAt !== null).map(({ kind }) => kind);
  return wanted.filter((kind) => !handedIn.includes(kind));
}
