// What Twilio posts to us: replies, the delivery of texts, and the delivery of codes (Event Streams). Each is signed with the
// account's token: https://www.twilio.com/docs/usage/webhooks/webhooks-security
import MessagingResponse from 'twilio/lib/twiml/MessagingResponse.js';
import { validateRequest, validateRequestWithBody } from 'twilio/lib/webhooks/webhooks.js';
import * as z from 'zod';
import type { Unread, WebhookResponse } from '../../platform/http/webhooks.ts';
import { readJson } from '../../platform/json.ts';
import { optional } from '../optional-fields.ts';
import type { TextCodes, TextMessages, TextPost, TextReply } from '../text-messages.ts';
import type { TwilioSettings, VerifyServices } from './client.ts';

const signatureOf = ({ headers }: TextPost) => {
  const signature = headers['x-twilio-signature'];
  return typeof signature === 'string' ? signature : undefined;
};

/** The replies after which Twilio itself blocks the number and confirms it: https://help.twilio.com/articles/223134027 */
const stopWords = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'];

const reply = z.object({
  MessageSid: z.string().min(1).max(64),
  From: z.string().regex(/^\+\d{5,15}$/),
  Body: z.string().max(10_000).default(''),
  /** Set if the Messaging Service has replied by itself (Advanced Opt-Out). */
  OptOutType: z.string().optional(),
});

const deliveryStatuses = ['sent', 'delivered', 'undelivered', 'failed'] as const;
type DeliveryStatus = (typeof deliveryStatuses)[number];
/** A handset that confirms reading has received. */
const statusOf = (text: string): DeliveryStatus | undefined =>
  text === 'read' ? 'delivered' : deliveryStatuses.find((status) => status === text);
const errorCodeOf = (text: string | undefined) => (text ? Number(text) || undefined : undefined);

const callback = z.object({ MessageStatus: z.string(), ErrorCode: z.string().optional() });

const events = z.array(
  z.object({
    type: z.string(),
    data: z.object({
      service_sid: optional(z.string()),
      attempt_sid: optional(z.string()),
      created_at: optional(z.string()),
      message_status: optional(z.string()),
      error_code: optional(z.string()),
    }),
  }),
);

/** The fields of a form that Twilio signed. */
function readForm<S extends z.ZodType>(post: TextPost, authToken: string, schema: S): z.output<S> | Unread {
  const { url, body } = post;
  const signature = signatureOf(post);
  if (signature === undefined) return 'unsigned';
  const fields = Object.fromEntries(new URLSearchParams(body.toString('utf8')));
  if (!validateRequest(authToken, signature, url, fields)) return 'forged';
  const read = schema.safeParse(fields);
  return read.success ? read.data : 'malformed';
}

export function readReply(post: TextPost, authToken: string): TextReply | Unread {
  const read = readForm(post, authToken, reply);
  if (typeof read === 'string') return read;
  const { MessageSid: vendorId, From: from, Body: text, OptOutType: handled } = read;
  return {
    vendorId,
    from,
    text,
    isAnswered: handled !== undefined || stopWords.includes(text.trim().toUpperCase()),
  };
}

/** Undefined for a status that is not an outcome yet, such as `queued`. */
export function readDelivery(post: TextPost, authToken: string): ReturnType<TextMessages['readDelivery']> {
  const read = readForm(post, authToken, callback);
  if (typeof read === 'string') return read;
  const status = statusOf(read.MessageStatus);
  return status && { status, errorCode: errorCodeOf(read.ErrorCode) };
}

/** The outcomes of our Verify services' codes. Other events of the stream are left out. */
export function readCodeDeliveries(
  post: TextPost,
  { authToken, serviceSid, returningServiceSid }: Pick<TwilioSettings, 'authToken'> & VerifyServices,
): ReturnType<TextCodes['readDeliveries']> {
  const { url, body } = post;
  const signature = signatureOf(post);
  const text = body.toString('utf8');
  if (signature === undefined) return 'unsigned';
  if (!validateRequestWithBody(authToken, signature, url, text)) return 'forged';
  const read = events.safeParse(readJson(text));
  if (!read.success) return 'malformed';
  return read.data.flatMap(({ type, data }) => {
    const status = statusOf((data.message_status ?? '').toLowerCase());
    const { attempt_sid: deliveryId, service_sid: service, created_at: at } = data;
    const isOurs =
      type.startsWith('com.twilio.accountsecurity.verify.message.') &&
      (service === serviceSid || service === returningServiceSid);
    if (!isOurs || status === undefined || deliveryId === undefined) return [];
    const sentAt = new Date(at ?? 0);
    return [{ deliveryId, status, errorCode: errorCodeOf(data.error_code ?? undefined), sentAt }];
  });
}

/** A reply to the sender of a text; without a message, a response that sends nothing. */
export function answerText(words: string | undefined): WebhookResponse {
  const response = new MessagingResponse();
  if (words !== undefined) response.message(words);
  return { type: 'text/xml; charset=utf-8', body: response.toString() };
}
