// One-time codes by text message: Twilio Verify creates, sends and checks them.
import twilio from 'twilio';
import type { RequestOptions } from 'twilio/lib/base/RequestClient.js';
import { NotPerformed, OutcomeUnknown } from '../platform/jobs/vendor-calls.ts';
import { neverSent } from './never-sent.ts';
import { type Checkable, ToFix } from './vendor-check.ts';

type SendResult = 'sent' | 'too-many' | 'cannot-be-sent';
export type CheckResult = 'accepted' | 'wrong' | 'expired' | 'too-many';

/** Phones are in E.164. Both methods reject with `NotPerformed` or `OutcomeUnknown` if Twilio fails. */
export interface TextCodes extends Checkable {
  /** Sends the same code again while it is valid. `cannot-be-sent`: the number gets no texts. */
  send(phone: string): Promise<SendResult>;
  /** `too-many`: no more codes can be checked for this phone for now. */
  check(phone: string, code: string): Promise<CheckResult>;
}

/** Twilio's error codes. */
const refusals = {
  maxChecks: 60202,
  maxSends: 60203,
  notFound: 20404,
} as const;
/** Twilio's codes for a number that is invalid, unreachable, opted out or not a mobile phone. */
const unreachable = new Set([21211, 21612, 21610, 21614, 60200, 60205, 60033]);

export function twilioVerify(settings: {
  url: string | undefined;
  accountSid: string;
  authToken: string;
  serviceSid: string;
  timeoutMs: number;
}): TextCodes {
  const client = twilio(settings.accountSid, settings.authToken, {
    httpClient: new ClientWithBaseUrl(settings.url, settings.timeoutMs),
    autoRetry: false,
  });
  const service = client.verify.v2.services(settings.serviceSid);
  return {
    async send(phone) {
      try {
        await service.verifications.create({ to: phone, channel: 'sms' });
        return 'sent';
      } catch (error) {
        const code = codeOf(error);
        if (code === refusals.maxSends || code === refusals.maxChecks) return 'too-many';
        if (code !== undefined && unreachable.has(code)) return 'cannot-be-sent';
        throw redactedError(error);
      }
    },
    async check(phone, code) {
      try {
        const { status } = await service.verificationChecks.create({ to: phone, code });
        return status === 'approved' ? 'accepted' : 'wrong';
      } catch (error) {
        const refusal = codeOf(error);
        if (refusal === refusals.notFound) return 'expired';
        if (refusal === refusals.maxChecks) return 'too-many';
        throw redactedError(error);
      }
    },
    async tryKeys() {
      try {
        await service.fetch();
      } catch (error) {
        if (codeOf(error) === refusals.notFound)
          throw new ToFix('TWILIO_VERIFY_SERVICE_SID names no Verify service of the account (20404)');
        const status = error instanceof Error && 'status' in error ? error.status : undefined;
        if (status === 401 || status === 403)
          throw new ToFix(`TWILIO_ACCOUNT_SID or TWILIO_AUTH_TOKEN is not accepted (${codeOf(error)})`);
        throw redactedError(error);
      }
      return 'signed in, and the Verify service is there; no text was sent';
    },
  };
}

/** Twilio's HTTP client with a configurable base address. */
class ClientWithBaseUrl extends twilio.RequestClient {
  readonly #base: string | undefined;

  constructor(base: string | undefined, timeout: number) {
    super({ timeout, keepAlive: true });
    this.#base = base;
  }

  override request<T>(options: RequestOptions<T>) {
    const uri = this.#base === undefined ? options.uri : options.uri.replace(/^https:\/\/[^/]+/, this.#base);
    return super.request<T>({ ...options, uri });
  }
}

function codeOf(error: unknown): number | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : undefined;
}

/** The SDK's errors contain the request with the phone number, so they must not get out. */
function redactedError(error: unknown): Error {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : undefined;
  const code = codeOf(error) === undefined ? '' : ` (${codeOf(error)})`;
  if (status !== undefined && status < 500) return new NotPerformed(`twilio refused with ${status}${code}`);
  return neverSent(error)
    ? new NotPerformed('twilio cannot be reached')
    : new OutcomeUnknown('twilio did not answer');
}
