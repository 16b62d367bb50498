// Requests to the lender's DocuSign account: signs in by JWT, finds the account's address, and signs in again if a token is refused.
import { createPrivateKey, type KeyObject } from 'node:crypto';
import * as z from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { deferredImport } from '../../platform/deferred-import.ts';
import { NotPerformed, OutcomeUnknown } from '../../platform/jobs/vendor-calls.ts';
import { callVendor, send, VendorRefused } from '../http-client.ts';

export interface DocusignLogin {
  readonly oauthUrl: string;
  readonly integrationKey: string;
  readonly userId: string;
  readonly accountId: string;
  /** PEM, PKCS #1 or PKCS #8; line ends may be written as `\n`. */
  readonly privateKey: string;
}

interface SignedIn {
  readonly authorization: string;
  /** The account's address, which all its calls are below. */
  readonly base: string;
}

const jose = deferredImport(() => import('jose'));

const token = z.object({ access_token: z.string(), expires_in: z.coerce.number() });
const userinfo = z.object({ accounts: z.array(z.object({ account_id: z.string(), base_uri: z.url() })) });

/** DocuSign reports its limits with status 400, but a limit passes. */
export class LimitExceeded extends VendorRefused {
  override readonly isFinal = false;
}

export class DocusignAccount {
  readonly oauthUrl: string;
  readonly #login: DocusignLogin;
  readonly #clock: Clock;
  readonly #key: KeyObject;
  #signedIn: (SignedIn & { readonly until: number }) | undefined;

  constructor(login: DocusignLogin, clock: Clock) {
    this.oauthUrl = login.oauthUrl.replace(/\/$/, '');
    this.#login = login;
    this.#clock = clock;
    this.#key = createPrivateKey(login.privateKey.replaceAll('\\n', '\n'));
  }

  /** Calls the envelopes API at a path below `/envelopes`. */
  call<A>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    { json, response, signal }: { json?: unknown; response: z.ZodType<A>; signal: AbortSignal },
  ): Promise<A> {
    return this.#authorized(signal, ({ authorization, base }) =>
      callVendor({
        vendor: 'docusign',
        method,
        url: `${base}/envelopes${path}`,
        headers: { authorization },
        json,
        response,
        signal,
      }),
    );
  }

  pdf(path: string, signal: AbortSignal): Promise<Buffer> {
    return this.#authorized(signal, async ({ authorization, base }) => {
      const headers = { authorization, accept: 'application/pdf' };
      const response = await send('docusign', new Request(`${base}/envelopes${path}`, { headers }), signal);
      if (!response.ok) throw new OutcomeUnknown('docusign did not send the document');
      return Buffer.from(await response.arrayBuffer());
    });
  }

  /** DocuSign rejects an expired token before it acts, so the call is repeated with a new one. */
  async #authorized<A>(signal: AbortSignal, call: (as: SignedIn) => Promise<A>): Promise<A> {
    try {
      return await call(await this.#signIn(signal));
    } catch (error) {
      if (!(error instanceof VendorRefused)) throw error;
      const errorCode = errorCodeOf(error);
      if (/LIMIT_EXCEEDED$/i.test(errorCode))
        throw new LimitExceeded('docusign', error.status, error.body, errorCode);
      if (error.status !== 401) throw error;
      this.#signedIn = undefined;
      return call(await this.#signIn(signal));
    }
  }

  async #signIn(signal: AbortSignal): Promise<SignedIn> {
    const now = this.#clock.now().getTime();
    if (this.#signedIn && this.#signedIn.until > now) return this.#signedIn;
    const { access_token, expires_in } = await this.accessToken(signal);
    const authorization = `Bearer ${access_token}`;
    const base = await this.#accountAddress(authorization, signal);
    this.#signedIn = { authorization, base, until: now + (expires_in - 300) * 1000 };
    return this.#signedIn;
  }

  async accessToken(signal: AbortSignal): Promise<z.output<typeof token>> {
    const seconds = Math.floor(this.#clock.now().getTime() / 1000);
    const { SignJWT } = await jose();
    const assertion = await new SignJWT({ scope: 'signature impersonation' })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(this.#login.integrationKey)
      .setSubject(this.#login.userId)
      .setAudience(new URL(this.oauthUrl).host)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 3600)
      .sign(this.#key);
    try {
      return await callVendor({
        vendor: 'docusign',
        method: 'POST',
        url: `${this.oauthUrl}/oauth/token`,
        form: { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion },
        response: token,
        signal,
      });
    } catch (error) {
      // Consent or a key is missing. The same envelope is sent once the lender's engineers have fixed that.
      if (error instanceof VendorRefused)
        throw new NotPerformed(`docusign refused the sign-in: ${errorCodeOf(error)}`);
      throw error;
    }
  }

  /** Each account is in one of DocuSign's data centers. */
  async #accountAddress(authorization: string, signal: AbortSignal): Promise<string> {
    const { accountId } = this.#login;
    const { accounts } = await callVendor({
      vendor: 'docusign',
      method: 'GET',
      url: `${this.oauthUrl}/oauth/userinfo`,
      headers: { authorization },
      response: userinfo,
      signal,
    });
    const account = accounts.find(({ account_id: id }) => id.toLowerCase() === accountId.toLowerCase());
    if (account === undefined)
      throw new NotPerformed('the docusign user does not belong to the account in DOCUSIGN_ACCOUNT_ID');
    const { protocol } = new URL(account.base_uri);
    // The token must not be sent unencrypted.
    if (protocol !== 'https:' && this.oauthUrl.startsWith('https:'))
      throw new NotPerformed('docusign named an address of the account that is not encrypted');
    return `${account.base_uri.replace(/\/$/, '')}/restapi/v2.1/accounts/${encodeURIComponent(accountId)}`;
  }
}

/** The error's code: `error` of a sign-in, `errorCode` of a call, or the status if neither looks like a code. */
export function errorCodeOf({ body, status }: VendorRefused): string {
  const { error, errorCode } = (body ?? {}) as { error?: unknown; errorCode?: unknown };
  const code = errorCode ?? error;
  return typeof code === 'string' && /^\w{1,80}$/.test(code) ? code : String(status);
}
