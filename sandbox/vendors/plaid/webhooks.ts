// Webhooks: signed over their own bytes, and sent again until somebody takes them or the patience ends.
import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { importJWK, type JWK, SignJWT } from 'jose';
import type { JWKPublicKey } from 'plaid';
import type { Context } from '../../context.ts';
import { uuid } from '../../state/identifiers.ts';
import type { Wire } from './shapes.ts';
import type { Records, Store } from './store.ts';

/** After each failed attempt. */
export const patienceMs = [300, 1000, 3000, 10_000, 30_000, 120_000, 600_000];
const answerWithinMs = 10_000;
const setting = 'plaid webhook key';

type KeptKey = { jwk: JWK; kid: string; createdAt: number };

export type Webhooks = {
  send: (url: string, body: Record<string, unknown>) => void;
  publicKey: (kid: string) => Wire<JWKPublicKey> | undefined;
  /** Takes up what an earlier process left unsent. */
  resume: () => void;
  stop: () => void;
};

export function webhooksFor({ clock, db, sleep }: Context, store: Store): Webhooks {
  const stopping = new AbortController();

  function key(): KeptKey {
    const kept = db.setting<KeptKey | null>(setting, null);
    if (kept) return kept;
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const made: KeptKey = {
      jwk: privateKey.export({ format: 'jwk' }) as JWK,
      kid: randomUUID(),
      createdAt: Math.floor(clock().getTime() / 1000),
    };
    db.keep(setting, made);
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
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Plaid-Verification': signature },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(answerWithinMs)]),
      });
      await answer.body?.cancel();
      return answer.ok;
    } catch {
      return false;
    }
  }

  async function deliver(id: string): Promise<void> {
    for (;;) {
      const webhook = store.find('webhook', id);
      if (webhook?.status !== 'waiting') return;
      const taken = await attempt(webhook);
      // Closing, or everything was forgotten meanwhile.
      if (stopping.signal.aborted || !store.find('webhook', id)) return;
      const attempts = webhook.attempts + 1;
      const pause = patienceMs[attempts - 1];
      const status = taken ? 'delivered' : pause === undefined ? 'given up' : 'waiting';
      store.keep('webhook', id, { ...webhook, attempts, status });
      if (pause === undefined || status !== 'waiting') return;
      if (!(await sleep(pause))) return;
    }
  }

  return {
    send: (url, body) => {
      const id = uuid();
      store.keep('webhook', id, { id, url, body: JSON.stringify(body), attempts: 0, status: 'waiting' });
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
