// Self-signed certificates: the sandbox's own.
import { createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto';
import { BitString, Integer, Null, Utf8String } from 'asn1js';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  PublicKeyInfo,
} from 'pkijs';

const rsaWithSha256 = { algorithmId: '1.2.840.113549.1.1.11', algorithmParams: new Null() };
const ecdsaWithSha256 = { algorithmId: '1.2.840.10045.4.3.2' };
const day = 86_400_000;

export function extension(extnID: string, critical: boolean, value: { toBER(): ArrayBuffer }): Extension {
  return new Extension({ extnID, critical, extnValue: value.toBER() });
}

/** Valid for ten years either way, because the clocks of tests are moved. DER. */
export function selfSigned(
  key: KeyObject,
  /** The parts of the name by their type, such as `2.5.4.3` for the common name. */
  name: Readonly<Record<string, string>>,
  extensions: readonly Extension[],
  now: Date,
): Buffer {
  const certificate = new Certificate();
  certificate.version = 2;
  // Positive, and of sixteen bytes.
  certificate.serialNumber = new Integer({ valueHex: Buffer.concat([Buffer.from([0x5a]), randomBytes(15)]) });
  certificate.signature = new AlgorithmIdentifier(
    key.asymmetricKeyType === 'ec' ? ecdsaWithSha256 : rsaWithSha256,
  );
  certificate.signatureAlgorithm = certificate.signature;
  for (const [type, value] of Object.entries(name)) {
    const part = new AttributeTypeAndValue({ type, value: new Utf8String({ value }) });
    certificate.issuer.typesAndValues.push(part);
    certificate.subject.typesAndValues.push(part);
  }
  certificate.notBefore.value = new Date(now.getTime() - 3650 * day);
  certificate.notAfter.value = new Date(now.getTime() + 3650 * day);
  certificate.subjectPublicKeyInfo = PublicKeyInfo.fromBER(
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
  );
  certificate.extensions = [extension('2.5.29.19', true, new BasicConstraints().toSchema()), ...extensions];
  const signed = Buffer.from(certificate.encodeTBS().toBER());
  certificate.signatureValue = new BitString({ valueHex: sign('sha256', signed, key) });
  return Buffer.from(certificate.toSchema(true).toBER());
}
