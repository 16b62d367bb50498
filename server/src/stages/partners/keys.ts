// The API keys that authenticate partners' servers, shown or signed with. A partner may have two keys during
// rotation. Operators make them with `ops partner-keys`; PARTNER_KEYS may name more, and what was revoked wins over it.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Partner } from '#lender/schema/partners.ts';
import type { Db } from '../../platform/db/database.ts';
import { SetupError } from '../../platform/failure.ts';
import { tokenOf } from '../../platform/http/http.ts';
import { findPartnerKey, hashOfKey, signingKeyOf } from '../../records/partner-keys.ts';
import type { With } from '../../services.ts';
import { isSignedBy, readSignature } from '../../vendors/partner-signature.ts';

type IsKeyOf = (partnerId: string, key: string) => Promise<boolean>;

export interface SettingKey {
  readonly partner: string;
  /** SHA-256, in hexadecimal. */
  readonly hash: string;
}

/** `text` is PARTNER_KEYS. */
export function readPartnerKeys(
  text: string,
  partners: readonly Pick<Partner, 'id'>[],
): readonly SettingKey[] {
  return text
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [partner = '', hash = ''] = part.trim().split(':');
      if (!partners.some(({ id }) => id === partner)) {
        throw new SetupError(`PARTNER_KEYS names ${partner}, and partners.json has no partner of that id.`);
      }
      return { partner, hash: hash.toLowerCase() };
    });
}

/** A partner's server shows its key, or signs the request with one that we made for it. */
export async function isFromPartner(
  { db, vault, clock }: With<'db' | 'vault' | 'clock'>,
  isKey: IsKeyOf,
  partnerId: string,
  request: FastifyRequest,
): Promise<boolean> {
  const given = readSignature(request.headers.authorization);
  if (given === undefined) return isKey(partnerId, tokenOf(request));
  const signing = await signingKeyOf(db, vault, partnerId, given.keyId);
  if (signing === undefined) return false;
  const { method, url: path } = request;
  return isSignedBy({ method, path, body: rawBodyOf(request) }, given, signing.key, clock.now());
}

/** Whether a refused request has a key of ours that was revoked or is another partner's, or a wrong signature under one. */
export async function hasKnownKey(
  { db, vault }: With<'db' | 'vault'>,
  settings: readonly SettingKey[],
  partnerId: string,
  request: FastifyRequest,
): Promise<boolean> {
  const given = readSignature(request.headers.authorization);
  if (given) return (await signingKeyOf(db, vault, partnerId, given.keyId)) !== undefined;
  const hash = hashOfKey(tokenOf(request));
  return settings.some((one) => one.hash === hash) || (await findPartnerKey(db, hash)) !== undefined;
}

const rawBodies = new WeakMap<FastifyRequest, Buffer>();
const rawBodyOf = (request: FastifyRequest): Buffer => rawBodies.get(request) ?? Buffer.alloc(0);

/** Stores the bytes of JSON bodies for this scope's routes, because signatures cover them. */
export function keepRawBodies(scope: FastifyInstance): void {
  const parseJson = scope.getDefaultJsonParser('error', 'error');
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer, done) => {
      rawBodies.set(request, body);
      parseJson(request, body.toString('utf8'), done);
    },
  );
}

export function isKeyOf(db: Db, settings: readonly SettingKey[]): IsKeyOf {
  return async (partnerId, key) => {
    const hash = hashOfKey(key);
    const saved = await findPartnerKey(db, hash);
    // Compare every hash, so that timing does not reveal which partner has one.
    const given = Buffer.from(hash, 'hex');
    const matching = settings.filter((one) => timingSafeEqual(Buffer.from(one.hash, 'hex'), given));
    if (saved?.isRevoked === true) return false;
    return saved?.partnerId === partnerId || matching.some(({ partner }) => partner === partnerId);
  };
}
