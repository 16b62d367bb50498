// DocuSign envelopes and embedded signing.
import * as z from 'zod';
import type { Clock } from '../platform/clock.ts';
import { NotPerformed } from '../platform/jobs/vendor-calls.ts';
import { DocusignAccount, type DocusignLogin, errorCodeOf, LimitExceeded } from './docusign-account.ts';
import { docusignWebhook, newEnvelope, responses } from './docusign-envelopes.ts';
import { VendorRefused } from './http-client.ts';
import type { Signatures } from './signature.ts';
import { refusedKeys, ToFix } from './vendor-check.ts';

export function docusign(
  { hmacKey, ...login }: DocusignLogin & { readonly hmacKey: string },
  clock: Clock,
): Signatures {
  const account = new DocusignAccount(login, clock);
  return {
    vendor: 'docusign',
    publicName: 'DocuSign',
    statusEverySeconds: 15 * 60,
    findableDays: 7,
    webhook: docusignWebhook(hmacKey),
    tryKeys: (signal) => tryKeys(account, signal),
    create: (envelope, signal) =>
      account.call('POST', '', { json: newEnvelope(envelope), response: responses.created, signal }),
    async find(transactionId, signal) {
      const path = `?transaction_ids=${encodeURIComponent(transactionId)}`;
      return (await account.call('GET', path, { response: responses.found, signal })).envelopes[0];
    },
    async changeSigner(envelopeId, signer, signal) {
      const { recipientUpdateResults } = await account.call('PUT', `${pathOf(envelopeId)}/recipients`, {
        json: { signers: [{ recipientId: '1', ...signer }] },
        response: responses.changed,
        signal,
      });
      // DocuSign reports a refused recipient in a response with status 200.
      const refused = recipientUpdateResults.find(
        ({ errorDetails }) => errorDetails && errorDetails.errorCode !== 'SUCCESS',
      );
      if (refused) throw new VendorRefused('docusign', 200, refused);
    },
    async void(envelopeId, reason, signal) {
      try {
        const json = { status: 'voided', voidedReason: reason };
        await account.call('PUT', pathOf(envelopeId), { json, response: z.unknown(), signal });
        return 'voided';
      } catch (error) {
        if (error instanceof VendorRefused && errorCodeOf(error) === 'ENVELOPE_CANNOT_VOID_INVALID_STATE')
          return 'ended-before';
        throw error;
      }
    },
    status: async (envelopeId, signal) =>
      (await account.call('GET', pathOf(envelopeId), { response: responses.status, signal })).status,
    async statuses(envelopeIds, signal) {
      const path = `?envelope_ids=${encodeURIComponent(envelopeIds.join(','))}`;
      const { envelopes } = await account.call('GET', path, { response: responses.found, signal });
      return new Map(envelopes.map((one) => [one.envelopeId, one.status]));
    },
    async signingAddress(envelopeId, signer, { returnUrl }, signal) {
      const { url } = await account.call('POST', `${pathOf(envelopeId)}/views/recipient`, {
        json: {
          returnUrl,
          authenticationMethod: 'none',
          userName: signer.name,
          email: signer.email,
          clientUserId: signer.clientUserId,
        },
        response: responses.view,
        signal,
      });
      return url;
    },
    document: (envelopeId, which, signal) => account.pdf(`${pathOf(envelopeId)}/documents/${which}`, signal),
  };
}

const pathOf = (envelopeId: string) => `/${encodeURIComponent(envelopeId)}`;

/** Signs in, and looks for an envelope that doesn't exist. */
async function tryKeys(account: DocusignAccount, signal: AbortSignal): Promise<string> {
  await account.accessToken(signal).catch((error: unknown) => {
    if (!(error instanceof NotPerformed)) throw error;
    if (error.message.includes('consent_required'))
      throw new ToFix(
        `the user in DOCUSIGN_USER_ID has to consent once, at ${account.oauthUrl}/oauth/auth?response_type=code&scope=signature%20impersonation&client_id=<DOCUSIGN_INTEGRATION_KEY>&redirect_uri=<one of the app’s redirect URIs>`,
      );
    throw new ToFix(
      `DOCUSIGN_INTEGRATION_KEY, DOCUSIGN_USER_ID or DOCUSIGN_PRIVATE_KEY is not accepted: ${error.message}`,
    );
  });
  await account
    .call('GET', '?transaction_ids=00000000-0000-4000-8000-000000000000', {
      response: responses.found,
      signal,
    })
    .catch((error: unknown) => {
      if (error instanceof LimitExceeded) throw error;
      return refusedKeys('DOCUSIGN_ACCOUNT_ID is', [400, 401, 403, 404])(error);
    });
  return 'signed in, and the account is there; no envelope was sent';
}
