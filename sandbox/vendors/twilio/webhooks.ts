// What Twilio posts to its customer, signed: a form by its URL and fields, JSON by its URL with its hash.
import { createHash, createHmac } from 'node:crypto';
import type { Context } from '../../context.ts';
import { postUntilAccepted, postWebhook, type Webhook } from '../../webhook-queue.ts';
import { sid } from './refusals.ts';

type Credentials = Pick<Context['credentials'], 'TWILIO_ACCOUNT_SID' | 'TWILIO_AUTH_TOKEN' | 'TWILIO_FROM'>;
type SentCode = { attempt: string; verification: string; service: string; to: string };
type Delivery = { status: 'sent' | 'delivered' | 'undelivered'; errorCode?: number };

export const repliesPath = '/webhooks/texts/replies';
export const codesPath = '/webhooks/texts/codes';

/** Accepts every text and delivers none. */
const unreachableHandset = '+18015550198';

const optedOut = 'twilio-opted-out';

/** The words of a reply that Twilio itself acts on: https://help.twilio.com/articles/223134027 */
const keywords = {
  STOP: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'],
  START: ['START', 'YES', 'UNSTOP'],
} as const;

const ownReplies = {
  STOP: 'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.',
  START:
    'You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
} as const;

const sign = (token: string, text: string) => createHmac('sha1', token).update(text).digest('base64');

function signedForm(url: string, fields: Record<string, string>, token: string): Webhook {
  const signed = Object.keys(fields)
    .sort()
    .reduce((text, name) => text + name + fields[name], url);
  return {
    url,
    body: new URLSearchParams(fields).toString(),
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8',
      'X-Twilio-Signature': sign(token, signed),
    },
  };
}

function signedJson(address: string, body: string, token: string): Webhook {
  const url = `${address}?bodySHA256=${createHash('sha256').update(body).digest('hex')}`;
  return {
    url,
    body,
    headers: { 'Content-Type': 'application/json', 'X-Twilio-Signature': sign(token, url) },
  };
}

export function replyTo(
  url: string,
  { from, body, id = sid('SM') }: { from: string; body: string; id?: string },
  credentials: Credentials,
): Webhook {
  const fields = {
    MessageSid: id,
    SmsSid: id,
    SmsMessageSid: id,
    SmsStatus: 'received',
    AccountSid: credentials.TWILIO_ACCOUNT_SID,
    From: from,
    To: credentials.TWILIO_FROM,
    Body: body,
    NumMedia: '0',
    NumSegments: '1',
    ApiVersion: '2010-04-01',
  };
  return signedForm(url, fields, credentials.TWILIO_AUTH_TOKEN);
}

/** The delivery status of a message, for its StatusCallback. */
export function messageStatus(
  url: string,
  { id, to, status, errorCode }: { id: string; to: string } & Delivery,
  credentials: Credentials,
): Webhook {
  const fields = {
    MessageSid: id,
    SmsSid: id,
    MessageStatus: status,
    SmsStatus: status,
    AccountSid: credentials.TWILIO_ACCOUNT_SID,
    From: credentials.TWILIO_FROM,
    To: to,
    ApiVersion: '2010-04-01',
    ...(errorCode === undefined ? {} : { ErrorCode: String(errorCode) }),
  };
  return signedForm(url, fields, credentials.TWILIO_AUTH_TOKEN);
}

/** The delivery status of a code, by Event Streams: https://www.twilio.com/docs/verify/message-status */
export function codeStatus(
  url: string,
  { attempt, verification, service, to, at, status, errorCode }: SentCode & { at: Date } & Delivery,
  credentials: Credentials,
): Webhook {
  const { TWILIO_ACCOUNT_SID: account } = credentials;
  const event = {
    specversion: '1.0',
    type: `com.twilio.accountsecurity.verify.message.${status}`,
    source: `/v1/Accounts/${account}/Services/${service}/Verifications/${verification}`,
    id: crypto.randomUUID(),
    dataschema: 'https://events-schemas.twilio.com/AccountSecurity.MessageStatusEvent/1',
    datacontenttype: 'application/json',
    time: at.toISOString(),
    data: {
      created_at: at.toISOString(),
      account_sid: account,
      service_sid: service,
      verification_sid: verification,
      attempt_sid: attempt,
      error_code: errorCode === undefined ? null : String(errorCode),
      channel: 'SMS',
      message_status: status.toUpperCase(),
      to,
      number_segments: 1,
    },
  };
  return signedJson(url, JSON.stringify([event]), credentials.TWILIO_AUTH_TOKEN);
}

const deliveriesTo = (to: string): readonly Delivery[] => [
  { status: 'sent' },
  to === unreachableHandset ? { status: 'undelivered', errorCode: 30003 } : { status: 'delivered' },
];

/** Posts the delivery status of a message to its StatusCallback, once, as Twilio does. */
export async function reportMessage(
  context: Context,
  url: string | undefined,
  message: { id: string; to: string },
): Promise<void> {
  if (!url) return;
  for (const delivery of deliveriesTo(message.to)) {
    if (!(await context.sleep(50))) return;
    await postWebhook(context, messageStatus(url, { ...message, ...delivery }, context.credentials));
  }
}

/** Posts the delivery status of a code to the product, if its address is known, until it is accepted. */
export async function reportCode(context: Context, code: SentCode): Promise<void> {
  const { productUrl, clock, credentials } = context;
  if (productUrl === undefined) return;
  const url = new URL(codesPath, productUrl).href;
  for (const delivery of deliveriesTo(code.to))
    await postUntilAccepted(
      context,
      () => codeStatus(url, { ...code, ...delivery, at: clock() }, credentials),
      50,
    );
}

export const hasOptedOut = ({ db }: Context, phone: string): boolean =>
  db.readSetting<string[]>(optedOut, []).includes(phone);

/** Twilio confirms STOP and START itself; HELP is left to the customer, as accounts may configure it. */
export async function receiveReply(
  context: Context,
  productUrl: string,
  reply: { from: string; body: string },
): Promise<{ status: number }> {
  const { db, credentials } = context;
  const url = new URL(repliesPath, productUrl).href;
  const deliver = (body: string) => saveText(context, { id: sid('SM'), to: reply.from, body });
  const word = reply.body.trim().toUpperCase();
  const keyword = (['STOP', 'START'] as const).find((name) =>
    (keywords[name] as readonly string[]).includes(word),
  );
  const others = db.readSetting<string[]>(optedOut, []).filter((phone) => phone !== reply.from);
  if (keyword === 'STOP') db.saveSetting(optedOut, [...others, reply.from]);
  if (keyword === 'START') db.saveSetting(optedOut, others);
  if (keyword) deliver(ownReplies[keyword]);
  const { body, headers } = replyTo(url, reply, credentials);
  const response = await fetch(url, { method: 'POST', body, headers, redirect: 'manual' });
  const message = /<Message>([\s\S]*?)<\/Message>/.exec(await response.text())?.[1];
  // The customer's reply to a number that opted out is not sent.
  if (message !== undefined && keyword !== 'STOP') deliver(unescaped(message));
  return { status: response.status };
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const unescaped = (xml: string) => xml.replace(/&(lt|gt|quot|apos|amp);/g, (_, name) => entities[name] ?? '');

export function saveText(
  { db, clock, consoleEvents }: Pick<Context, 'db' | 'clock' | 'consoleEvents'>,
  { id, to, body }: { id: string; to: string; body: string },
): void {
  db.saveRecord('text', id, { id, to, body, sentAt: clock().toISOString() });
  consoleEvents.publish('texts');
}
