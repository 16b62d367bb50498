// Browser sessions: a random token in a cookie, its hash in the database. An accepted text code starts another.
import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Selectable, sql } from 'kysely';
import { proofs } from '../authentication.ts';
import { type Clock, secondsAfter } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db, Tx } from '../db/database.ts';
import { deleteSome, insertRow, rowsOf } from '../db/rows.ts';
import { type ApplicationId, encryptionContext, type SessionId, type Tables } from '../db/tables.ts';
import type { Encrypted, Lookup, Vault } from '../encryption.ts';
import { setLogApplication } from '../tracing.ts';

const { idleSeconds, longestSeconds } = proofs.cookie;
export type IdleLimit = keyof typeof idleSeconds;
/** How long a browser that missed the response with its new token may request another, with the code. */
const replacedSeconds = 2 * 60;
/** `touch` writes to the database at most this often. */
const touchSeconds = 60;

export class Sessions {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #vault: Vault;
  readonly #cookie: { name: string; secure: boolean };

  constructor(services: { db: Db; clock: Clock; vault: Vault; config: Pick<Config, 'isProduction'> }) {
    this.#db = services.db;
    this.#clock = services.clock;
    this.#vault = services.vault;
    const secure = services.config.isProduction;
    this.#cookie = { name: secure ? '__Host-branchline' : 'branchline', secure };
  }

  get cookieName(): string {
    return this.#cookie.name;
  }

  /** The hash that identifies this request's session; undefined if the request has no cookie. */
  tokenHashOf(request: FastifyRequest): string | undefined {
    const token = request.cookies[this.#cookie.name];
    return token === undefined || token === '' ? undefined : hashOf(token);
  }

  /** Starts a session for an application. Call `set` after the commit to send the cookie. */
  async begin(
    tx: Tx,
    applicationId: ApplicationId,
    request: FastifyRequest,
    { requiresCode = false }: { requiresCode?: boolean } = {},
  ): Promise<{ id: SessionId; set: (reply: FastifyReply) => void }> {
    setLogApplication(applicationId);
    const id = randomUUID() as string as SessionId;
    const token = randomBytes(32).toString('base64url');
    const now = this.#clock.now();
    await insertRow(tx, 'session', {
      id,
      token_hash: hashOf(token),
      application_id: applicationId,
      created_at: now,
      touched_at: now,
      idle_seconds: idleSeconds.usual,
      awaits_code: requiresCode,
      address: this.#vault.encrypt(request.ip, encryptionContext('session', 'address', id)),
      user_agent: this.#vault.encrypt(userAgentOf(request), encryptionContext('session', 'user_agent', id)),
      device_lookup: this.#vault.lookup(deviceKind, deviceOf(request.ip, userAgentOf(request))),
    });
    return {
      id,
      set: (reply) => {
        reply.setCookie(this.#cookie.name, token, {
          path: '/',
          httpOnly: true,
          sameSite: 'lax',
          secure: this.#cookie.secure,
        });
      },
    };
  }

  /** The session of this request, which is in use; undefined if it is over, or must enter a text code first. */
  async inUse(request: FastifyRequest): Promise<SessionId | undefined> {
    const hash = this.tokenHashOf(request);
    if (hash === undefined) return undefined;
    const session = await rowsOf(this.#db, 'session', {
      token_hash: hash,
      ended_at: null,
      awaits_code: false,
    }).first(['id', 'created_at as createdAt', 'touched_at as touchedAt', 'idle_seconds as idleSeconds']);
    if (session === undefined || this.isOver(session)) return undefined;
    await this.touch(session.id, session, undefined);
    return session.id;
  }

  /** The application of this browser's session, even if the session has ended. */
  async lastApplicationOf(request: FastifyRequest): Promise<ApplicationId | undefined> {
    const hash = this.tokenHashOf(request);
    if (hash === undefined) return undefined;
    const row = await rowsOf(this.#db, 'session', { token_hash: hash }).first(['application_id']);
    return row?.application_id ?? undefined;
  }

  /** The applicant entered the text code: a session with another token takes this one's place. */
  async renew(tx: Tx, id: SessionId, applicationId: ApplicationId, request: FastifyRequest) {
    await this.end(tx, id, 'code');
    return this.begin(tx, applicationId, request);
  }

  async end(db: Db, id: SessionId, by: 'time' | 'sign-out' | 'code'): Promise<void> {
    await rowsOf(db, 'session', { id, ended_at: null }).update({ ended_at: this.#clock.now(), ended_by: by });
  }

  clear(reply: FastifyReply): void {
    reply.clearCookie(this.#cookie.name, { path: '/', httpOnly: true, secure: this.#cookie.secure });
  }

  /** Ends the sessions whose time is over, so that a clock that is set back revives none of them. */
  async endExpired(): Promise<void> {
    const now = this.#clock.now();
    await this.#db
      .updateTable('session')
      .set({ ended_at: now, ended_by: 'time' })
      .where('ended_at', 'is', null)
      .where(({ or, eb }) =>
        or([
          eb(sql`touched_at + idle_seconds * interval '1 second'`, '<=', now),
          eb('created_at', '<=', secondsAfter(now, -longestSeconds)),
        ]),
      )
      .execute();
  }

  /** From now on, the application's sessions need a text code, except the one that has just entered it. */
  async requireCode(tx: Tx, applicationId: ApplicationId, entered?: SessionId): Promise<void> {
    const others = {
      application_id: applicationId,
      ended_at: null,
      ...(entered && { id: { '<>': entered } }),
    };
    await rowsOf(tx, 'session', others).update({ awaits_code: true });
  }

  /** From now on, this session needs a text code. False if it does already. */
  async requireCodeAgain(tx: Tx, id: SessionId): Promise<boolean> {
    return rowsOf(tx, 'session', { id, awaits_code: false }).update({ awaits_code: true });
  }

  /** From now on, this session may enter a text code. False if it can still enter an earlier one. */
  async offerCode(tx: Tx, id: SessionId): Promise<boolean> {
    const now = this.#clock.now();
    const { numUpdatedRows } = await tx
      .updateTable('session')
      .set({ code_sent_at: now })
      .where('id', '=', id)
      .where(({ or, eb }) =>
        or([
          eb('code_sent_at', 'is', null),
          eb('code_sent_at', '<=', secondsAfter(now, -proofs.textCode.validSeconds)),
        ]),
      )
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /** Where else someone is signed in to the application, the latest use first. */
  async elsewhere(applicationId: ApplicationId, here: SessionId) {
    const open = { application_id: applicationId, ended_at: null, awaits_code: false };
    const columns = ['id', 'created_at', 'touched_at', 'idle_seconds', 'user_agent'] as const;
    return (await rowsOf(this.#db, 'session', open).all(columns))
      .map(({ id, created_at: createdAt, touched_at: touchedAt, idle_seconds: idleSeconds, user_agent }) => {
        const userAgent = this.#vault.decrypt(user_agent, encryptionContext('session', 'user_agent', id));
        return { id, createdAt, touchedAt, idleSeconds, device: deviceKindOf(userAgent) };
      })
      .filter((session) => session.id !== here && !this.isOver(session))
      .sort((a, b) => b.touchedAt.getTime() - a.touchedAt.getTime());
  }

  isOver(session: Use): boolean {
    return this.#millisecondsLeft(session) <= 0;
  }

  /** Whole seconds until it ends unless it is used. */
  endsIn(session: Use): number {
    return Math.max(0, Math.floor(this.#millisecondsLeft(session) / 1000));
  }

  #millisecondsLeft({ createdAt, touchedAt, idleSeconds }: Use): number {
    const end = Math.min(
      secondsAfter(touchedAt, idleSeconds).getTime(),
      secondsAfter(createdAt, longestSeconds).getTime(),
    );
    return end - this.#clock.now().getTime();
  }

  /** Whether a new token took the place of this session's so recently that its browser may have missed it. */
  isJustReplaced(endedAt: Date, endedBy: string | null): boolean {
    return endedBy === 'code' && secondsAfter(endedAt, replacedSeconds) > this.#clock.now();
  }

  /** Records the use with its limit, so that documents signed meanwhile don't end the session at the signing page. */
  async touch(id: SessionId, last: Use, idle: IdleLimit | undefined, always = false): Promise<Use> {
    const now = this.#clock.now();
    const limit = idle === undefined ? last.idleSeconds : idleSeconds[idle];
    const isRecent = secondsAfter(last.touchedAt, touchSeconds) > now;
    if (!always && isRecent && last.idleSeconds === limit) return last;
    const use = { createdAt: last.createdAt, touchedAt: now, idleSeconds: limit };
    await rowsOf(this.#db, 'session', { id }).update({
      touched_at: use.touchedAt,
      idle_seconds: use.idleSeconds,
    });
    return use;
  }
}

/** When a session was last used, and how long it may be idle from then on. */
export interface Use {
  readonly createdAt: Date;
  readonly touchedAt: Date;
  readonly idleSeconds: number;
}

/** Ends the sessions of an application in which someone is signed in, or one of them, and returns how many. */
export async function endSessionsOf(
  tx: Tx,
  { clock }: { readonly clock: Clock },
  id: ApplicationId,
  by: 'operator' | 'sign-out',
  only?: SessionId,
): Promise<number> {
  const open = { application_id: id, ended_at: null, awaits_code: false, ...(only && { id: only }) };
  const ended = { ended_at: clock.now(), ended_by: by };
  return (await rowsOf(tx, 'session', open).updated(ended, ['id'])).length;
}

/** Deletes some of the sessions that were last used before an instant, and returns how many. */
export const deleteSessions = (tx: Tx, before: Date, batch: number): Promise<number> =>
  deleteSome(tx, 'session', sql`touched_at < ${before} and not on_legal_hold(application_id)`, batch);

const deviceKind = 'device';
const deviceOf = (address: string, userAgent: string) => `${address}\0${userAgent}`;

/** What the device of a stored session may be stored as, under each key. */
export function knownDevice(
  vault: Vault,
  { id, address, user_agent }: Pick<Selectable<Tables['session']>, 'id' | 'address' | 'user_agent'>,
): readonly Lookup[] {
  const decrypt = (encrypted: Encrypted, column: 'address' | 'user_agent') =>
    vault.decrypt(encrypted, encryptionContext('session', column, id));
  return vault.lookups(deviceKind, deviceOf(decrypt(address, 'address'), decrypt(user_agent, 'user_agent')));
}

/** The applications that were open in a browser of the same network address and kind as this one's since an instant. */
export async function applicationsOnDevicesOf(db: Db, vault: Vault, id: ApplicationId, since: Date) {
  const recent = { application_id: id, touched_at: { '>=': since } };
  const own = await rowsOf(db, 'session', recent).all(['id', 'address', 'user_agent']);
  if (own.length === 0) return [];
  const rows = await db
    .selectFrom('session')
    .select('application_id')
    .distinct()
    .where('touched_at', '>=', since)
    .where('device_lookup', 'in', [...new Set(own.flatMap((session) => knownDevice(vault, session)))])
    .execute();
  return rows.flatMap((row) => row.application_id ?? []);
}

export function userAgentOf(request: FastifyRequest): string {
  return (request.headers['user-agent'] ?? '').slice(0, 300);
}

const deviceKindOf = (userAgent: string): 'phone' | 'tablet' | 'computer' => {
  if (/iPad|Tablet|Android(?!.*Mobile)/.test(userAgent)) return 'tablet';
  return /Mobi/.test(userAgent) ? 'phone' : 'computer';
};

function hashOf(token: string): string {
  return hash('sha256', token, 'base64url');
}

export async function liveSessions(db: Db, now: Date): Promise<number> {
  const { live } = await db
    .selectFrom('session')
    .select(({ fn }) => fn.countAll<number>().as('live'))
    .where('ended_at', 'is', null)
    .where(sql<boolean>`touched_at + idle_seconds * interval '1 second' > ${now}::timestamptz`)
    .executeTakeFirstOrThrow();
  return Number(live);
}
