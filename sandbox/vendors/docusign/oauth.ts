// The JWT grant: a server signs an assertion with its private key and gets an access token to act as the account's user.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { compactVerify, decodeProtectedHeader, importSPKI } from 'jose';
import type { Context } from '../../context.ts';
import { clockOffsetSeconds } from '../../state/clock-offset.ts';
import { issueToken, readToken } from '../../state/tokens.ts';
import { DocusignError, refuse } from './errors.ts';

export const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const tokenLifetimeSeconds = 3600;
const maxAssertionSeconds = 3600;
const consented = new Set(['signature', 'impersonation', 'extended', 'openid']);

/** Where the account lives. DocuSign has several data centers, and only /oauth/userinfo says which one is the account's. */
export const accountPrefix = '/na4';

export const baseUrl = (request: FastifyRequest): string => `${request.protocol}://${request.host}/docusign`;

/** An environment variable may write a key's line breaks as `\n`. */
const pem = (text: string): string => text.replaceAll('\\n', '\n');

type Claims = { iss?: unknown; sub?: unknown; aud?: unknown; iat?: unknown; exp?: unknown; scope?: unknown };

export function oauthRoutes(app: FastifyInstance, context: Context): void {
  const { clock, credentials, db } = context;

  const deny = (reply: FastifyReply, error: string, description?: string) =>
    reply.code(400).send({ error, ...(description ? { error_description: description } : {}) });

  async function verified(assertion: string): Promise<Claims | undefined> {
    try {
      if (decodeProtectedHeader(assertion).alg !== 'RS256') return undefined;
      const key = await importSPKI(pem(credentials.DOCUSIGN_PUBLIC_KEY), 'RS256');
      const { payload } = await compactVerify(assertion, key, { algorithms: ['RS256'] });
      return JSON.parse(new TextDecoder().decode(payload)) as Claims;
    } catch {
      return undefined;
    }
  }

  app.post('/oauth/token', async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    const form = (request.body ?? {}) as Record<string, unknown>;
    if (form.grant_type !== grantType) return deny(reply, 'unsupported_grant_type');
    if (typeof form.assertion !== 'string' || !form.assertion)
      return deny(reply, 'invalid_request', 'missing_assertion');
    const claims = await verified(form.assertion);
    if (!claims) return deny(reply, 'invalid_grant', 'no_valid_keys_or_signatures');
    if (claims.iss !== credentials.DOCUSIGN_INTEGRATION_KEY)
      return deny(reply, 'invalid_grant', 'issuer_not_found');
    if (claims.sub !== credentials.DOCUSIGN_USER_ID) return deny(reply, 'invalid_grant', 'user_not_found');

    const audiences = Array.isArray(claims.aud) ? claims.aud : [claims.aud];
    const own = baseUrl(request);
    const known = [
      own,
      own.replace(/^https?:\/\//, ''),
      request.host,
      request.hostname,
      `${request.protocol}://${request.host}`,
      'account-d.docusign.com',
      'account.docusign.com',
    ];
    if (!audiences.some((audience) => known.includes(String(audience))))
      return deny(reply, 'invalid_grant', 'invalid_audience');

    const { iat, exp } = claims;
    if (typeof iat !== 'number' || typeof exp !== 'number' || exp <= iat)
      return deny(reply, 'invalid_grant', 'invalid_lifetime');
    // The sandbox's clock and the product's can be moved independently, so the offset must not expire an assertion.
    const now = clock().getTime() / 1000 - clockOffsetSeconds(db);
    if (exp <= now || exp - iat > maxAssertionSeconds + 60)
      return deny(reply, 'invalid_grant', 'expired_grant');

    const scopes = String(claims.scope ?? '')
      .split(' ')
      .filter(Boolean);
    // Consent covers only these scopes, and a server needs impersonation to act for a person.
    if (!scopes.includes('signature') || !scopes.includes('impersonation'))
      return deny(reply, 'consent_required');
    if (scopes.some((scope) => !consented.has(scope))) return deny(reply, 'consent_required');

    return {
      access_token: issueToken(context, 'docusign', tokenLifetimeSeconds, { scope: scopes.join(' ') }),
      token_type: 'Bearer',
      expires_in: tokenLifetimeSeconds,
      scope: scopes.join(' '),
    };
  });

  app.get('/oauth/userinfo', { preHandler: requireAccessToken(context) }, async (request) => ({
    sub: credentials.DOCUSIGN_USER_ID,
    name: credentials.DOCUSIGN_ACCOUNT_NAME,
    given_name: 'Sandbox',
    family_name: 'Lender',
    created: '2024-01-02T00:00:00',
    email: 'documents@sandbox.invalid',
    accounts: [
      {
        account_id: credentials.DOCUSIGN_ACCOUNT_ID,
        is_default: true,
        account_name: credentials.DOCUSIGN_ACCOUNT_NAME,
        base_uri: baseUrl(request) + accountPrefix,
      },
    ],
  }));
}

export const requireAccessToken =
  (context: Context) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (!token) return refuse(reply, new DocusignError('NO_TOKEN'));
    if (readToken(context, 'docusign', token).state !== 'valid')
      return refuse(reply, new DocusignError('TOKEN'));
    return undefined;
  };
