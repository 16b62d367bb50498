// The self-signed certificate that the sandbox seals PDFs with. It creates it once and stores it.
import { createPrivateKey, generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import * as der from '#sealing/der.ts';
import type { SealingIdentity } from '#sealing/seal.ts';
import type { Context } from '../../../context.ts';

const setting = 'docusign sealing certificate';
export const sealerName = 'Branchline sandbox, electronic signatures';

const oid = {
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  rsaWithSha256: '1.2.840.113549.1.1.11',
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
} as const;

const algorithm = (name: string): Buffer => der.sequence(der.objectIdentifier(name), der.nullValue());

type StoredIdentity = { privateKey: string; certificate: string };

function createIdentity(now: Date): StoredIdentity {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const attribute = (name: string, value: string) =>
    der.set(der.sequence(der.objectIdentifier(name), der.utf8String(value)));
  const issuer = der.sequence(
    attribute(oid.organization, 'Branchline sandbox'),
    attribute(oid.commonName, sealerName),
  );
  const serial = Buffer.concat([Buffer.from([0x5a]), randomBytes(15)]);
  const day = 86_400_000;
  const extension = (name: string, critical: boolean, value: Buffer) =>
    der.sequence(
      der.objectIdentifier(name),
      ...(critical ? [der.booleanTrue()] : []),
      der.octetString(value),
    );
  const content = der.sequence(
    der.contextSpecific(0, der.integer(Uint8Array.of(2))),
    der.integer(serial),
    algorithm(oid.rsaWithSha256),
    issuer,
    // The sandbox's clock can be moved, so the certificate has a long lifetime.
    der.sequence(
      der.time(new Date(now.getTime() - 3650 * day)),
      der.time(new Date(now.getTime() + 3650 * day)),
    ),
    issuer,
    publicKey.export({ type: 'spki', format: 'der' }),
    der.contextSpecific(
      3,
      der.sequence(
        extension(oid.basicConstraints, true, der.sequence()),
        // Key usage: digital signature and content commitment.
        extension(oid.keyUsage, true, der.bitString(Uint8Array.of(0xc0), 6)),
      ),
    ),
  );
  const certificate = der.sequence(
    content,
    algorithm(oid.rsaWithSha256),
    der.bitString(sign('sha256', content, privateKey)),
  );
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
