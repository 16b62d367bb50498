import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SetupError } from '../../platform/failure.ts';
import { readSealingCertificate } from './certificate.ts';

const sandbox = join(import.meta.dirname, '../../../../sandbox');
const read = (name: string) => readFileSync(join(sandbox, name), 'utf8');
const settings = { certificate: read('signing-certificate.pem'), privateKey: read('signing-key.pem') };
const today = new Date('2027-01-02T00:00:00Z');

describe('the certificate that seals signed documents', () => {
  it('is read with its line ends or with \\n, and with those that vouch for it', () => {
    for (const change of [(pem: string) => pem, (pem: string) => pem.replaceAll('\n', '\\n')]) {
      const certificate = change(settings.certificate + settings.certificate);
      const found = readSealingCertificate({ certificate, privateKey: change(settings.privateKey) }, today);
      expect(found.certificates).toHaveLength(2);
      expect(found.name).toBe('Sandbox, own signatures');
      expect(found.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  it('stops the start if its key is another’s, or if it is not valid', () => {
    const wrong = { ...settings, privateKey: read('docusign-key.pem') };
    expect(() => readSealingCertificate(wrong, today)).toThrow(SetupError);
    expect(() => readSealingCertificate(wrong, today)).toThrow(/^SIGNING_PRIVATE_KEY is not the key/);
    for (const day of ['2020-01-01', '2100-01-01'])
      expect(() => readSealingCertificate(settings, new Date(day))).toThrow(
        /^SIGNING_CERTIFICATE is valid from/,
      );
  });

  it('is checked again at each signature', () => {
    const { isValidAt } = readSealingCertificate(settings, today);
    expect([isValidAt(today), isValidAt(new Date('2100-01-01'))]).toEqual([true, false]);
  });
});
