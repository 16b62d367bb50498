// Creating link tokens.
import type { LinkTokenCreateResponse } from 'plaid';
import { uuid } from '../../../state/identifiers.ts';
import { invalidInput, invalidRequest, missingFields } from '../errors.ts';
import { findBank } from '../institutions.ts';
import { allowedAccountKinds, type Plaid } from '../items.ts';
import { linkTokenRequest } from '../link-request.ts';
import type { ResponseFields } from '../shapes.ts';
import type { Api } from './calls.ts';

const linkLifetimeMs = 4 * 3_600_000;
const updateLifetimeMs = 30 * 60_000;

export function linkTokenCalls({ call, findItem }: Api, { context, store }: Plaid): void {
  call('/link/token/create', linkTokenRequest, (body): ResponseFields<LinkTokenCreateResponse> => {
    const { products } = body;
    const registered = context.credentials.PLAID_REDIRECT_PATHS.split(' ');
    if (body.redirect_uri && !registered.includes(new URL(body.redirect_uri).pathname))
      throw invalidRequest(
        'INVALID_FIELD',
        'OAuth redirect URI must be configured in the developer dashboard. See https://plaid.com/docs/#oauth-redirect-uris',
      );
    const updated = body.access_token ? findItem(body.access_token) : undefined;
    if (products.length === 0 && !updated) throw missingFields(['products']);
    const institutionId = body.institution_id || updated?.institutionId || null;
    if (institutionId && !findBank(institutionId))
      throw invalidInput('INVALID_INSTITUTION', 'invalid institution_id provided');
    const token = `link-sandbox-${uuid()}`;
    const lifetimeMs = updated ? updateLifetimeMs : linkLifetimeMs;
    const { expiresAt } = store.save('link', token, {
      token,
      expiresAt: new Date(context.clock().getTime() + lifetimeMs).toISOString(),
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
      redirectUri: body.redirect_uri ?? null,
      institutionId,
      accountKinds: allowedAccountKinds(products, body.account_filters),
      itemId: updated?.id ?? null,
    });
    return { link_token: token, expiration: expiresAt };
  });
}
