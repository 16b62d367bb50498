// The published certificate that the sandbox seals PDFs with. Anyone can use its key, so production refuses it.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SealingIdentity } from '#sealing/seal.ts';

const file = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url));

export const sealerName = 'Branchline sandbox, electronic signatures';
export const sealingIdentity: SealingIdentity = {
  key: createPrivateKey(file('signing-key.pem')),
  certificates: [new X509Certificate(file('signing-certificate.pem'))],
};
