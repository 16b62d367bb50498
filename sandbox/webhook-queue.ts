// Posts webhooks, and repeats those that were not accepted. The queue is stored, so that a restart loses none.
import type { Context } from './context.ts';
import { uuid } from './state/identifiers.ts';

/** The wait after each failed attempt. */
export const retryDelaysMs = [300, 1000, 3000, 10_000, 30_000, 120_000, 600_000];
const requestTimeoutMs = 10_000;

/** True when the receiver accepted it. */
export async function postWebhook(
  url: string,
  body: string,
  headers: Record<string, string>,
  stopping: AbortSignal,
): Promise<boolean> {
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

type QueuedWebhook = {
  url: string;
  /** False for a webhook that is sent once, accepted or not. */
  isRepeated?: boolean;
};

export type WebhookQueue<Webhook> = {
  send: (webhook: Webhook) => void;
  /** Sends what an earlier process left in the queue. */
  resume: () => void;
  stop: () => void;
};

/** `prepare` writes a webhook's body and headers for an attempt: signatures and retry counts differ each time. */
export function createWebhookQueue<Webhook extends QueuedWebhook>(
  { db, sleep }: Context,
  vendor: string,
  prepare: (webhook: Webhook, attempts: number) => Promise<{ body: string; headers: Record<string, string> }>,
): WebhookQueue<Webhook> {
  const stopping = new AbortController();
  const find = (id: string) =>
    db.one("select webhook, attempts from webhook where id = ? and status = 'waiting'", id);

  async function deliver(id: string): Promise<void> {
    for (let row = find(id); row; row = find(id)) {
      const webhook = JSON.parse(String(row.webhook)) as Webhook;
      const attempts = Number(row.attempts);
      const { body, headers } = await prepare(webhook, attempts);
      const isDelivered = await postWebhook(webhook.url, body, headers, stopping.signal);
      if (stopping.signal.aborted) return;
      const delay = webhook.isRepeated === false ? undefined : retryDelaysMs[attempts];
      const status = isDelivered ? 'delivered' : delay === undefined ? 'failed' : 'waiting';
      db.run('update webhook set attempts = ?, status = ? where id = ?', attempts + 1, status, id);
      if (status !== 'waiting' || delay === undefined || !(await sleep(delay))) return;
    }
  }

  return {
    send: (webhook) => {
      const id = uuid();
      db.run(
        "insert into webhook (id, vendor, webhook, attempts, status) values (?, ?, ?, 0, 'waiting')",
        id,
        vendor,
        JSON.stringify(webhook),
      );
      void deliver(id);
    },
    resume: () => {
      for (const { id } of db.all(
        "select id from webhook where vendor = ? and status = 'waiting' order by rowid",
        vendor,
      ))
        void deliver(String(id));
    },
    stop: () => stopping.abort(),
  };
}
