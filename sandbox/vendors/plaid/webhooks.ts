// Webhooks: signed, and retried until the receiver accepts one or the retries run out.
import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { importJWK, type JWK, SignJWT } from 'jose';
import type { JWKPublicKey } from 'plaid';
import type { Context } from '../../context.ts';
import { uuid } from '../../state/identifiers.ts';
import { postWebhook, retryDelaysMs } from '../../webhook-post.ts';
import type { Wire } from './shapes.ts';
import type { Records, Store } from './store.ts';

const setting = 'plaid webhook key';

type StoredKey = { jwk: JWK; kid: string; createdAt: number };

export type Webhooks = {
  send: (url: string, body: Record<string, unknown>) => void;
  publicKey: (kid: string) => Wire<JWKPublicKey> | undefined;
  /** Sends what an earlier process left in the queue. */
  resume: () => void;
  stop: () => void;
};

export function createWebhooks({ clock, db, sleep }: Context, store: Store): Webhooks {
  const stopping = new AbortController();

  function key(): StoredKey {
    const stored = db.readSetting<StoredKey | null>(setting, null);
    if (stored) return stored;
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const made: StoredKey = {
      jwk: privateKey.export({ format: 'jwk' }) as JWK,
      kid: randomUUID(),
      createdAt: Math.floor(clock().getTime() / 1000),
    };
    db.saveSetting(setting, made);
    return made;
  }

  async function attempt({ url, body }: Records['webhook']): Promise<boolean> {
    const { jwk, kid } = key();
    const signature = await new SignJWT({
      request_body_sha256: createHash('sha256').update(body).digest('hex'),
    })
      .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
      .setIssuedAt(Math.floor(clock().getTime() / 1000))
      .sign(await importJWK(jwk, 'ES256'));
    return postWebhook(url, body, { 'Plaid-Verification': signature }, stopping.signal);
  }

  async function deliver(id: string): Promise<void> {
    for (;;) {
      const webhook = store.find('webhook', id);
      if (webhook?.status !== 'waiting') return;
      const isDelivered = await attempt(webhook);
      // The sandbox is closing, or its state was cleared meanwhile.
      if (stopping.signal.aborted || !store.find('webhook', id)) return;
      const attempts = webhook.attempts + 1;
      const delay = retryDelaysMs[attempts - 1];
      const status = isDelivered ? 'delivered' : delay === undefined ? 'given up' : 'waiting';
      store.save('webhook', id, { ...webhook, attempts, status });
      if (delay === undefined || status !== 'waiting') return;
      if (!(await sleep(delay))) return;
    }
  }

  return {
    send: (url, body) => {
      const id = uuid();
      store.save('webhook', id, { id, url, body: JSON.stringify(body), attempts: 0, status: 'waiting' });
      deliver(id);
    },
    publicKey: (kid) => {
      const known = key();
      if (known.kid !== kid) return undefined;
      return {
        alg: 'ES256',
        crv: 'P-256',
        kid,
        kty: 'EC',
        use: 'sig',
        x: known.jwk.x ?? '',
        y: known.jwk.y ?? '',
        created_at: known.createdAt,
        expired_at: null,
      };
    },
    resume: () => {
      for (const { id, status } of store.list('webhook')) if (status === 'waiting') deliver(id);
    },
    stop: () => stopping.abort(),
  };
}
