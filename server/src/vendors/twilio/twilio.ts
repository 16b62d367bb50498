// Twilio: codes by Verify, other texts by Programmable Messaging.

import MessagingResponse from 'twilio/lib/twiml/MessagingResponse.js';
import { validateRequest, validateRequestWithBody } from 'twilio/lib/webhooks/webhooks.js';
import * as z from 'zod';
import { daysAfter } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { deferredImport } from '../../platform/deferred-import.ts';
import type { Unread, WebhookResponse } from '../../platform/http/webhooks.ts';
import { NotPerformed } from '../../platform/jobs/vendor-calls.ts';
import { readJson } from '../../platform/json.ts';
import { once } from '../../platform/once.ts';
import type { VendorTimeouts } from '../../platform/vendor-timeouts.ts';
import { isRedirect, VendorRedirected, withoutResponse } from '../http-client.ts';
import { optional } from '../optional-fields.ts';
import {
  type CodePhone,
  type SendResult,
  type TextCodes,
  type TextMessages,
  type TextPost,
  type TextReply,
  type TextVendor,
  textPaths,
} from '../text-messages.ts';
import { ToFix } from '../vendor-check.ts';

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
/** A handset that confirms reading has received. */
const statusOf = (text: string): (typeof deliveryStatuses)[number] | undefined =>
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

function readReply(post: TextPost, authToken: string): TextReply | Unread {
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
function readDelivery(post: TextPost, authToken: string): ReturnType<TextMessages['readDelivery']> {
  const read = readForm(post, authToken, callback);
  if (typeof read === 'string') return read;
  const status = statusOf(read.MessageStatus);
  return status && { status, errorCode: errorCodeOf(read.ErrorCode) };
}

/** The outcomes of our Verify services' codes. Other events of the stream are left out. */
function readCodeDeliveries(
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
function answerText(words: string | undefined): WebhookResponse {
  const response = new MessagingResponse();
  if (words !== undefined) response.message(words);
  return { type: 'text/xml; charset=utf-8', body: response.toString() };
}

interface TwilioSettings {
  readonly url: string | undefined;
  readonly accountSid: string;
  readonly authToken: string;
  readonly timeoutMs: number;
}

interface VerifyServices {
  readonly serviceSid: string;
  readonly returningServiceSid: string;
}

const sdk = deferredImport(() => import('twilio'));

const twilioClient = ({ url, accountSid, authToken, timeoutMs }: TwilioSettings) =>
  once(async () => {
    const { default: twilio } = await sdk();
    const httpClient = new twilio.RequestClient({ timeout: timeoutMs, keepAlive: true });
    const request = httpClient.request.bind(httpClient);
    httpClient.request = async (options) => {
      const uri = url === undefined ? options.uri : options.uri.replace(/^https:\/\/[^/]+/, url);
      const response = await request({ ...options, uri });
      const { statusCode, headers } = response;
      // The SDK takes some of them for an answer.
      if (isRedirect(statusCode)) throw new VendorRedirected('twilio', statusCode, headers?.location, uri);
      return response;
    };
    return twilio(accountSid, authToken, { httpClient, autoRetry: false });
  });

/** Why Twilio refused: its own code and the HTTP status. Undefined if it did not respond. */
function refusalOf(
  error: unknown,
): { readonly code: number | undefined; readonly status: number } | undefined {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return undefined;
  const code = 'code' in error && typeof error.code === 'number' ? error.code : undefined;
  return { code, status: error.status };
}

/** The SDK's errors contain the request with the phone number, so they must not be passed on. */
export function redactedError(error: unknown): Error {
  if (error instanceof VendorRedirected) return error;
  const refusal = refusalOf(error);
  if (refusal !== undefined && refusal.status < 500)
    return new NotPerformed(`twilio refused with ${refusal.status} (${refusal.code ?? 'no code'})`);
  // The SDK's client is axios. Any other error is a bug of ours, such as a missing parameter.
  if (refusal === undefined && !(error instanceof Error && 'isAxiosError' in error)) throw error;
  return withoutResponse('twilio', error);
}

/** The number opted out (21610), or gets no texts: sending again changes nothing. */
const finalCodes: ReadonlySet<number> = new Set([21211, 21408, 21610, 21612, 21614, 30450]);

function twilioMessages(settings: TwilioSettings & { readonly from: string }): TextMessages {
  const client = twilioClient(settings);
  const { from, authToken } = settings;
  return {
    vendor: 'twilio',
    readReply: (post) => readReply(post, authToken),
    readDelivery: (post) => readDelivery(post, authToken),
    answer: async (_, words) => answerText(words),
    async send({ to, body, statusUrl }) {
      try {
        const { sid } = await (await client()).messages.create({ to, from, body, statusCallback: statusUrl });
        return { vendorId: sid };
      } catch (error) {
        const code = refusalOf(error)?.code;
        if (code !== undefined && finalCodes.has(code)) return { refused: code };
        throw redactedError(error);
      }
    },
    async tryKeys() {
      const { incomingPhoneNumbers } = await client();
      const numbers = await incomingPhoneNumbers
        .list({ phoneNumber: from, limit: 1 })
        .catch((error: unknown) => {
          const status = refusalOf(error)?.status;
          if (status === 401 || status === 403)
            throw new ToFix('TWILIO_ACCOUNT_SID or TWILIO_AUTH_TOKEN is not accepted');
          throw redactedError(error);
        });
      const [number] = numbers;
      if (number === undefined) throw new ToFix('TWILIO_FROM is no number of the account');
      if (!number.smsUrl.endsWith(textPaths.replies))
        throw new ToFix(
          `STOP does not reach us: set "A message comes in" of TWILIO_FROM to PUBLIC_URL${textPaths.replies} (HTTP POST)`,
        );
      return 'TWILIO_FROM is the account’s, and its replies come to us';
    },
    // Twilio stores no key of ours, so a match of phone and body identifies a text.
    async find({ to, body }, now) {
      try {
        const sent = await (await client()).messages.list({
          to,
          from,
          dateSentAfter: daysAfter(now, -1),
          limit: 50,
        });
        const same = sent.find((text) => text.body === body);
        return same && { vendorId: same.sid };
      } catch (error) {
        throw redactedError(error);
      }
    },
  };
}

const maxChecks = 60202;
const notFound = 20404;
const forbidden = 403;

/** Twilio's error codes (https://www.twilio.com/docs/api/errors), by what they mean for a send. */
const refusals: Readonly<Record<number, SendResult>> = {
  60202: 'too-many',
  60203: 'too-many',
  // Invalid, unreachable, a landline, or not a mobile phone.
  21211: 'cannot-be-sent',
  21612: 'cannot-be-sent',
  21614: 'cannot-be-sent',
  60200: 'cannot-be-sent',
  60205: 'cannot-be-sent',
  60033: 'cannot-be-sent',
  21610: 'opted-out',
  60410: 'held-back',
  60605: 'region-blocked',
  60238: 'account-blocked',
  // The channel is off in the service's settings.
  60223: 'account-blocked',
};

/** Twilio forbids a code for ever more reasons; an unlisted one is treated as a guard against fraud. */
function resultOf({ code, status }: { readonly code: number | undefined; readonly status: number }) {
  const listed = code === undefined ? undefined : refusals[code];
  return listed ?? (status === forbidden ? 'held-back' : undefined);
}

function twilioVerify(settings: TwilioSettings & VerifyServices): TextCodes {
  const client = twilioClient(settings);
  const service = async (sid: string) => (await client()).verify.v2.services(sid);
  const serviceOf = ({ isConfirmed }: CodePhone) =>
    service(isConfirmed ? settings.returningServiceSid : settings.serviceSid);
  return {
    vendor: 'twilio',
    readDeliveries: (post) => readCodeDeliveries(post, settings),
    async send(to, channel) {
      try {
        const { sendCodeAttempts } = await (await serviceOf(to)).verifications.create({
          to: to.phone,
          channel: channel === 'call' ? 'call' : 'sms',
        });
        const deliveryId: unknown = sendCodeAttempts?.at(-1)?.attempt_sid;
        return typeof deliveryId === 'string' ? { result: 'sent', deliveryId } : { result: 'sent' };
      } catch (error) {
        const refusal = refusalOf(error);
        const result = refusal && resultOf(refusal);
        if (result === undefined) throw redactedError(error);
        return { result: channel === 'call' && result === 'cannot-be-sent' ? 'cannot-be-called' : result };
      }
    },
    async check(to, code) {
      try {
        const { status } = await (await serviceOf(to)).verificationChecks.create({ to: to.phone, code });
        return status === 'approved' ? 'accepted' : 'wrong';
      } catch (error) {
        const refusal = refusalOf(error)?.code;
        if (refusal === notFound) return 'expired';
        if (refusal === maxChecks) return 'too-many';
        throw redactedError(error);
      }
    },
    async tryKeys() {
      const { serviceSid, returningServiceSid } = settings;
      if (serviceSid === returningServiceSid)
        throw new ToFix('TWILIO_VERIFY_RETURNING_SERVICE_SID must name another service');
      let name = 'TWILIO_VERIFY_SERVICE_SID';
      try {
        await (await service(serviceSid)).fetch();
        name = 'TWILIO_VERIFY_RETURNING_SERVICE_SID';
        await (await service(returningServiceSid)).fetch();
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal?.code === notFound)
          throw new ToFix(`${name} names no Verify service of the account (20404)`);
        if (refusal?.status === 401 || refusal?.status === forbidden)
          throw new ToFix(`TWILIO_ACCOUNT_SID or TWILIO_AUTH_TOKEN is not accepted (${refusal.code})`);
        throw redactedError(error);
      }
      return 'signed in, and both Verify services are there; no text was sent';
    },
  };
}

const account = (config: Config, timeouts: VendorTimeouts) => ({
  url: config.TWILIO_URL,
  accountSid: config.TWILIO_ACCOUNT_SID,
  authToken: config.TWILIO_AUTH_TOKEN,
  timeoutMs: timeouts.seconds(8) * 1000,
});

export const twilio: TextVendor = {
  name: 'twilio',
  codes: (config, timeouts) =>
    twilioVerify({
      ...account(config, timeouts),
      serviceSid: config.TWILIO_VERIFY_SERVICE_SID,
      returningServiceSid: config.TWILIO_VERIFY_RETURNING_SERVICE_SID,
    }),
  messages: (config, timeouts) => twilioMessages({ ...account(config, timeouts), from: config.TWILIO_FROM }),
};
