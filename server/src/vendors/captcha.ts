// Google's reCAPTCHA, which blocks bots. The key is of the kind v2 invisible, which gives no score.
import * as z from 'zod';
import { NotPerformed } from '../platform/jobs/vendor-calls.ts';
import { callVendor } from './http-client.ts';
import { optional, optionalList } from './optional-fields.ts';
import { type Checkable, checkScript, refusedKeys, ToFix } from './vendor-check.ts';

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

/** The codes about our secret or request, not about the token. */
const ofOurs: ReadonlySet<string> = new Set(['missing-input-secret', 'invalid-input-secret', 'bad-request']);

interface CaptchaSettings {
  /** Google's own if left out. */
  url: string | undefined;
  scriptUrl: string;
  secret: string;
  /** The host that applicants see, where tokens must come from. Google does not check it for every key. */
  hostname: string;
}

const fromHost = (hostname: string | undefined, expected: string): CaptchaAnswer =>
  hostname === expected ? { kind: 'confirmed' } : { kind: 'refused', codes: ['other-hostname'] };

/** By `siteverify`, which takes the key's legacy secret. */
export function recaptcha(settings: CaptchaSettings): Captcha {
  const response = z.object({
    success: z.boolean(),
    hostname: optional(z.string()),
    'error-codes': optionalList(z.string().regex(/^[a-z-]{1,40}$/)),
  });
  const verify = async (form: Record<string, string>, signal: AbortSignal) => {
    const { 'error-codes': codes, ...outcome } = await callVendor({
      vendor: 'recaptcha',
      method: 'POST',
      url: `${settings.url ?? 'https://www.google.com/recaptcha'}/api/siteverify`,
      form: { secret: settings.secret, ...form },
      response,
      signal,
    });
    return { ...outcome, codes, refusalOfOurs: codes.find((code) => ofOurs.has(code)) };
  };
  return {
    async confirm(token, address, signal) {
      const form = { response: token, remoteip: address };
      const { success, hostname, codes, refusalOfOurs } = await verify(form, signal);
      if (refusalOfOurs !== undefined) throw new NotPerformed(`recaptcha refused us (${codes})`);
      if (!success) return { kind: 'refused', codes };
      return fromHost(hostname, settings.hostname);
    },
    /** No token is valid, but a wrong secret is reported first. */
    async tryKeys(signal) {
      const { refusalOfOurs } = await verify({ response: 'vendors-check' }, signal);
      if (refusalOfOurs !== undefined) throw new ToFix(`RECAPTCHA_SECRET is not accepted: ${refusalOfOurs}`);
      await checkScript('RECAPTCHA_SCRIPT_URL', settings.scriptUrl, signal);
      return 'the secret is accepted and the script loads';
    },
  };
}

/** By `CreateAssessment` of Google Cloud, where `secret` is an API key of `project`. */
export function recaptchaAssessments(
  settings: CaptchaSettings & { readonly project: string; readonly siteKey: string },
): Captcha {
  const response = z.object({
    tokenProperties: z.object({
      valid: optional(z.boolean()),
      invalidReason: optional(z.string().regex(/^[A-Z_]{1,40}$/)),
      hostname: optional(z.string()),
    }),
  });
  const base = settings.url ?? 'https://recaptchaenterprise.googleapis.com';
  const assess = (event: { token: string; userIpAddress?: string }, signal: AbortSignal) =>
    callVendor({
      vendor: 'recaptcha',
      method: 'POST',
      url: `${base}/v1/projects/${encodeURIComponent(settings.project)}/assessments`,
      headers: { 'x-goog-api-key': settings.secret },
      json: { event: { siteKey: settings.siteKey, ...event } },
      response,
      signal,
    });
  return {
    async confirm(token, address, signal) {
      const { tokenProperties } = await assess({ token, userIpAddress: address }, signal);
      const { valid, invalidReason = 'not-valid', hostname } = tokenProperties;
      return valid ? fromHost(hostname, settings.hostname) : { kind: 'refused', codes: [invalidReason] };
    },
    async tryKeys(signal) {
      const refused = refusedKeys('RECAPTCHA_SECRET and RECAPTCHA_PROJECT are', [400, 401, 403, 404]);
      await assess({ token: 'vendors-check' }, signal).catch(refused);
      await checkScript('RECAPTCHA_SCRIPT_URL', settings.scriptUrl, signal);
      return 'the key and its project are accepted and the script loads';
    },
  };
}
