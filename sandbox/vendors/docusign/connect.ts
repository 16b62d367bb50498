// Connect: tells the sender's server what became of an envelope, signed over the message's own bytes, until it is taken.
import { createHmac } from 'node:crypto';
import type { Context } from '../../context.ts';
import { uuid } from '../../state/identifiers.ts';
import type { Envelope } from './envelopes.ts';

export type EnvelopeEvent =
  | 'envelope-sent'
  | 'envelope-delivered'
  | 'envelope-completed'
  | 'envelope-declined'
  | 'envelope-voided';

/** After each failed attempt. */
export const patienceMs = [300, 1000, 3000, 10_000, 30_000, 120_000, 600_000];
const answerWithinMs = 10_000;
const configurationId = '5a4db0c5';

type Message = {
  url: string;
  acknowledge: boolean;
  hmac: boolean;
  retries: number;
  body: Record<string, unknown>;
};

export type Connect = {
  tell: (event: EnvelopeEvent, envelope: Envelope, summary: Record<string, unknown>) => void;
  /** Takes up what an earlier process left untold. */
  resume: () => void;
  stop: () => void;
};

export const signatureOf = (body: string, key: string): string =>
  createHmac('sha256', key).update(body).digest('base64');

export function connectFor({ clock, credentials, db, sleep }: Context): Connect {
  const stopping = new AbortController();

  const find = (id: string): Message | undefined => {
    const row = db.one("select message from docusign_message where id = ? and state = 'waiting'", id);
    return row && (JSON.parse(String(row.message)) as Message);
  };

  async function attempt({ url, hmac, body, retries }: Message): Promise<boolean> {
    const raw = JSON.stringify({ ...body, retryCount: retries });
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'User-Agent': 'Branchline sandbox Connect',
          ...(hmac ? { 'X-DocuSign-Signature-1': signatureOf(raw, credentials.DOCUSIGN_HMAC_KEY) } : {}),
        },
        body: raw,
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
      const message = find(id);
      if (!message) return;
      const taken = await attempt(message);
      // Closing, or everything was forgotten meanwhile.
      if (stopping.signal.aborted || !find(id)) return;
      const pause = message.acknowledge ? patienceMs[message.retries] : undefined;
      const state = taken ? 'delivered' : pause === undefined ? 'given up' : 'waiting';
      db.run(
        'update docusign_message set message = ?, state = ? where id = ?',
        JSON.stringify({ ...message, retries: message.retries + 1 }),
        state,
        id,
      );
      if (state !== 'waiting' || pause === undefined || !(await sleep(pause))) return;
    }
  }

  return {
    tell: (event, { id: envelopeId, notification }, summary) => {
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
