// Google's reCAPTCHA, which blocks bots. The key is of the kind v2 invisible, which gives no score.
import * as z from 'zod';
import { callVendor, VendorRefused } from './http-client.ts';
import { optional, optionalList } from './optional-fields.ts';
import { type Checkable, checkScript, refusedKeys } from './vendor-check.ts';

type CaptchaAnswer =
  | { readonly kind: 'confirmed' }
  /** The token is wrong, used, too old or another site's. `codes` has the reasons, for the log. */
  | { readonly kind: 'refused'; readonly codes: readonly string[] };

export interface Captcha extends Checkable {
  /**
   * `address` is the browser's IP address. Rejects with `VendorUnavailable` if the service does not respond, or refuses our own
   * credentials.
   */
  confirm(token: string, address: string, signal: AbortSignal): Promise<CaptchaAnswer>;
}

interface CaptchaSettings {
  /** Google's own if left out. */
  url: string | undefined;
  scriptUrl: string;
  secret: string;
  /** The host that applicants see, where tokens must come from. Google does not check it for every key. */
  hostname: string;
}

interface Verdict {
  readonly valid: boolean;
  readonly hostname: string | undefined;
  readonly codes: readonly string[];
}

/** `verify` rejects with `VendorRefused` where Google refuses the keys, which it does before it looks at the token. */
const captchaBy = (
  settings: CaptchaSettings,
  keys: string,
  verify: (token: string, address: string | undefined, signal: AbortSignal) => Promise<Verdict>,
): Captcha => ({
  async confirm(token, address, signal) {
    const { valid, hostname, codes } = await verify(token, address, signal);
    if (valid && hostname === settings.hostname) return { kind: 'confirmed' };
    return { kind: 'refused', codes: valid ? ['other-hostname'] : codes };
  },
  async tryKeys(signal) {
    await verify('vendors-check', undefined, signal).catch(refusedKeys(keys, [400, 401, 403, 404]));
    await checkScript('RECAPTCHA_SCRIPT_URL', settings.scriptUrl, signal);
    return 'the secret is accepted and the script loads';
  },
});

/** The codes about our secret or request, not about the token. */
const ofOurs: ReadonlySet<string> = new Set(['missing-input-secret', 'invalid-input-secret', 'bad-request']);

/** By `siteverify`, which takes the key's legacy secret and responds with 200 in every case. */
export function recaptcha(settings: CaptchaSettings): Captcha {
  const { url = 'https://www.google.com/recaptcha', secret } = settings;
  const response = z.object({
    success: z.boolean(),
    hostname: optional(z.string()),
    'error-codes': optionalList(z.string().regex(/^[a-z-]{1,40}$/)),
  });
  return captchaBy(settings, 'RECAPTCHA_SECRET is', async (token, address, signal) => {
    const form = { secret, response: token, ...(address && { remoteip: address }) };
    const read = await callVendor({
      vendor: 'recaptcha',
      method: 'POST',
      url: `${url}/api/siteverify`,
      form,
      response,
      signal,
    });
    const { success: valid, hostname, 'error-codes': codes } = read;
    if (codes.some((code) => ofOurs.has(code)))
      throw new VendorRefused('recaptcha', 401, read, String(codes));
    return { valid, hostname, codes };
  });
}

/** By `CreateAssessment` of Google Cloud, where `secret` is an API key of `project`. */
export function recaptchaAssessments(
  settings: CaptchaSettings & { readonly project: string; readonly siteKey: string },
): Captcha {
  const { url = 'https://recaptchaenterprise.googleapis.com', secret, project, siteKey } = settings;
  const response = z.object({
    tokenProperties: z.object({
      valid: optional(z.boolean()),
      invalidReason: optional(z.string().regex(/^[A-Z_]{1,40}$/)),
      hostname: optional(z.string()),
    }),
  });
  const keys = 'RECAPTCHA_SECRET and RECAPTCHA_PROJECT are';
  return captchaBy(settings, keys, async (token, userIpAddress, signal) => {
    const { tokenProperties } = await callVendor({
      vendor: 'recaptcha',
      method: 'POST',
      url: `${url}/v1/projects/${encodeURIComponent(project)}/assessments`,
      headers: { 'x-goog-api-key': secret },
      json: { event: { token, siteKey, userIpAddress } },
      response,
      signal,
    });
    const { valid = false, invalidReason, hostname } = tokenProperties;
    return { valid, hostname, codes: [invalidReason ?? 'not-valid'] };
  });
}
