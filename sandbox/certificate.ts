// A self-signed certificate for this machine, so that the sandbox can be reached by TLS. A client trusts it by its PEM, which for Node
// is named in NODE_EXTRA_CA_CERTS.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import * as der from '#sealing/der.ts';

export type ServerIdentity = { key: string; certificate: string };

const oid = {
  commonName: '2.5.4.3',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  basicConstraints: '2.5.29.19',
  subjectAltName: '2.5.29.17',
} as const;
const day = 86_400_000;

/** For `localhost` and 127.0.0.1, valid for ten years either way, because clocks of tests are moved. Both are PEM. */
export function createServerIdentity(now = new Date()): ServerIdentity {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der.sequence(der.objectIdentifier(oid.ecdsaWithSha256));
  const serial = Buffer.concat([Buffer.from([0x5a]), randomBytes(15)]);
  // Of two certificates with one name, a client looks at the first alone.
  const name = der.sequence(
    der.set(
      der.sequence(
        der.objectIdentifier(oid.commonName),
        der.utf8String(`Branchline sandbox ${serial.toString('hex')}`),
      ),
    ),
  );
  const extension = (id: string, value: Buffer) =>
    der.sequence(der.objectIdentifier(id), der.octetString(value));
  const general = (tag: number, bytes: Uint8Array) => Buffer.from([0x80 | tag, bytes.length, ...bytes]);
  const names = [general(2, Buffer.from('localhost')), general(7, Uint8Array.of(127, 0, 0, 1))];
  const content = der.sequence(
    der.contextSpecific(0, der.integer(Uint8Array.of(2))),
    der.integer(serial),
    algorithm,
    name,
    der.sequence(
      der.time(new Date(now.getTime() - 3650 * day)),
      der.time(new Date(now.getTime() + 3650 * day)),
    ),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der.contextSpecific(
      3,
      der.sequence(
        extension(oid.basicConstraints, der.sequence(der.booleanTrue())),
        extension(oid.subjectAltName, der.sequence(...names)),
      ),
    ),
  );
  const bytes = der.sequence(content, algorithm, der.bitString(sign('sha256', content, privateKey)));
  const lines = bytes.toString('base64').replace(/.{64}(?=.)/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
