// Creating link tokens, and the sessions of those whose page Plaid hosts.
import type { LinkTokenCreateResponse, LinkTokenGetResponse } from 'plaid';
import { describeAccount } from '../bank-data.ts';
import { findBank } from '../institutions.ts';
import { allowedAccountKinds, type Plaid } from '../items.ts';
import { linkTokenRequest } from '../link-request.ts';
import type { Records } from '../store.ts';
import { invalidInput, invalidRequest, missingFields, type ResponseFields, requestId } from '../wire.ts';
import { type Api, requiredText } from './calls.ts';

const linkLifetimeMs = 4 * 3_600_000;
const updateLifetimeMs = 30 * 60_000;
const hostedLifetimeSeconds = 30 * 60;
const sessionDataMs = 6 * 3_600_000;

type Metadata = Records['link']['metadata'];

export function linkTokenCalls({ call, findItem }: Api, { context, store }: Plaid): void {
  const now = () => context.clock().getTime();
  function checkRegistered(address: string | undefined): void {
    const registered = context.credentials.PLAID_REDIRECT_PATHS.split(' ');
    if (address && !registered.includes(new URL(address).pathname))
      throw invalidRequest(
        'INVALID_FIELD',
        'OAuth redirect URI must be configured in the developer dashboard. See https://plaid.com/docs/#oauth-redirect-uris',
      );
  }

  call('/link/token/create', linkTokenRequest, (body, origin): ResponseFields<LinkTokenCreateResponse> => {
    const { products, hosted_link } = body;
    checkRegistered(body.redirect_uri);
    checkRegistered(hosted_link?.completion_redirect_uri);
    const updated = body.access_token ? findItem(body.access_token) : undefined;
    if (products.length === 0 && !updated) throw missingFields(['products']);
    const institutionId = body.institution_id || updated?.institutionId || null;
    if (institutionId && !findBank(institutionId))
      throw invalidInput('INVALID_INSTITUTION', 'invalid institution_id provided');
    const id = crypto.randomUUID();
    const token = `link-sandbox-${id}`;
    const hostedUrl = hosted_link && `${origin}/plaid/hl/${id}`;
    const lifetimeMs = hosted_link
      ? 1000 * (hosted_link.url_lifetime_seconds ?? hostedLifetimeSeconds)
      : updated
        ? updateLifetimeMs
        : linkLifetimeMs;
    const { expiresAt } = store.save('link', token, {
      token,
      createdAt: new Date(now()).toISOString(),
      expiresAt: new Date(now() + lifetimeMs).toISOString(),
      used: false,
      badLogins: 0,
      clientName: body.client_name,
      user: body.user,
      products,
      consented: [
        ...products,
        ...body.required_if_supported_products,
        ...body.optional_products,
        ...body.additional_consented_products,
      ],
      webhook: body.webhook ?? null,
      // Banks that use OAuth return to the hosted page.
      redirectUri: hostedUrl ?? body.redirect_uri ?? null,
      hosted: hosted_link ? { completion: hosted_link.completion_redirect_uri ?? null } : null,
      institutionId,
      accountKinds: allowedAccountKinds(products, body.account_filters),
      itemId: updated?.id ?? null,
      metadata: {
        initial_products: products as Metadata['initial_products'],
        webhook: body.webhook ?? null,
        country_codes: body.country_codes as Metadata['country_codes'],
        language: body.language,
        redirect_uri: body.redirect_uri ?? null,
        client_name: body.client_name,
      },
    });
    return { link_token: token, expiration: expiresAt, ...(hostedUrl && { hosted_link_url: hostedUrl }) };
  });

  call('/link/token/get', { link_token: requiredText }, (body): ResponseFields<LinkTokenGetResponse> => {
    const link = store.find('link', body.link_token);
    if (!link) throw invalidInput('INVALID_LINK_TOKEN', 'could not find matching link token');
    const sessions = store
      .list('session')
      .filter(({ linkToken, finishedAt }) => {
        const isRecent = finishedAt === null || Date.parse(finishedAt) > now() - sessionDataMs;
        return linkToken === link.token && isRecent;
      })
      .map(describeSession);
    return {
      link_token: link.token,
      created_at: link.createdAt,
      expiration: link.expiresAt,
      metadata: link.metadata,
      // Other sessions report to the page that opened Link.
      ...(link.hosted && { link_sessions: sessions }),
    };
  });
}

type LinkSession = NonNullable<ResponseFields<LinkTokenGetResponse>['link_sessions']>[number];

function describeSession(session: Records['session']): LinkSession {
  const { id, startedAt, finishedAt, publicToken, institutionId, accounts } = session;
  const bank = findBank(institutionId ?? '');
  const institution = bank ? { name: bank.name, institution_id: bank.id } : null;
  const described = { link_session_id: id, started_at: startedAt, events: [] };
  if (finishedAt === null) return described;
  if (publicToken === null) {
    const metadata = { institution, status: '', link_session_id: id, request_id: requestId() };
    return { ...described, finished_at: finishedAt, exit: { error: null, metadata } };
  }
  const added = {
    public_token: publicToken,
    institution,
    accounts: (accounts ?? []).map((account) => ({
      ...describeAccount(account),
      verification_status: null,
      class_type: null,
    })),
  };
  const none = {
    cra_item_add_results: [],
    cra_update_results: [],
    bank_income_results: [],
    payroll_income_results: [],
    document_income_results: null,
  };
  return { ...described, finished_at: finishedAt, results: { item_add_results: [added], ...none } };
}
