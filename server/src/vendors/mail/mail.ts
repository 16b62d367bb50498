// Email over SMTP, without attachments: documents about applicants do not travel by plain email (16 CFR 314.4(c)(3)). We set the
// Message-ID and reuse it on retries, so that mail servers can drop duplicates.

import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { isSameSecret } from '../../platform/constant-time.ts';
import type { Unread } from '../../platform/http/webhooks.ts';
import { NotPerformed, OutcomeUnknown, type VendorUnavailable } from '../../platform/jobs/vendor-calls.ts';
import { readJson } from '../../platform/json.ts';
import { optional } from '../optional-fields.ts';
import { type Checkable, ToFix } from '../vendor-check.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The Message-ID before the @, the same on every retry, such as `email-verification.<application>`. */
  readonly id: string;
  /** Mail programs show emails that name the same one as one conversation. */
  readonly conversation: string;
  /** The address that unsubscribes the recipient by one POST (RFC 8058), for mail that is not about a transaction. */
  readonly unsubscribe?: string;
}

/** The server refused the message for good (RFC 5321, 4.2.1), so it must not be sent again. */
export class MailRefused extends NotPerformed {
  override readonly isFinal = true;
  /** Whether it refused the recipient's address, not this message or its sender. */
  readonly isAddressRefused: boolean;

  constructor(details: string, isAddressRefused: boolean) {
    super(`the mail server refused the message${details}`);
    this.isAddressRefused = isAddressRefused;
  }
}

export interface Mailer extends Checkable {
  /** Rejects with `NotPerformed` if the mail server cannot be reached, `MailRefused` if it refused, else `OutcomeUnknown`. */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}

export function smtp(settings: { url: string; from: string; domain: string; timeoutMs: number }): Mailer {
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    const { url, from, timeoutMs } = settings;
    const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
    return createTransport({ url, ...timeouts }, { from });
  };
  let opened: ReturnType<typeof open> | undefined;
  // A web process sends no email, so it does not load what does.
  const transport = () => {
    opened ??= open();
    return opened;
  };
  return {
    async send(mail) {
      try {
        const smtpTransport = await transport();
        await smtpTransport.sendMail({
          to: mail.to,
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          messageId: `<${mail.id}@${settings.domain}>`,
          inReplyTo: `<${mail.conversation}@${settings.domain}>`,
          references: `<${mail.conversation}@${settings.domain}>`,
          ...(mail.unsubscribe === undefined ? {} : { headers: unsubscribeHeaders(mail.unsubscribe) }),
        });
      } catch (error) {
        throw redactedError(error);
      }
    },
    /** Connects, secures the connection and signs in. No message is sent. */
    async tryKeys() {
      try {
        const smtpTransport = await transport();
        await smtpTransport.verify();
      } catch (error) {
        const { code, responseCode = '' } = error as { code?: unknown; responseCode?: unknown };
        if (code === 'EAUTH')
          throw new ToFix(`the user or password in SMTP_URL is not accepted (${responseCode})`);
        throw redactedError(error);
      }
      return 'signed in; no email was sent';
    },
    close: async () => (await opened?.catch(() => undefined))?.close(),
  };
}

/** An enhanced status code about security or policy (RFC 3463, X.7.X), such as "550 5.7.1 Relaying denied". */
const isPolicy = /^(?:5\d\d[ -])?5\.7\./;

/** The server's messages may repeat addresses, so only its codes are shown. */
function redactedError(error: unknown): VendorUnavailable {
  const { code, responseCode, command, response } = error as Record<string, unknown>;
  const named = [code, responseCode].filter((part) => part !== undefined).join(' ');
  const details = named === '' ? '' : ` (${named})`;
  if (code === 'ECONNECTION' || code === 'ESOCKET' || code === 'EDNS')
    return new NotPerformed(`the mail server cannot be reached${details}`);
  // Signing in comes before any message.
  if (code === 'EAUTH') return new NotPerformed(`the mail server refused our sign-in${details}`);
  const isPermanent = typeof responseCode === 'number' && responseCode >= 500;
  if (isPermanent && (command === 'RCPT TO' || command === 'DATA'))
    return new MailRefused(details, command === 'RCPT TO' && !isPolicy.test(String(response)));
  return new OutcomeUnknown(`the mail server did not accept the message${details}`);
}

const unsubscribeHeaders = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

const posted = z.object({
  signature: z.object({ timestamp: z.string(), token: z.string().min(1), signature: z.string() }),
  'event-data': z.object({
    event: z.string(),
    severity: optional(z.string()),
    recipient: optional(z.string()),
    message: optional(z.object({ headers: z.object({ 'message-id': z.string() }) })),
    'delivery-status': optional(z.object({ message: optional(z.string()) })),
  }),
});

/** How old a signature may be, in seconds. The service signs each attempt separately. */
const freshSeconds = 900;

export interface Bounce {
  /** The id that we gave the email: the Message-ID before the @. */
  readonly mail: string;
  readonly recipient: string;
  /** False if only this message was refused. */
  readonly isAddressBad: boolean;
}

/** `once`: a sender who saw this signature could reuse it with other content. */
export function readMailEvents(
  body: Buffer,
  signingKey: string,
  now: Date,
): Unread | { readonly bounces: readonly Bounce[]; readonly once: { token: string; signedAt: Date } } {
  const event = posted.safeParse(readJson(body));
  if (!event.success) return 'unsigned';
  const { signature, 'event-data': data } = event.data;
  const signedAt = Number(signature.timestamp);
  const isFresh = Math.abs(now.getTime() / 1000 - signedAt) <= freshSeconds;
  if (!isFresh || !isSigned(signature, signingKey)) return 'forged';
  const once = { token: signature.token, signedAt: new Date(signedAt * 1000) };
  const id = data.message?.headers['message-id'];
  // A temporary failure is tried again by the service.
  if (data.event !== 'failed' || data.severity !== 'permanent' || id === undefined)
    return { bounces: [], once };
  const mail = id.slice(0, id.lastIndexOf('@'));
  const isAddressBad = !isPolicy.test(data['delivery-status']?.message ?? '');
  return { bounces: [{ mail, recipient: data.recipient ?? '', isAddressBad }], once };
}

function isSigned(
  { timestamp, token, signature }: { timestamp: string; token: string; signature: string },
  signingKey: string,
): boolean {
  const expected = createHmac('sha256', signingKey).update(`${timestamp}${token}`).digest();
  return isSameSecret(Buffer.from(signature, 'hex'), expected);
}
