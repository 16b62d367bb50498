// Twilio's own client, with a configurable base address, and what may be shown of its errors.
import { deferredImport } from '../../platform/deferred-import.ts';
import { NotPerformed } from '../../platform/jobs/vendor-calls.ts';
import { once } from '../../platform/once.ts';
import { isRedirect, VendorRedirected, withoutResponse } from '../http-client.ts';

export interface TwilioSettings {
  readonly url: string | undefined;
  readonly accountSid: string;
  readonly authToken: string;
  readonly timeoutMs: number;
}

export interface VerifyServices {
  readonly serviceSid: string;
  readonly returningServiceSid: string;
}

const sdk = deferredImport(() => import('twilio'));

export const twilioClient = ({ url, accountSid, authToken, timeoutMs }: TwilioSettings) =>
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
export function refusalOf(
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
