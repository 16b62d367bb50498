// Connect: signed webhooks about envelopes.
import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { createWebhookQueue } from '../../webhook-queue.ts';
import { describeEnvelope, type Envelope } from './envelopes.ts';

const configurationId = '5a4db0c5';

type Message = { url: string; isRepeated: boolean; hmac: boolean; body: Record<string, unknown> };

/** Reports the envelope's status, if its notification requests that event. */
export type SendEvent = (envelope: Envelope) => void;

export function createConnect(app: FastifyInstance, context: Context): SendEvent {
  const { clock, credentials } = context;
  const sign = (body: string) =>
    createHmac('sha256', credentials.DOCUSIGN_HMAC_KEY).update(body).digest('base64');

  const send = createWebhookQueue<Message>(app, context, 'docusign', async (message, retryCount) => {
    const { url, hmac } = message;
    const raw = JSON.stringify({ ...message.body, retryCount });
    return {
      url,
      body: raw,
      headers: { 'User-Agent': 'Sandbox Connect', ...(hmac ? { 'X-DocuSign-Signature-1': sign(raw) } : {}) },
    };
  });

  return (envelope) => {
    const { id: envelopeId, notification, status } = envelope;
    const event = `envelope-${status}`;
    if (!notification?.events.includes(event)) return;
    const { DOCUSIGN_ACCOUNT_ID: accountId, DOCUSIGN_USER_ID: userId } = credentials;
    send({
      url: notification.url,
      isRepeated: notification.acknowledge,
      hmac: notification.hmac,
      body: {
        event,
        apiVersion: 'v2.1',
        uri: `/restapi/v2.1/accounts/${accountId}/envelopes/${envelopeId}`,
        configurationId,
        generatedDateTime: clock().toISOString(),
        data: { accountId, userId, envelopeId, envelopeSummary: describeEnvelope(context, envelope) },
      },
    });
  };
}
