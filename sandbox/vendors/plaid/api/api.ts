// The calls that a lender's server makes. All are POST and carry the client's identifier and secret.
import type { FastifyInstance } from 'fastify';
import type { WebhookVerificationKeyGetResponse } from 'plaid';
import { invalidInput } from '../errors.ts';
import type { Plaid } from '../items.ts';
import type { ResponseFields } from '../shapes.ts';
import { bankDataCalls } from './bank-data.ts';
import { createApi, requiredText } from './calls.ts';
import { institutionCalls } from './institutions.ts';
import { itemCalls } from './items.ts';
import { linkTokenCalls } from './link-tokens.ts';
import { sandboxCalls } from './sandbox-only.ts';

export function apiRoutes(app: FastifyInstance, plaid: Plaid): void {
  const api = createApi(app, plaid);
  for (const register of [linkTokenCalls, itemCalls, bankDataCalls, institutionCalls, sandboxCalls])
    register(api, plaid);

  const keyRequest = { key_id: requiredText };
  api.call(
    '/webhook_verification_key/get',
    keyRequest,
    ({ key_id }): ResponseFields<WebhookVerificationKeyGetResponse> => {
      const key = plaid.webhooks.publicKey(key_id);
      if (!key)
        throw invalidInput(
          'INVALID_WEBHOOK_VERIFICATION_KEY_ID',
          'invalid webhook verification key id provided',
        );
      return { key };
    },
  );
}
