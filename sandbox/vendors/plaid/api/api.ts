// The calls that a lender's server makes. All are POST and carry the client's identifier and secret.
import type { FastifyInstance } from 'fastify';
import type { WebhookVerificationKeyGetResponse } from 'plaid';
import { text } from '../../../request-fields.ts';
import { invalidInput } from '../errors.ts';
import type { Plaid } from '../items.ts';
import { bankDataCalls } from './bank-data.ts';
import { createApi } from './calls.ts';
import { institutionCalls } from './institutions.ts';
import { itemCalls } from './items.ts';
import { linkTokenCalls } from './link-tokens.ts';
import { sandboxCalls } from './sandbox-only.ts';

export function apiRoutes(app: FastifyInstance, plaid: Plaid): void {
  const api = createApi(app, plaid);
  linkTokenCalls(api, plaid);
  itemCalls(api, plaid);
  bankDataCalls(api, plaid);
  institutionCalls(api);
  sandboxCalls(api, plaid);

  api.call<WebhookVerificationKeyGetResponse>(
    '/webhook_verification_key/get',
    { required: ['key_id'] },
    (body) => {
      const key = plaid.webhooks.publicKey(text(body.key_id));
      if (!key)
        throw invalidInput(
          'INVALID_WEBHOOK_VERIFICATION_KEY_ID',
          'invalid webhook verification key id provided',
        );
      return { key };
    },
  );
}
