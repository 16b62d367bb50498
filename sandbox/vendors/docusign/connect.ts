// Connect: signed webhooks about envelopes.
import { createHmac } from 'node:crypto';
import type { Context } from '../../context.ts';
import { createWebhookQueue } from '../../webhook-queue.ts';
import type { Envelope } from './envelopes.ts';

export type EnvelopeEvent =
  | 'envelope-sent'
  | 'envelope-delivered'
  | 'envelope-completed'
  | 'envelope-declined'
  | 'envelope-voided';

const configurationId = '5a4db0c5';

type Message = { url: string; isRepeated: boolean; hmac: boolean; body: Record<string, unknown> };

export type Connect = {
  send: (event: EnvelopeEvent, envelope: Envelope, summary: Record<string, unknown>) => void;
  resume: () => void;
  stop: () => void;
};

export function createConnect(context: Context): Connect {
  const { clock, credentials } = context;
  const sign = (body: string) =>
    createHmac('sha256', credentials.DOCUSIGN_HMAC_KEY).update(body).digest('base64');

  const queue = createWebhookQueue<Message>(context, 'docusign', async ({ body, hmac }, retryCount) => {
    const raw = JSON.stringify({ ...body, retryCount });
    return {
      body: raw,
      headers: {
        'User-Agent': 'Branchline sandbox Connect',
        ...(hmac ? { 'X-DocuSign-Signature-1': sign(raw) } : {}),
      },
    };
  });

  return {
    ...queue,
    send: (event, { id: envelopeId, notification }, envelopeSummary) => {
      if (!notification?.events.includes(event)) return;
      const { DOCUSIGN_ACCOUNT_ID: accountId, DOCUSIGN_USER_ID: userId } = credentials;
      queue.send({
        url: notification.url,
        isRepeated: notification.acknowledge,
        hmac: notification.hmac,
        body: {
          event,
          apiVersion: 'v2.1',
          uri: `/restapi/v2.1/accounts/${accountId}/envelopes/${envelopeId}`,
          retryCount: 0,
          configurationId,
          generatedDateTime: clock().toISOString(),
          data: { accountId, userId, envelopeId, envelopeSummary },
        },
      });
    },
  };
}
