// A key pair for sandboxes, published with the code: whoever signs with it is let into a sandbox and nowhere else. A product
// that makes its own pair gives the sandbox its public half by DOCUSIGN_PUBLIC_KEY.
import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const sandboxPrivateKey = readFileSync(join(import.meta.dirname, 'docusign-key.pem'), 'utf8');

export const sandboxPublicKey = createPublicKey(sandboxPrivateKey)
  .export({ type: 'spki', format: 'pem' })
  .toString();
