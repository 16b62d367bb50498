// Tells people from programs: Google's reCAPTCHA.
import * as z from 'zod';
import { callVendor } from './http-client.ts';

export interface Captcha {
  /** False where the token is wrong, used or too old. Throws where the service gives no answer. */
  confirm(token: string, address: string, signal: AbortSignal): Promise<boolean>;
}

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
      return success && (score === undefined || score >= 0.3);
    },
  };
}
