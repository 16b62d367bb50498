// Webhooks, signed by a key that clients read from `/webhook_verification_key/get`.
import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { importJWK, type JWK, SignJWT } from 'jose';
import type { JWKPublicKey } from 'plaid';
import type { Context } from '../../context.ts';
import { createWebhookQueue } from '../../webhook-queue.ts';
import type { Wire } from './shapes.ts';

const setting = 'plaid webhook key';

type StoredKey = { jwk: JWK; kid: string; createdAt: number };

type Queued = { url: string; body: Record<string, unknown> };

export type Webhooks = ReturnType<typeof createWebhooks>;

export function createWebhooks(app: FastifyInstance, context: Context) {
  const { clock, db } = context;
  const now = () => Math.floor(clock().getTime() / 1000);

  function key(): StoredKey {
    const stored = db.readSetting<StoredKey | null>(setting, null);
    if (stored) return stored;
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const made = { jwk: privateKey.export({ format: 'jwk' }) as JWK, kid: randomUUID(), createdAt: now() };
    db.saveSetting(setting, made);
    return made;
  }

  const send = createWebhookQueue<Queued>(app, context, 'plaid', async ({ url, body: fields }) => {
    const body = JSON.stringify(fields);
    const { jwk, kid } = key();
    const signature = await new SignJWT({
      request_body_sha256: createHash('sha256').update(body).digest('hex'),
    })
      .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
      .setIssuedAt(now())
      .sign(await importJWK(jwk, 'ES256'));
    return { url, body, headers: { 'Plaid-Verification': signature } };
  });

  return {
    send,
    publicKey: (kid: string): Wire<JWKPublicKey> | undefined => {
      const { jwk, kid: known, createdAt } = key();
      if (known !== kid) return undefined;
      const { x = '', y = '' } = jwk;
      const kind = { alg: 'ES256', crv: 'P-256', kty: 'EC', use: 'sig' };
      return { ...kind, kid, x, y, created_at: createdAt, expired_at: null };
    },
  };
}
