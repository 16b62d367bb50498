// What a client needs to be let in, vendor by vendor. The values are this machine's own and open nothing elsewhere; where
// an official client checks the form of an identifier, the value has that form.
import { sandboxPrivateKey, sandboxPublicKey } from './docusign-keys.ts';

export const defaultCredentials = {
  RECAPTCHA_SITE_KEY: 'sandbox-recaptcha-site',
  RECAPTCHA_SECRET: 'sandbox-recaptcha-secret',
  SOCURE_API_KEY: 'sandbox-socure-api-key',
  SOCURE_SDK_KEY: 'sandbox-socure-sdk-key',
  BUREAU_CLIENT_ID: 'sandbox-bureau-client',
  BUREAU_CLIENT_SECRET: 'sandbox-bureau-secret',
  BUREAU_USERNAME: 'sandbox-bureau-user',
  BUREAU_PASSWORD: 'sandbox-bureau-password',
  BUREAU_SUBSCRIBER_CODE: 'sandbox-2222222',
  TWILIO_ACCOUNT_SID: 'AC5a4db0c5a4db0c5a4db0c5a4db0c5a4d',
  TWILIO_AUTH_TOKEN: 'sandbox-twilio-token',
  TWILIO_VERIFY_SERVICE_SID: 'VA5a4db0c5a4db0c5a4db0c5a4db0c5a4d',
  TWILIO_FROM: '+15005550006',
  CORE_API_KEY: 'sandbox-core-key',
  GOOGLE_MAPS_KEY: 'sandbox-google-maps-key',
  PLAID_CLIENT_ID: 'sandbox-plaid-client',
  PLAID_SECRET: 'sandbox-plaid-secret',
  DOCUSIGN_INTEGRATION_KEY: '5a4db0c5-0000-4000-8000-000000000001',
  DOCUSIGN_USER_ID: '5a4db0c5-0000-4000-8000-000000000002',
  DOCUSIGN_ACCOUNT_ID: '5a4db0c5-0000-4000-8000-000000000003',
  /** Who sends documents to sign, as their signers read it. */
  DOCUSIGN_ACCOUNT_NAME: 'Branchline',
  DOCUSIGN_HMAC_KEY: 'sandbox-docusign-hmac-key',
  DOCUSIGN_PRIVATE_KEY: sandboxPrivateKey,
  DOCUSIGN_PUBLIC_KEY: sandboxPublicKey,
} as const;

export type CredentialName = keyof typeof defaultCredentials;
export type SandboxCredentials = Record<CredentialName, string>;

/** The environment's values where it has them, the defaults elsewhere. An empty value counts as none. */
export function credentialsFrom(environment: Record<string, string | undefined>): SandboxCredentials {
  const credentials: SandboxCredentials = { ...defaultCredentials };
  for (const name of Object.keys(defaultCredentials) as CredentialName[]) {
    const given = environment[name]?.trim();
    if (given) credentials[name] = given;
  }
  return credentials;
}
