// The JWT grant: a server signs an assertion with its private key and gets an access token to act as the account's user.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { compactVerify, decodeProtectedHeader, importSPKI } from 'jose';
import type { Context } from '../../context.ts';
import { fields, Refused, text } from '../../requests.ts';
import { clockOffsetSeconds } from '../../state/database.ts';
import { issueToken, readToken } from '../../state/tokens.ts';
import { refused } from './errors.ts';

export const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const tokenLifetimeSeconds = 3600;
const maxAssertionSeconds = 3600;
const consented = new Set(['signature', 'impersonation', 'extended', 'openid']);

/** The path of the account. DocuSign has several data centers, and only /oauth/userinfo names the account's. */
export const accountPrefix = '/na4';

export const baseUrl = (request: FastifyRequest): string => `${request.protocol}://${request.host}/docusign`;

/** An environment variable may write a key's line breaks as `\n`. */
const pem = (key: string): string => key.replaceAll('\\n', '\n');

type Claims = { iss?: unknown; sub?: unknown; aud?: unknown; iat?: unknown; exp?: unknown; scope?: unknown };

async function verifiedClaims(assertion: string, publicKey: string): Promise<Claims | undefined> {
  try {
    if (decodeProtectedHeader(assertion).alg !== 'RS256') return undefined;
    const key = await importSPKI(pem(publicKey), 'RS256');
    const { payload } = await compactVerify(assertion, key, { algorithms: ['RS256'] });
    return JSON.parse(new TextDecoder().decode(payload)) as Claims;
  } catch {
    return undefined;
  }
}

const scopesOf = ({ scope }: Claims): string[] =>
  String(scope ?? '')
    .split(' ')
    .filter(Boolean);

function audiencesFor(request: FastifyRequest): string[] {
  const own = baseUrl(request);
  return [
    own,
    own.replace(/^https?:\/\//, ''),
    request.host,
    request.hostname,
    `${request.protocol}://${request.host}`,
    'account-d.docusign.com',
    'account.docusign.com',
  ];
}

const denied = (error: string, description?: string) =>
  new Refused(400, { error, ...(description ? { error_description: description } : {}) });

function checkClaims(claims: Claims, audiences: readonly string[], { credentials, clock, db }: Context) {
  if (claims.iss !== credentials.DOCUSIGN_INTEGRATION_KEY) throw denied('invalid_grant', 'issuer_not_found');
  if (claims.sub !== credentials.DOCUSIGN_USER_ID) throw denied('invalid_grant', 'user_not_found');
  if (![claims.aud].flat().some((audience) => audiences.includes(String(audience))))
    throw denied('invalid_grant', 'invalid_audience');
  const { iat, exp } = claims;
  if (typeof iat !== 'number' || typeof exp !== 'number' || exp <= iat)
    throw denied('invalid_grant', 'invalid_lifetime');
  // The sandbox's clock and the product's can be moved independently, so the offset must not expire an assertion.
  const now = clock().getTime() / 1000 - clockOffsetSeconds(db);
  if (exp <= now || exp - iat > maxAssertionSeconds + 60) throw denied('invalid_grant', 'expired_grant');
  const scopes = scopesOf(claims);
  // Consent covers only these scopes, and a server needs impersonation to act for a person.
  const isComplete = scopes.includes('signature') && scopes.includes('impersonation');
  if (!isComplete || !scopes.every((scope) => consented.has(scope))) throw denied('consent_required');
}

export function oauthRoutes(app: FastifyInstance, context: Context): void {
  const { credentials } = context;

  app.post('/oauth/token', async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    const form = fields(request.body);
    if (form.grant_type !== grantType) throw denied('unsupported_grant_type');
    if (!text(form.assertion)) throw denied('invalid_request', 'missing_assertion');
    const claims = await verifiedClaims(text(form.assertion), credentials.DOCUSIGN_PUBLIC_KEY);
    if (!claims) throw denied('invalid_grant', 'no_valid_keys_or_signatures');
    checkClaims(claims, audiencesFor(request), context);
    const scope = scopesOf(claims).join(' ');
    return {
      access_token: issueToken(context, 'docusign', tokenLifetimeSeconds, { scope }),
      token_type: 'Bearer',
      expires_in: tokenLifetimeSeconds,
      scope,
    };
  });

  app.get('/oauth/userinfo', { preHandler: requireAccessToken(context) }, async (request) => ({
    sub: credentials.DOCUSIGN_USER_ID,
    name: credentials.DOCUSIGN_ACCOUNT_NAME,
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
  async (request: FastifyRequest): Promise<void> => {
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (!token) throw refused('USER_AUTHENTICATION_FAILED');
    if (readToken(context, 'docusign', token).state !== 'valid') throw refused('AUTHORIZATION_INVALID_TOKEN');
  };
