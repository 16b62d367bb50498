// The chains of the audit log. The database links each event to the one before it of its application (link_audit_event in
// 0001-initial.sql). A checkpoint signs all of them, so that write access to the database is not enough to change what it covers.
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { addDays, daysBetween, type IsoDate, isoDate } from '#finance/dates.ts';
import { type Clock, daysAfter } from '../platform/clock.ts';
import { type Db, type Tx, transact } from '../platform/db/database.ts';
import { insertRow } from '../platform/db/rows.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { Blobs } from '../vendors/blob-store/blobs.ts';
import { unpackArchives } from './audit-archives.ts';

const pageSize = 5000;
/** One is made each day; a day more for a worker that was down. */
const latestCheckpointDays = 2;

interface StoredEvent {
  readonly id: string;
  readonly applicationId: string | null;
  readonly sessionId: string | null;
  readonly type: string;
  /** As the database writes it. */
  readonly data: string;
  readonly micros: string;
  /** A JSON string. */
  readonly operator: string | null;
}

/** The columns of an event in the form in which its hash counts them. */
const storedEvent = sql`
  e.id::text as "id", e.application_id as "applicationId", e.session_id as "sessionId", e.type, e.data::text as "data",
  (extract(epoch from e.at) * 1000000)::bigint::text as "micros", to_json(e.operator)::text as "operator"`;

const hashOf = (before: Buffer | undefined, event: StoredEvent): Buffer => {
  const { id, applicationId, sessionId, type, data, micros, operator } = event;
  const fields = [id, applicationId ?? '', sessionId ?? '', type, data, micros, operator ?? ''];
  return createHash('sha256')
    .update(before ?? '')
    .update(fields.join('\n'))
    .digest();
};

interface Link {
  readonly eventId: number;
  readonly chain: string;
  readonly position: number;
  readonly hash: Buffer;
}
type LinkedEvent = Link & StoredEvent;

/** What is written outside about an event: enough to prove later that the database still has it. */
export interface ExportedEvent {
  readonly id: number;
  readonly at: Date;
  readonly type: string;
  readonly applicationId: string | null;
  readonly sessionId: string | null;
  readonly operator: string | null;
  readonly data: object;
  readonly chain: string;
  readonly position: number;
  /** In hexadecimal. */
  readonly hash: string;
}

export async function unexportedEvents(db: Db, most: number): Promise<readonly ExportedEvent[]> {
  const { rows } = await sql<ExportedEvent>`
    select e.id, e.at, e.type, e.application_id as "applicationId", e.session_id as "sessionId", e.operator, e.data,
      l.chain, l.position, encode(l.hash, 'hex') as hash
    from audit_link l join audit_event e on e.id = l.event_id and e.at = l.at
    where not l.is_exported order by l.event_id limit ${most}`.execute(db);
  return rows;
}

export const markExported = (db: Db, ids: readonly number[]) =>
  db.updateTable('audit_link').set({ is_exported: true }).where('event_id', 'in', ids).execute();

/** Since when the oldest event waits to be exported. */
export async function unexportedSince(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select e.at from audit_link l join audit_event e on e.id = l.event_id and e.at = l.at
    where not l.is_exported order by l.event_id limit 1`.execute(db);
  return rows[0]?.at;
}

// PKCS #8 of an Ed25519 key is this and its 32 bytes.
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const spki = Buffer.from('302a300506032b6570032100', 'hex');

export const signingKey = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });

/** The 32 bytes of the public key, in base64. */
export const publicKeyOf = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(spki.length).toString('base64');

type Checkpoint = Selectable<Tables['audit_checkpoint']>;

/** What is written outside of a checkpoint: enough to recognize it later. */
export type Anchor = Pick<Checkpoint, 'number' | 'digest'>;

const dayOf = (at: Date) => isoDate(at.toISOString().slice(0, 10));

const signedText = ({ number, made_at, events, digest }: Omit<Checkpoint, 'public_key' | 'signature'>) =>
  Buffer.from(`branchline audit checkpoint ${number}\n${made_at.toISOString()}\n${events}\n${digest}`);

function isSigned(checkpoint: Checkpoint) {
  const key = Buffer.concat([spki, Buffer.from(checkpoint.public_key, 'base64')]);
  const signature = Buffer.from(checkpoint.signature, 'base64');
  try {
    return verify(
      null,
      signedText(checkpoint),
      createPublicKey({ key, format: 'der', type: 'spki' }),
      signature,
    );
  } catch {
    return false;
  }
}

export const latestCheckpoint = (db: Db) =>
  db.selectFrom('audit_checkpoint').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst();

/**
 * The checkpoint of this day, made if there is none. Covers every event that no checkpoint covers yet. Those of transactions that are
 * still open get into the next one. `seen` is the highest number that was ever seen: no number is signed twice, so erased ones stay missing.
 */
export const makeCheckpoint = async (db: Db, clock: Clock, key: KeyObject, seen: number) =>
  transact(db, async (tx) => {
    const before = await latestCheckpoint(tx);
    if (before !== undefined && before.number >= seen && dayOf(before.made_at) >= dayOf(clock.now()))
      return before;
    const number = Math.max(before?.number ?? 0, seen) + 1;
    await tx.updateTable('audit_link').set({ checkpoint: number }).where('checkpoint', 'is', null).execute();
    const covered = await digestOf(tx, number, before?.digest);
    const unsigned = { number, made_at: clock.now(), ...covered };
    const checkpoint = {
      ...unsigned,
      public_key: publicKeyOf(key),
      signature: sign(null, signedText(unsigned), key).toString('base64'),
    };
    await insertRow(tx, 'audit_checkpoint', checkpoint);
    return checkpoint;
  });

async function digestOf(tx: Tx, number: number, before: string | undefined) {
  const hash = createHash('sha256').update(before ?? '');
  let events = 0;
  for await (const page of linksOf<Link>(tx, sql`chain, position, hash`, sql`checkpoint = ${number}`)) {
    for (const { chain, position, hash: own } of page)
      hash.update(`${chain} ${position} ${own.toString('hex')}\n`);
    events += page.length;
  }
  return { events, digest: hash.digest('hex') };
}

/** Pages of links, chain by chain. */
async function* linksOf<Row extends Link>(
  tx: Tx,
  columns: ReturnType<typeof sql>,
  where: ReturnType<typeof sql>,
): AsyncGenerator<readonly Row[]> {
  let [chain, position, eventId] = ['00000000-0000-0000-0000-000000000000', 0, 0];
  for (;;) {
    const { rows } = await sql<Row>`
      select l.event_id as "eventId", ${columns}
      from audit_link l left join audit_event e on e.id = l.event_id and e.at = l.at
      where (l.chain, l.position, l.event_id) > (${chain}::uuid, ${position}::integer, ${eventId}::bigint) and ${where}
      order by l.chain, l.position, l.event_id limit ${pageSize}`.execute(tx);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    ({ chain, position, eventId } = last);
  }
}

interface Expected {
  /** The public keys that checkpoints were ever signed with. Empty if none is known, and any key is accepted. */
  readonly keys: readonly string[];
  /** What others have of checkpoints. */
  readonly anchors: readonly Anchor[];
  /** With which archived months are verified. */
  readonly blobs: Blobs;
}

/** Recomputes every hash and digest, as of one instant, and compares with what is expected. `problems` are sentences. */
export const verifyAudit = async (
  db: Db,
  clock: Clock,
  { keys = [], anchors = [], blobs }: Partial<Expected> = {},
) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const unreadable = blobs ? await unpackArchives(tx, blobs) : [];
      const chains = await verifyChains(tx);
      const checkpoints = await verifyCheckpoints(tx, clock, { keys, anchors });
      return {
        ...chains,
        ...checkpoints,
        problems: [...unreadable, ...chains.problems, ...checkpoints.problems],
      };
    });

const nameOf = (chain: string) =>
  /^[0-]+$/.test(chain) ? 'the events of no application' : `application ${chain}`;

async function verifyChains(tx: Tx) {
  const { rows: unlinked } = await sql<{ id: number }>`
    select e.id from audit_event e left join audit_link l on l.event_id = e.id and l.at = e.at
    where l.event_id is null`.execute(tx);
  const problems = unlinked.map(({ id }) => `Event ${id} is in no chain: it was written around the product.`);
  let [events, chains] = [0, 0];
  let before: Link | undefined;
  const columns = sql`l.chain, l.position, l.hash, ${storedEvent}`;
  for await (const page of linksOf<LinkedEvent>(tx, columns, sql`true`)) {
    for (const row of page) {
      const previous = before?.chain === row.chain ? before : undefined;
      if (previous === undefined) chains += 1;
      events += 1;
      problems.push(...problemsOf(row, previous));
      before = row;
    }
  }
  return { events, chains, problems };
}

function problemsOf(row: LinkedEvent, previous: Link | undefined) {
  const place = `of ${nameOf(row.chain)}`;
  const missing = row.position - (previous?.position ?? 0) - 1;
  if (missing > 0) return [`${missing} events ${place} before event ${row.eventId} are missing.`];
  if (row.id === null) return [`Event ${row.eventId} ${place} is missing.`];
  const isElsewhere = !/^[0-]+$/.test(row.chain) && row.applicationId !== row.chain;
  if (isElsewhere || !hashOf(previous?.hash, row).equals(row.hash))
    return [`Event ${row.id} ${place} was changed.`];
  return [];
}

const daysFrom = (from: IsoDate, to: IsoDate) => (from === to ? from : `${from} to ${to}`);

async function verifyCheckpoints(
  tx: Tx,
  clock: Clock,
  { keys, anchors }: Pick<Expected, 'keys' | 'anchors'>,
) {
  const checkpoints = await tx.selectFrom('audit_checkpoint').selectAll().orderBy('number').execute();
  const { rows } = await sql<{ at: Date }>`select at from audit_event order by id limit 1`.execute(tx);
  const digests = new Map(checkpoints.map(({ number, digest }) => [number, digest]));
  const problems = anchors
    .filter(({ number, digest }) => digests.get(number) !== digest)
    .map(({ number }) => `Checkpoint ${number} is outside, and the database has another one or none.`);
  const outside = new Set(anchors.map(({ number }) => number));
  let before: Checkpoint | undefined;
  for (const checkpoint of checkpoints) {
    const { number, digest, events, made_at: at, public_key: key } = checkpoint;
    const previous = before?.number ?? 0;
    if (number > previous + 1)
      problems.push(
        number === previous + 2
          ? `Checkpoint ${number - 1} is missing.`
          : `Checkpoints ${previous + 1} to ${number - 1} are missing.`,
      );
    // Where outside has both and none between them, no worker ran in between.
    const isKnownGap =
      number === previous + 1 && outside.has(number) && (previous === 0 || outside.has(previous));
    const last = before?.made_at ?? rows[0]?.at;
    if (last && daysBetween(dayOf(last), dayOf(at)) > 1 && !isKnownGap)
      problems.push(
        `No checkpoint is here of ${daysFrom(addDays(dayOf(last), before ? 1 : 0), addDays(dayOf(at), -1))}: it was erased, or no worker ran.`,
      );
    const found = await digestOf(tx, number, before?.digest);
    if (found.digest !== digest || found.events !== events)
      problems.push(`Checkpoint ${number} of ${at.toISOString()} covers other events than are here.`);
    if (!isSigned(checkpoint)) problems.push(`The signature of checkpoint ${number} is wrong.`);
    if (keys.length > 0 && !keys.includes(key))
      problems.push(`Checkpoint ${number} is signed with the key ${key}, not with ${keys.join(' or ')}.`);
    before = checkpoint;
  }
  const latest = before && { at: before.made_at, publicKey: before.public_key };
  if (latest === undefined || daysAfter(latest.at, latestCheckpointDays) < clock.now())
    problems.push('There is no checkpoint of the last two days.');
  return { checkpoints: checkpoints.length, latest, problems };
}

/** What was written outside and is no longer here. `exported`: what `AUDIT_SINK` got, in batches. */
export const missingFrom = (db: Db, blobs: Blobs, exported: AsyncIterable<readonly ExportedEvent[]>) =>
  transact(db, async (tx) => {
    await unpackArchives(tx, blobs);
    const missing: string[] = [];
    for await (const batch of exported) missing.push(...(await missingOf(tx, batch)));
    return missing;
  });

async function missingOf(tx: Tx, exported: readonly ExportedEvent[]) {
  const { rows } = await sql<{ chain: string; position: number }>`
    select x.chain, x.position
    from jsonb_to_recordset(${JSON.stringify(exported)}::jsonb) as x (chain uuid, position integer, hash text)
    left join audit_link l on l.chain = x.chain and l.position = x.position and encode(l.hash, 'hex') = x.hash
    where l.event_id is null`.execute(tx);
  return rows.map(
    ({ chain, position }) =>
      `Event number ${position} of ${nameOf(chain)} was exported, and the database has it no longer.`,
  );
}
