// Posts webhooks, and repeats those that were not accepted.
import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';

const retryDelaysMs = [300, 1000, 3000, 10_000, 30_000, 120_000, 600_000];
const requestTimeoutMs = 10_000;

/** A request as it goes out. Signatures and retry counts differ at each attempt. */
export type Webhook = { url: string; body: string; headers: Record<string, string> };

/** True when the receiver accepted it. */
export async function postWebhook({ stopping }: Context, { url, body, headers }: Webhook): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(requestTimeoutMs)]),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

/** Posts a webhook until it is accepted or the attempts run out. A restart loses it. */
export async function postUntilAccepted(context: Context, prepare: () => Webhook, firstDelayMs = 0) {
  for (const delay of [firstDelayMs, ...retryDelaysMs]) {
    if (!(await context.sleep(delay))) return;
    if (await postWebhook(context, prepare())) return;
  }
}

/** Stored, so that a restart loses no webhook. `isRepeated: false` sends one once, accepted or not. */
export function createWebhookQueue<Queued extends { url: string; isRepeated?: boolean }>(
  app: FastifyInstance,
  context: Context,
  vendor: string,
  prepare: (queued: Queued, attempts: number) => Promise<Webhook>,
): (queued: Queued) => void {
  const { db, sleep, stopping } = context;
  const find = (id: string) =>
    db.one("select webhook, attempts from webhook where id = ? and status = 'waiting'", id);

  async function deliver(id: string): Promise<void> {
    for (let row = find(id); row; row = find(id)) {
      const queued = JSON.parse(String(row.webhook)) as Queued;
      const attempts = Number(row.attempts);
      const isDelivered = await postWebhook(context, await prepare(queued, attempts));
      if (stopping.aborted) return;
      const delay = queued.isRepeated === false ? undefined : retryDelaysMs[attempts];
      const status = isDelivered ? 'delivered' : delay === undefined ? 'failed' : 'waiting';
      db.run('update webhook set attempts = ?, status = ? where id = ?', attempts + 1, status, id);
      if (status !== 'waiting' || delay === undefined || !(await sleep(delay))) return;
    }
  }

  app.addHook('onListen', async () => {
    const waiting = "select id from webhook where vendor = ? and status = 'waiting' order by rowid";
    for (const { id } of db.all(waiting, vendor)) void deliver(String(id));
  });
  return (queued) => {
    const id = crypto.randomUUID();
    db.insert('webhook', { id, vendor, webhook: JSON.stringify(queued), attempts: 0, status: 'waiting' });
    void deliver(id);
  };
}
