// What Twilio posts to its customer: replies to the number, the delivery of messages, and the delivery of codes. All of it is signed
// (X-Twilio-Signature): a form by its address and fields, JSON by its address with the body's hash in it.
import { createHash, createHmac } from 'node:crypto';
import type { Context } from '../../context.ts';
import { sid, uuid } from '../../state/identifiers.ts';
import { postWebhook, retryDelaysMs } from '../../webhook-queue.ts';

type Credentials = Pick<
  Context['credentials'],
  'TWILIO_ACCOUNT_SID' | 'TWILIO_AUTH_TOKEN' | 'TWILIO_FROM' | 'TWILIO_VERIFY_SERVICE_SID'
>;
/** A signed request as it goes out. */
type Posted = { url: string; body: string; headers: Record<string, string> };
type Delivery = { status: 'sent' | 'delivered' | 'undelivered'; errorCode?: number };

export const repliesPath = '/webhooks/twilio/messages';
export const codesPath = '/webhooks/twilio/codes';

/** Accepts every text and delivers none. */
const unreachableHandset = '+18015550198';

const optedOut = 'twilio-opted-out';

/** Which word of a reply Twilio itself acts on: https://help.twilio.com/articles/223134027 */
const keywords: Record<string, 'STOP' | 'START' | 'HELP'> = {
  ...Object.fromEntries(
    ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'].map((word) => [
      word,
      'STOP',
    ]),
  ),
  ...Object.fromEntries(['START', 'YES', 'UNSTOP'].map((word) => [word, 'START'])),
  ...Object.fromEntries(['HELP', 'INFO'].map((word) => [word, 'HELP'])),
};

const ownAnswers = {
  STOP: 'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.',
  START:
    'You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
} as const;

const sign = (token: string, text: string) => createHmac('sha1', token).update(text).digest('base64');

function signedForm(url: string, fields: Record<string, string>, token: string): Posted {
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

function signedJson(address: string, body: string, token: string): Posted {
  const url = `${address}?bodySHA256=${createHash('sha256').update(body).digest('hex')}`;
  return {
    url,
    body,
    headers: { 'Content-Type': 'application/json', 'X-Twilio-Signature': sign(token, url) },
  };
}

/** A reply to the customer's number. */
export function replyTo(
  url: string,
  { from, body, id = sid('SM') }: { from: string; body: string; id?: string },
  credentials: Credentials,
): Posted {
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

/** What became of a message, for its StatusCallback. */
export function messageStatus(
  url: string,
  { id, to, status, errorCode }: { id: string; to: string } & Delivery,
  credentials: Credentials,
): Posted {
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

/** What became of a code, by Event Streams: https://www.twilio.com/docs/verify/message-status */
export function codeStatus(
  url: string,
  {
    attempt,
    verification,
    to,
    at,
    status,
    errorCode,
  }: {
    attempt: string;
    verification: string;
    to: string;
    at: Date;
  } & Delivery,
  credentials: Credentials,
): Posted {
  const { TWILIO_ACCOUNT_SID: account, TWILIO_VERIFY_SERVICE_SID: service } = credentials;
  const event = {
    specversion: '1.0',
    type: `com.twilio.accountsecurity.verify.message.${status}`,
    source: `/v1/Accounts/${account}/Services/${service}/Verifications/${verification}`,
    id: uuid(),
    dataschema: 'https://events-schemas.twilio.com/AccountSecurity.MessageStatusEvent/1',
    datacontenttype: 'application/json',
    time: at.toISOString(),
    data: {
      created_at: at.toISOString(),
      account_sid: account,
      service_sid: service,
      verification_sid: verification,
      attempt_sid: attempt,
      error_code: errorCode === undefined ? '' : String(errorCode),
      channel: 'SMS',
      message_status: status.toUpperCase(),
      has_fallback: false,
      is_fallback: false,
      mnc: '260',
      mcc: '310',
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

/** Tells what became of a message, where its sender asked to be told. */
export async function tellMessage(
  { credentials, sleep }: Context,
  url: string | undefined,
  message: { id: string; to: string },
): Promise<void> {
  if (!url) return;
  const stopping = new AbortController();
  for (const delivery of deliveriesTo(message.to)) {
    if (!(await sleep(50))) return stopping.abort();
    // Twilio posts a status once.
    const { body, headers } = messageStatus(url, { ...message, ...delivery }, credentials);
    await postWebhook(url, body, headers, stopping.signal);
  }
}

/** Tells what became of a code, where the product's address is known, until it is accepted. */
export async function tellCode(
  { credentials, clock, sleep, productUrl }: Context,
  code: { attempt: string; verification: string; to: string },
): Promise<void> {
  if (productUrl === undefined) return;
  const stopping = new AbortController();
  for (const delivery of deliveriesTo(code.to)) {
    for (const delay of [50, ...retryDelaysMs]) {
      if (!(await sleep(delay))) return stopping.abort();
      const about = { ...code, ...delivery, at: clock() };
      const { url, body, headers } = codeStatus(new URL(codesPath, productUrl).href, about, credentials);
      if (await postWebhook(url, body, headers, stopping.signal)) break;
    }
  }
}

export const hasOptedOut = ({ db }: Context, phone: string): boolean =>
  db.readSetting<string[]>(optedOut, []).includes(phone);

/**
 * Somebody replies to the customer's number. Twilio acts on its own keywords and confirms STOP and START itself; HELP is left to
 * the customer's answer, as accounts with an answer of their own have it set up.
 */
export async function receiveReply(
  { db, credentials }: Context,
  url: string,
  reply: { from: string; body: string },
  deliver: (to: string, body: string) => void,
): Promise<{ status: number }> {
  const keyword = keywords[reply.body.trim().toUpperCase()];
  const known = db.readSetting<string[]>(optedOut, []).filter((phone) => phone !== reply.from);
  if (keyword === 'STOP') db.saveSetting(optedOut, [...known, reply.from]);
  if (keyword === 'START') db.saveSetting(optedOut, known);
  if (keyword === 'STOP' || keyword === 'START') deliver(reply.from, ownAnswers[keyword]);
  const { body, headers } = replyTo(url, reply, credentials);
  const answer = await fetch(url, { method: 'POST', body, headers, redirect: 'manual' });
  const said = /<Message>([\s\S]*?)<\/Message>/.exec(await answer.text())?.[1];
  // Whatever the customer answers to a blocked number is not sent.
  if (said !== undefined && keyword !== 'STOP') deliver(reply.from, unescaped(said));
  return { status: answer.status };
}

const unescaped = (xml: string) =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
