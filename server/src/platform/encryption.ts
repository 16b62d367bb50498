// Field encryption (AES-256-GCM, with a key id so that keys can be rotated) and keyed hashes for equality lookups.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import { SetupError } from './failure.ts';

/** An encrypted field as it is stored: `<key id>.<base64url of IV, ciphertext and tag>`, or `<key id>.z.…` of a compressed text. */
export type Encrypted = string & { readonly __encrypted: true };
/** A stored keyed hash, `<key id>.<base64url>`, equal for equal values under one key. It reveals nothing without it. */
export type Lookup = string & { readonly __lookup: true };

export interface Key {
  readonly id: string;
  readonly secret: Buffer;
}

/** Bytes from which a text is compressed: bureau reports, decisions and documents are most of the database. */
const compressedFrom = 1000;
const compressedMark = 'z.';
const compressedContext = (context: string) => `${context}, compressed`;

type Keys = readonly [Key, ...Key[]];

/** IV, ciphertext and tag. `context` is authenticated: the bytes can be decrypted only with the same one. */
export function encryptBytes(secret: Buffer, bytes: Buffer, context: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', secret, iv);
  cipher.setAAD(Buffer.from(context));
  return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

export function decryptBytes(secret: Buffer, encrypted: Buffer, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', secret, encrypted.subarray(0, 12));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(encrypted.subarray(encrypted.length - 16));
  return Buffer.concat([decipher.update(encrypted.subarray(12, encrypted.length - 16)), decipher.final()]);
}

export class Vault {
  readonly #keys: ReadonlyMap<string, Buffer>;
  readonly #current: Key;
  readonly #lookupKeys: Keys;
  readonly #derived = new Map<string, Buffer>();

  /** Of each kind of key, the first encrypts or hashes; all of them decrypt, or find what was hashed with them. */
  constructor(keys: Keys, lookupKeys: Keys) {
    this.#current = keys[0];
    this.#keys = new Map(keys.map((key) => [key.id, key.secret]));
    this.#lookupKeys = lookupKeys;
  }

  get currentKeyId(): string {
    return this.#current.id;
  }

  get currentLookupKeyId(): string {
    return this.#lookupKeys[0].id;
  }

  /** Keyed hashes of a constant by key id, which identify keys without revealing them. */
  fingerprints(): Readonly<Record<'lookup' | 'encryption', ReadonlyMap<string, string>>> {
    const of = (secret: Buffer) =>
      createHmac('sha256', secret).update('branchline key fingerprint').digest('base64url');
    return {
      lookup: new Map(this.#lookupKeys.map(({ id, secret }) => [id, of(secret)])),
      encryption: new Map([...this.#keys].map(([id, secret]) => [id, of(secret)])),
    };
  }

  /** `context` names table, column and row, so that a value copied to another row cannot be decrypted there. */
  encrypt(text: string, context: string): Encrypted {
    const { id, secret } = this.#current;
    const bytes = Buffer.from(text);
    if (bytes.length < compressedFrom)
      return `${id}.${encryptBytes(secret, bytes, context).toString('base64url')}` as Encrypted;
    const encrypted = encryptBytes(secret, deflateRawSync(bytes), compressedContext(context));
    return `${id}.${compressedMark}${encrypted.toString('base64url')}` as Encrypted;
  }

  decrypt(encrypted: Encrypted, context: string): string {
    const dot = encrypted.indexOf('.');
    const id = encrypted.slice(0, dot);
    const secret = this.#keys.get(id);
    if (!secret)
      throw new Error(
        `The field ${context} was encrypted with the key ${id}, which is not one of the configured keys.`,
      );
    const stored = encrypted.slice(dot + 1);
    if (!stored.startsWith(compressedMark))
      return decryptBytes(secret, Buffer.from(stored, 'base64url'), context).toString('utf8');
    const bytes = Buffer.from(stored.slice(compressedMark.length), 'base64url');
    return inflateRawSync(decryptBytes(secret, bytes, compressedContext(context))).toString('utf8');
  }

  encryptJson(value: unknown, context: string): Encrypted {
    return this.encrypt(JSON.stringify(value), context);
  }

  decryptJson<T>(encrypted: Encrypted, context: string): T {
    return JSON.parse(this.decrypt(encrypted, context)) as T;
  }

  /** A key for one purpose alone, 32 bytes, so that no other one follows from it. */
  derived(purpose: string, { id, secret }: Key = this.#lookupKeys[0]): Buffer {
    const name = `${id} ${purpose}`;
    const cached = this.#derived.get(name);
    if (cached) return cached;
    const derived = Buffer.from(hkdfSync('sha256', secret, '', `branchline ${purpose}`, 32));
    this.#derived.set(name, derived);
    return derived;
  }

  /** For writing. Each `kind` (an SSN, a link, a partner's lead, an address of a limit) has a key of its own. */
  lookup(kind: string, normalized: string): Lookup {
    return this.#lookup(this.#lookupKeys[0], kind, normalized);
  }

  /** For reading: what the value may be stored as, under each key. */
  lookups(kind: string, normalized: string): readonly Lookup[] {
    return this.#lookupKeys.map((key) => this.#lookup(key, kind, normalized));
  }

  isLookupOf(stored: string, kind: string, normalized: string): boolean {
    return this.lookups(kind, normalized).some((hash) => hash === stored);
  }

  #lookup(key: Key, kind: string, normalized: string): Lookup {
    const hash = createHmac('sha256', this.derived(`lookup ${kind}`, key)).update(normalized);
    return `${key.id}.${hash.digest('base64url')}` as Lookup;
  }
}

const developmentPrefix = 'dev-';

/** Reads the keys from the environment or, in development, from a file in DATA_DIR that the first start creates. */
export function readVault(options: {
  keys: string | undefined;
  lookupKey: string | undefined;
  dataDirectory: string;
  isProduction: boolean;
}): Vault {
  if (options.keys !== undefined || options.isProduction) {
    if (!options.keys || !options.lookupKey)
      throw new SetupError(
        'ENCRYPTION_KEYS and LOOKUP_KEY must both be set (docs/operators-guide.md explains how to make keys).',
      );
    const parse = options.isProduction ? productionKeys : parseKeys;
    const keys = parse(options.keys, 'ENCRYPTION_KEYS');
    const lookupKeys = parse(options.lookupKey, 'LOOKUP_KEY');
    if (options.isProduction) assertDistinct(keys, lookupKeys);
    return new Vault(keys, lookupKeys);
  }
  const file = developmentKeys(options.dataDirectory);
  return new Vault(
    parseKeys(file.keys.join(','), 'keys'),
    parseKeys(file.lookupKeys.join(','), 'lookupKeys'),
  );
}

/** Adds a new current key of each kind to the development keys. In production an operator edits the settings. */
export function addDevelopmentKey(dataDirectory: string): void {
  const file = developmentKeys(dataDirectory);
  const another = (keys: readonly string[]) => [newDevelopmentKey(keys.length + 1), ...keys];
  writeKeys(dataDirectory, { keys: another(file.keys), lookupKeys: another(file.lookupKeys) });
}

function parseKeys(text: string, name: string): Keys {
  const keys = text.split(',').map((part): Key => {
    const [id, secret, ...rest] = part.trim().split(':');
    if (!id || !secret || rest.length > 0 || id.includes('.'))
      throw new SetupError(
        `${name} must read id:base64key, several separated by commas, the current one first.`,
      );
    return { id, secret: secretOf(secret, `the key ${id} in ${name}`) };
  });
  if (new Set(keys.map((key) => key.id)).size < keys.length)
    throw new SetupError(`${name} names the same key id twice; give each key its own id.`);
  return keys as [Key, ...Key[]];
}

function secretOf(base64: string, name: string): Buffer {
  const secret = Buffer.from(base64, 'base64');
  if (secret.length !== 32)
    throw new SetupError(`${name} must be 32 bytes in base64, and is ${secret.length}.`);
  return secret;
}

/** The keys of one setting, where they are the lender's own. Keys that only decrypt may be weak, so that they can be rotated out. */
export function productionKeys(text: string, name: string): Keys {
  const keys = parseKeys(text, name);
  const developed = keys.find((key) => key.id.startsWith(developmentPrefix));
  if (developed)
    throw new SetupError(
      `${name} names the development key ${developed.id}; production needs keys of its own.`,
    );
  if (isGuessableKey(keys[0].secret))
    throw new SetupError(
      `the key ${keys[0].id} in ${name} can be guessed, because it is not random; make another one by \`npm run keys:make\`.`,
    );
  return keys;
}

function assertDistinct(keys: Keys, lookupKeys: Keys): void {
  const all = [...keys, ...lookupKeys].map(({ secret }) => String(secret));
  if (new Set(all).size < all.length)
    throw new SetupError(
      'ENCRYPTION_KEYS and LOOKUP_KEY repeat a key; give each a key of its own by `npm run keys:make`.',
    );
}

/** Random bytes are never all printable. */
const isGuessableKey = (secret: Buffer) =>
  isPredictable(secret, 16) || secret.every((byte) => byte >= 32 && byte < 127);

/** Random bytes repeat little, and follow no sequence. */
function isPredictable(secret: Buffer, distinct: number): boolean {
  const steps = new Set(secret.subarray(1).map((byte, at) => byte - (secret[at] as number)));
  return new Set(secret).size < distinct || steps.size < distinct / 2;
}

/** The keys in a setting: 32 bytes in base64, each by itself or after its id. */
export const keysIn = (value: string) => value.match(/(?<![^:,\s])[A-Za-z0-9+/]{43}=(?![^,\s])/g) ?? [];

/** Whether a secret, or the first key in it, can be guessed. Later keys only decrypt. */
export function isGuessable(secret: string): boolean {
  const [key] = keysIn(secret);
  if (key !== undefined) return isGuessableKey(Buffer.from(key, 'base64'));
  return secret.length < 12 || isPredictable(Buffer.from(secret), 6);
}

const developmentKeysShape = z.object({
  keys: z.array(z.string()).min(1),
  lookupKeys: z.array(z.string()).min(1),
});
type DevelopmentKeys = z.output<typeof developmentKeysShape>;

const newDevelopmentKey = (number: number) =>
  `${developmentPrefix}${number}:${randomBytes(32).toString('base64')}`;

function developmentKeys(dataDirectory: string): DevelopmentKeys {
  const path = join(dataDirectory, 'keys.json');
  if (!existsSync(path)) {
    const keys = { keys: [newDevelopmentKey(1)], lookupKeys: [newDevelopmentKey(1)] };
    writeKeys(dataDirectory, keys, 'if-none');
  }
  try {
    return developmentKeysShape.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new SetupError(
      `${path} is not a valid key file; restore it, or delete the data folder to start over.`,
    );
  }
}

/** With `if-none`, the keys of another process that starts at the same time are not replaced. */
function writeKeys(dataDirectory: string, keys: DevelopmentKeys, mode: 'replace' | 'if-none' = 'replace') {
  const path = join(dataDirectory, 'keys.json');
  const unfinished = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(unfinished, JSON.stringify(keys, null, 2), { mode: 0o600 });
    chmodSync(unfinished, 0o600);
    if (mode === 'replace') renameSync(unfinished, path);
    else linkIfNone(unfinished, path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SetupError(`DATA_DIR ${dataDirectory} cannot be written: ${reason}.`);
  }
}

function linkIfNone(unfinished: string, path: string): void {
  try {
    linkSync(unfinished, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
}
