// The published default key pair: it gives access to a sandbox and to nothing else. A product with its own key pair passes
// the public key to the sandbox in DOCUSIGN_PUBLIC_KEY.
import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const sandboxPrivateKey = readFileSync(join(import.meta.dirname, 'docusign-key.pem'), 'utf8');

export const sandboxPublicKey = createPublicKey(sandboxPrivateKey)
  .export({ type: 'spki', format: 'pem' })
  .toString();
