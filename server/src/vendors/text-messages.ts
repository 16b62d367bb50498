// Text messages: the interfaces of a service that sends one-time codes, and of one that sends texts and receives replies. What it posts
// is checked and read by its adapter; the addresses that it posts to are ours, and stay when the service changes.
import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../platform/config.ts';
import type { Unread, WebhookResponse } from '../platform/http/webhooks.ts';
import type { VendorTimeouts } from '../platform/vendor-timeouts.ts';
import type { Checkable } from './vendor-check.ts';

/** Behind `PUBLIC_URL`. The id of a text follows `status`. */
export const textPaths = {
  replies: '/webhooks/texts/replies',
  status: '/webhooks/texts/status',
  codes: '/webhooks/texts/codes',
} as const;

/** A request of the service as it arrived. */
export interface TextPost {
  /** The public address that the service called, with its query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * `cannot-be-sent`: the number gets no texts. `cannot-be-called`: nor a call. `opted-out`: its owner stopped texts. `held-back`: the
 * vendor sends no code to this number for some hours, as a guard against fraud. `region-blocked`: nor to its region. `account-blocked`: nor to any number.
 */
export type SendResult =
  | 'sent'
  | 'too-many'
  | 'cannot-be-sent'
  | 'cannot-be-called'
  | 'opted-out'
  | 'held-back'
  | 'region-blocked'
  | 'account-blocked';
export type CheckResult = 'accepted' | 'wrong' | 'expired' | 'too-many';

/** Where a code goes. */
export interface CodePhone {
  /** In E.164. */
  readonly phone: string;
  /** The application has confirmed this phone. Its code is another one than that of applications that have not. */
  readonly isConfirmed: boolean;
}

export interface Sending {
  readonly result: SendResult;
  /** The vendor's id of this delivery, by which it reports the outcome. */
  readonly deliveryId?: string;
}

interface Delivery {
  readonly status: 'sent' | 'delivered' | 'undelivered' | 'failed';
  /** The vendor's own code for what went wrong. */
  readonly errorCode: number | undefined;
}

interface CodeDelivery extends Delivery {
  readonly deliveryId: string;
  readonly sentAt: Date;
}

/**
 * `send` and `check` reject with `NotPerformed` or `OutcomeUnknown` if the vendor fails. What is sent and checked for applications that
 * never confirmed a phone uses up nothing of one that did, because anyone can submit a form with another's phone.
 */
export interface TextCodes extends Checkable {
  /** Names the service in stored calls and logs. */
  readonly vendor: string;
  /** Texts the code, or calls and reads it aloud; the same code again while it is valid. */
  send(to: CodePhone, channel: 'text' | 'call'): Promise<Sending>;
  /** `too-many`: no more codes can be checked for this phone for now. */
  check(to: CodePhone, code: string): Promise<CheckResult>;
  /** What arrives at `textPaths.codes`, once its signature is checked. Anything else than outcomes of our codes is left out. */
  readDeliveries(post: TextPost): readonly CodeDelivery[] | Unread;
}

interface TextToSend {
  /** In E.164. */
  readonly to: string;
  readonly body: string;
  /** Where the vendor reports the outcome. */
  readonly statusUrl: string;
}

/** The vendor's id of the message, or its code for refusing this number. */
type TextSent = { readonly vendorId: string } | { readonly refused: number };

export interface TextReply {
  readonly vendorId: string;
  /** In E.164. */
  readonly from: string;
  readonly text: string;
  /** The vendor has confirmed it to the sender. */
  readonly isAnswered: boolean;
}

/** `send` and `find` reject with `NotPerformed` or `OutcomeUnknown` if the vendor fails. */
export interface TextMessages extends Checkable {
  /** Names the service in stored calls and logs. */
  readonly vendor: string;
  send(text: TextToSend): Promise<TextSent>;
  /** The same text to the same phone, if the vendor accepted it in the last day. */
  find(text: Pick<TextToSend, 'to' | 'body'>, now: Date): Promise<TextSent | undefined>;
  /** What arrives at `textPaths.replies`, once its signature is checked. */
  readReply(post: TextPost): TextReply | Unread;
  /** Texts `words` to the sender of a reply, by a call or by the response to its request, which is returned. Without words, none. */
  answer(reply: TextReply, words: string | undefined): Promise<WebhookResponse | undefined>;
  /** What arrives at a text's `statusUrl`, once its signature is checked. Undefined for a status that is not an outcome yet. */
  readDelivery(post: TextPost): Delivery | Unread | undefined;
}

/** A service for both. */
export interface TextVendor {
  /** Names the service in stored calls and logs, and its stand-in in the sandbox. */
  readonly name: string;
  readonly codes: (config: Config, timeouts: VendorTimeouts) => TextCodes;
  readonly messages: (config: Config, timeouts: VendorTimeouts) => TextMessages;
}
