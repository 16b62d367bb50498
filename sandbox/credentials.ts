// The credentials each vendor accepts, in the formats that official clients check, for this machine only.
import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import environment from './environment.json' with { type: 'json' };

/** The published default, for a sandbox only. DOCUSIGN_PUBLIC_KEY takes its place. */
const docusignKey = readFileSync(new URL('./docusign-key.pem', import.meta.url), 'utf8');

const defaultCredentials = {
  ...environment.credentials,
  /** The paths of the redirect URIs that are registered with Plaid, on whatever host the product has. */
  PLAID_REDIRECT_PATHS: '/loan-request/success /fast-path/select-payment /borrower-verification/manage',
  /** The Google Cloud project of its keys. The product assesses tokens there if its own setting is this. */
  RECAPTCHA_PROJECT: 'sandbox-project',
  /** The bucket of the blob store. The product uses it if its own setting is `s3://` and this. */
  BLOB_BUCKET: 'sandbox-blobs',
  /** The beginnings of headers that its store answers with 501, as a service does that speaks a part of S3. */
  BLOB_LACKS: '',
  DOCUSIGN_PRIVATE_KEY: docusignKey,
  DOCUSIGN_PUBLIC_KEY: createPublicKey(docusignKey).export({ type: 'spki', format: 'pem' }).toString(),
};

type CredentialName = keyof typeof defaultCredentials;
export type SandboxCredentials = Record<CredentialName, string>;

/** Environment variables override the defaults. An empty one is ignored. */
export function credentialsFrom(environment: Record<string, string | undefined>): SandboxCredentials {
  const credentials: SandboxCredentials = { ...defaultCredentials };
  for (const name of Object.keys(defaultCredentials) as CredentialName[]) {
    const value = environment[name]?.trim();
    if (value) credentials[name] = value;
  }
  return credentials;
}
