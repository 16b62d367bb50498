// The self-signed certificate that the sandbox seals PDFs with. It creates it once and stores it.
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { BitString } from 'asn1js';
import type { SealingIdentity } from '#sealing/cades.ts';
import { extension, selfSigned } from '#sealing/self-signed.ts';
import type { Context } from '../../../context.ts';

const setting = 'docusign sealing certificate';
export const sealerName = 'Branchline sandbox, electronic signatures';

type StoredIdentity = { privateKey: string; certificate: string };

function createIdentity(now: Date): StoredIdentity {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const name = { '2.5.4.10': 'Branchline sandbox', '2.5.4.3': sealerName };
  // Digital signature and content commitment.
  const keyUsage = new BitString({ valueHex: Uint8Array.of(0xc0), unusedBits: 6 });
  const certificate = selfSigned(privateKey, name, [extension('2.5.29.15', true, keyUsage)], now);
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: certificate.toString('base64'),
  };
}

export function loadSealingIdentity({ db, clock }: Context): SealingIdentity {
  let stored = db.readSetting<StoredIdentity | null>(setting, null);
  if (!stored) {
    stored = createIdentity(clock());
    db.saveSetting(setting, stored);
  }
  return {
    key: createPrivateKey(stored.privateKey),
    certificates: [new X509Certificate(Buffer.from(stored.certificate, 'base64'))],
  };
}
