import { randomBytes } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from '../../test/test-folder.ts';
import { addDevelopmentKey, type Encrypted, type Key, readVault, Vault } from './encryption.ts';
import { SetupError } from './failure.ts';

const key = (id: string): Key => ({ id, secret: randomBytes(32) });
const lookupKey: [Key] = [key('look')];
const first = key('first');
const second = key('second');
const place = 'applicant.ssn:7f6c';
const vault = new Vault([first], lookupKey);

describe('an encrypted text', () => {
  it('decrypts at its place to what was encrypted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, at) => {
        expect(vault.decrypt(vault.encrypt(text, at), at)).toBe(text);
      }),
    );
  });

  it('decrypts at no other place, so that it cannot be moved to another row or column', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (text, context, there) => {
        fc.pre(context !== there);
        expect(() => vault.decrypt(vault.encrypt(text, context), there)).toThrow();
      }),
    );
  });

  it('does not decrypt once any part of it was changed', () => {
    const encrypted = vault.encrypt('666-12-0001', place);
    const bytes = Buffer.from(encrypted.slice(encrypted.indexOf('.') + 1), 'base64url');
    for (let i = 0; i < bytes.length; i += 1) {
      const changed = Buffer.from(bytes);
      changed[i] = (changed[i] as number) ^ 1;
      expect(() => vault.decrypt(`first.${changed.toString('base64url')}` as Encrypted, place)).toThrow();
    }
  });

  it('is compressed if it is long, as a bureau report, under a mark that cannot be changed', () => {
    const tradelines = Array.from({ length: 60 }, (_, at) => ({ tradeline: at, balance: at * 1237 }));
    const report = JSON.stringify(tradelines);
    const encrypted = vault.encrypt(report, place);
    expect(encrypted.length).toBeLessThan(report.length / 2);
    expect(vault.decrypt(encrypted, place)).toBe(report);
    expect(() => vault.decrypt(encrypted.replace('.z.', '.') as Encrypted, place)).toThrow();
    const short = vault.encrypt('666-12-0001', place);
    expect(() => vault.decrypt(short.replace('.', '.z.') as Encrypted, place)).toThrow();
  });

  it('reads differently each time, so that equal values do not show', () => {
    expect(vault.encrypt('666-12-0001', place)).not.toBe(vault.encrypt('666-12-0001', place));
  });

  it('does not decrypt with another key of the same name', () => {
    const encrypted = vault.encrypt('text', place);
    expect(() => new Vault([key('first')], lookupKey).decrypt(encrypted, place)).toThrow();
  });

  it('names the missing key, and nothing of the text, when its key is not given', () => {
    const encrypted = vault.encrypt('a secret', place);
    const missing = /key first, which is not one of the configured keys/;
    expect(() => new Vault([second], lookupKey).decrypt(encrypted, place)).toThrow(missing);
  });
});

describe('a look-up hash', () => {
  it('is equal for equal values of a kind, and for nothing else', () => {
    expect(vault.lookup('ssn', '666120001')).toBe(vault.lookup('ssn', '666120001'));
    expect(vault.lookup('ssn', '666120001')).not.toBe(vault.lookup('phone', '666120001'));
    expect(vault.lookup('ssn', '666120001')).not.toBe(vault.lookup('ssn', '666120002'));
  });

  it('is found under each lookup key, and made under the first', () => {
    const [old] = lookupKey;
    const before = new Vault([first], [old]).lookup('ssn', '666120001');
    const turned = new Vault([first], [key('newer'), old]);
    expect(before).toMatch(/^look\./);
    expect(turned.lookup('ssn', '666120001')).toMatch(/^newer\./);
    expect(turned.lookups('ssn', '666120001')).toEqual([turned.lookup('ssn', '666120001'), before]);
    expect(turned.isLookupOf(before, 'ssn', '666120001')).toBe(true);
    expect(turned.isLookupOf(before, 'phone', '666120001')).toBe(false);
  });

  it('has a key of its own for each kind, from which no other one follows', () => {
    const kinds = ['lookup ssn', 'lookup link:resume', 'lookup lead', 'lookup address', 'audit checkpoint'];
    const keys = kinds.map((kind) => vault.derived(kind).toString('hex'));
    expect(new Set([...keys, lookupKey[0].secret.toString('hex')]).size).toBe(kinds.length + 1);
  });

  it('outlives the encryption keys, and differs under another lookup key', () => {
    const lookup = vault.lookup('ssn', '666120001');
    expect(new Vault([second], lookupKey).lookup('ssn', '666120001')).toBe(lookup);
    expect(new Vault([first], [key('look')]).lookup('ssn', '666120001')).not.toBe(lookup);
  });
});

describe('the keys of a start', () => {
  let folder: string;
  beforeEach(() => {
    folder = testFolder();
  });

  const secret = () => randomBytes(32).toString('base64');
  const production = (keys: string | undefined, look: string | undefined = `look:${secret()}`) =>
    readVault({ keys, lookupKey: look, dataDirectory: folder, isProduction: true });
  const development = (dataDirectory = folder) =>
    readVault({ keys: undefined, lookupKey: undefined, dataDirectory, isProduction: false });

  it.each([
    ['no keys', () => production(undefined), /ENCRYPTION_KEYS and LOOKUP_KEY must both be set/],
    ['no look-up key', () => production(`k:${secret()}`, ''), /ENCRYPTION_KEYS and LOOKUP_KEY must both be/],
    ['one of development', () => production(`k1:${secret()},dev-1:${secret()}`), /the development key dev-1/],
    ['a key that is too short', () => production('k1:c2hvcnQ='), /the key k1 .* must be 32 bytes/],
    ['a short look-up key', () => production(`k1:${secret()}`, 'l1:c2hvcnQ='), /LOOKUP_KEY must be/],
    ['a key without its name', () => production(secret()), /must read id:base64key/],
    ['one name twice', () => production(`k1:${secret()},k1:${secret()}`), /the same key id twice/],
  ])('in production with %s are refused in a sentence', (_, read, sentence) => {
    expect(read).toThrow(SetupError);
    expect(read).toThrow(sentence);
  });

  it('never show a key in a refusal', () => {
    const dev = secret();
    expect(() => production(`k1:${secret()},dev-1:${dev}`)).toThrow(expect.not.stringContaining(dev));
  });

  it('in development are made once, in a file of the owner alone, and found again', () => {
    const encrypted = development().encrypt('text', place);
    expect(statSync(join(folder, 'keys.json')).mode & 0o777).toBe(0o600);
    expect(development().decrypt(encrypted, place)).toBe('text');
  });

  it('take one more key of each kind in front, and keep the old ones', () => {
    const before = development();
    addDevelopmentKey(folder);
    const after = development();
    expect(after.currentKeyId).not.toBe(before.currentKeyId);
    expect(after.decrypt(before.encrypt('text', place), place)).toBe('text');
    expect(after.lookup('ssn', '1')).not.toBe(before.lookup('ssn', '1'));
    expect(after.isLookupOf(before.lookup('ssn', '1'), 'ssn', '1')).toBe(true);
  });

  const unusable = ['{"keys": ["dev-1', '{}', 'null', '{"keys": [], "lookupKey": ""}'];
  it.each(unusable)('in a damaged file (%s) are refused in a sentence, and the file is left', (damaged) => {
    writeFileSync(join(folder, 'keys.json'), damaged);
    expect(() => development()).toThrow(SetupError);
    expect(readFileSync(join(folder, 'keys.json'), 'utf8')).toBe(damaged);
  });

  it('that cannot be written are reported in a sentence', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const read = () => development(join(file, 'data'));
    expect(read).toThrow(SetupError);
    expect(read).toThrow(/cannot be written/);
  });
});
