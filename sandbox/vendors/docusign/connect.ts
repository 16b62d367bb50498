// Connect: webhooks about envelopes, signed and retried until the sender's server accepts them.
import { createHmac } from 'node:crypto';
import type { Context } from '../../context.ts';
import { uuid } from '../../state/identifiers.ts';
import { postWebhook, retryDelaysMs } from '../../webhook-post.ts';
import type { Envelope } from './envelopes.ts';

export type EnvelopeEvent =
  | 'envelope-sent'
  | 'envelope-delivered'
  | 'envelope-completed'
  | 'envelope-declined'
  | 'envelope-voided';

const configurationId = '5a4db0c5';

type Message = {
  url: string;
  acknowledge: boolean;
  hmac: boolean;
  retries: number;
  body: Record<string, unknown>;
};

export type Connect = {
  send: (event: EnvelopeEvent, envelope: Envelope, summary: Record<string, unknown>) => void;
  /** Sends what an earlier process left in the queue. */
  resume: () => void;
  stop: () => void;
};

const hmacSignature = (body: string, key: string): string =>
  createHmac('sha256', key).update(body).digest('base64');

export function createConnect({ clock, credentials, db, sleep }: Context): Connect {
  const stopping = new AbortController();

  const find = (id: string): Message | undefined => {
    const row = db.one("select message from docusign_message where id = ? and state = 'waiting'", id);
    return row && (JSON.parse(String(row.message)) as Message);
  };

  async function attempt({ url, hmac, body, retries }: Message): Promise<boolean> {
    const raw = JSON.stringify({ ...body, retryCount: retries });
    const headers = {
      'User-Agent': 'Branchline sandbox Connect',
      ...(hmac ? { 'X-DocuSign-Signature-1': hmacSignature(raw, credentials.DOCUSIGN_HMAC_KEY) } : {}),
    };
    return postWebhook(url, raw, headers, stopping.signal);
  }

  async function deliver(id: string): Promise<void> {
    for (;;) {
      const message = find(id);
      if (!message) return;
      const isDelivered = await attempt(message);
      // The sandbox is closing, or its state was cleared meanwhile.
      if (stopping.signal.aborted || !find(id)) return;
      const delay = message.acknowledge ? retryDelaysMs[message.retries] : undefined;
      const state = isDelivered ? 'delivered' : delay === undefined ? 'given up' : 'waiting';
      db.run(
        'update docusign_message set message = ?, state = ? where id = ?',
        JSON.stringify({ ...message, retries: message.retries + 1 }),
        state,
        id,
      );
      if (state !== 'waiting' || delay === undefined || !(await sleep(delay))) return;
    }
  }

  return {
    send: (event, { id: envelopeId, notification }, summary) => {
      if (!notification?.events.includes(event)) return;
      const { DOCUSIGN_ACCOUNT_ID: accountId, DOCUSIGN_USER_ID: userId } = credentials;
      const message: Message = {
        url: notification.url,
        acknowledge: notification.acknowledge,
        hmac: notification.hmac,
        retries: 0,
        body: {
          event,
          apiVersion: 'v2.1',
          uri: `/restapi/v2.1/accounts/${accountId}/envelopes/${envelopeId}`,
          retryCount: 0,
          configurationId,
          generatedDateTime: clock().toISOString(),
          data: { accountId, userId, envelopeId, envelopeSummary: summary },
        },
      };
      const id = uuid();
      db.run(
        "insert into docusign_message (id, message, state) values (?, ?, 'waiting')",
        id,
        JSON.stringify(message),
      );
      deliver(id);
    },
    resume: () => {
      for (const row of db.all("select id from docusign_message where state = 'waiting' order by rowid"))
        deliver(String(row.id));
    },
    stop: () => stopping.abort(),
  };
}
