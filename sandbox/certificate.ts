// A self-signed certificate for TLS, which Node trusts by NODE_EXTRA_CA_CERTS.
import { generateKeyPairSync, randomUUID, X509Certificate } from 'node:crypto';
import { OctetString } from 'asn1js';
import { GeneralName, GeneralNames } from 'pkijs';
import { extension, selfSigned } from '#sealing/self-signed.ts';

export type ServerIdentity = { key: string; certificate: string };

/** For `localhost`, 127.0.0.1 and other IPv4 addresses. Both are PEM. */
export function createServerIdentity(others: readonly string[] = []): ServerIdentity {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // Of two certificates with one name, a client looks at the first alone.
  const name = { '2.5.4.3': `Sandbox ${randomUUID()}` };
  const names = new GeneralNames({
    names: [
      new GeneralName({ type: 2, value: 'localhost' }),
      ...['127.0.0.1', ...others].map((address) => {
        const valueHex = Uint8Array.from(address.split('.'), Number);
        return new GeneralName({ type: 7, value: new OctetString({ valueHex }) });
      }),
    ],
  });
  const certificate = selfSigned(
    privateKey,
    name,
    [extension('2.5.29.17', false, names.toSchema())],
    new Date(),
  );
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: new X509Certificate(certificate).toString(),
  };
}
