// The checks of `npm run vendors:check`: every adapter signs in with the configured keys and makes a call that changes nothing.
import * as z from 'zod';
import { callVendor, VendorRefused } from './http-client.ts';

export interface Checkable {
  /**
   * Signs in and makes a harmless call. Returns what worked, in a few words. Rejects with `ToFix`, or like the other
   * methods where the vendor cannot be reached.
   */
  tryKeys(signal: AbortSignal): Promise<string>;
}

/** A setting must be fixed. The message names settings, never their values. */
export class ToFix extends Error {}

/** Turns a refusal of our credentials into what to fix; anything else is thrown as it is. */
export function refusedKeys(settings: string, statuses: readonly number[] = [401, 403]) {
  return (error: unknown): never => {
    if (error instanceof VendorRefused && statuses.includes(error.status))
      throw new ToFix(`${settings} not accepted: ${error.message}`);
    throw error;
  };
}

/** A script that browsers load, which must be there and be one. */
export async function checkScript(setting: string, url: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, { signal, redirect: 'manual' }).catch(() => undefined);
  await response?.body?.cancel();
  const type = response?.headers.get('content-type') ?? 'nothing';
  if (!response?.ok || !/javascript/.test(type))
    throw new ToFix(`${setting} leads to no script (${response?.status ?? 'no answer'}, ${type})`);
}

/** A call that the vendor must refuse as malformed, which shows that it accepted the keys of these settings before. */
export async function assertKeysAccepted(
  settings: string,
  request: Omit<Parameters<typeof callVendor>[0], 'response'>,
): Promise<void> {
  await callVendor({ ...request, response: z.unknown() }).catch((error: unknown) => {
    if (error instanceof VendorRefused && [400, 404, 409, 422].includes(error.status)) return;
    refusedKeys(settings)(error);
  });
}
