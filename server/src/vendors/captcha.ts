// Google's reCAPTCHA, which blocks bots.
import * as z from 'zod';
import { callVendor } from './http-client.ts';

export interface Captcha {
  /**
   * Returns false if the token is wrong, used or too old. `address` is the browser's IP address. Rejects with
   * `VendorUnavailable` if the service does not answer.
   */
  confirm(token: string, address: string, signal: AbortSignal): Promise<boolean>;
}

/** Scores go from 0 (a bot) to 1 (a person). Only reCAPTCHA v3 sends one. */
const minimumScore = 0.3;

export function recaptcha(settings: { url: string; secret: string }): Captcha {
  const answer = z.object({ success: z.boolean(), score: z.number().optional() });
  return {
    async confirm(token, address, signal) {
      const { success, score } = await callVendor({
        vendor: 'recaptcha',
        method: 'POST',
        url: `${settings.url}/api/siteverify`,
        form: { secret: settings.secret, response: token, remoteip: address },
        answer,
        signal,
      });
      return success && (score === undefined || score >= minimumScore);
    },
  };
}
