// Twilio's own client, with a configurable base address, and what may be shown of its errors.
import twilio from 'twilio';
import type { RequestOptions } from 'twilio/lib/base/RequestClient.js';
import { NotPerformed, OutcomeUnknown } from '../../platform/jobs/vendor-calls.ts';
import { neverSent } from '../never-sent.ts';

export interface TwilioSettings {
  readonly url: string | undefined;
  readonly accountSid: string;
  readonly authToken: string;
  readonly timeoutMs: number;
}

export const twilioClient = ({ url, accountSid, authToken, timeoutMs }: TwilioSettings) =>
  twilio(accountSid, authToken, { httpClient: new ClientWithBaseUrl(url, timeoutMs), autoRetry: false });

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

/** Why Twilio refused: its own code and the HTTP status. Undefined if it did not respond. */
export function refusalOf(
  error: unknown,
): { readonly code: number | undefined; readonly status: number } | undefined {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return undefined;
  const code = 'code' in error && typeof error.code === 'number' ? error.code : undefined;
  return { code, status: error.status };
}

/** The SDK's errors contain the request with the phone number, so they must not be passed on. */
export function redactedError(error: unknown): Error {
  const refusal = refusalOf(error);
  if (refusal !== undefined && refusal.status < 500)
    return new NotPerformed(`twilio refused with ${refusal.status} (${refusal.code ?? 'no code'})`);
  // The SDK's client is axios. Any other error is a bug of ours, such as a missing parameter.
  if (refusal === undefined && !(error instanceof Error && 'isAxiosError' in error)) throw error;
  return neverSent(error)
    ? new NotPerformed('twilio cannot be reached')
    : new OutcomeUnknown('twilio did not answer');
}
