// The credentials each vendor accepts. They work only on this machine. Where an official client checks the format of an
// identifier, the value has that format.
import { sandboxPrivateKey, sandboxPublicKey } from './docusign-keys.ts';

const defaultCredentials = {
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
  /** The sender's name, as signers see it. */
  DOCUSIGN_ACCOUNT_NAME: 'Branchline',
  DOCUSIGN_HMAC_KEY: 'sandbox-docusign-hmac-key',
  DOCUSIGN_PRIVATE_KEY: sandboxPrivateKey,
  DOCUSIGN_PUBLIC_KEY: sandboxPublicKey,
} as const;

type CredentialName = keyof typeof defaultCredentials;
export type SandboxCredentials = Record<CredentialName, string>;

/** Environment variables override the defaults. An empty one is ignored. */
export function credentialsFrom(environment: Record<string, string | undefined>): SandboxCredentials {
  const credentials: SandboxCredentials = { ...defaultCredentials };
  for (const name of Object.keys(defaultCredentials) as CredentialName[]) {
    const given = environment[name]?.trim();
    if (given) credentials[name] = given;
  }
  return credentials;
}
