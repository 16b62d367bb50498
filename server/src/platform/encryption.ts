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
import * as z from 'zod';
import { SetupError } from './failure.ts';

/** An encrypted field as it is stored: `<key id>.<base64url of IV, ciphertext and tag>`. */
export type Sealed = string & { readonly __sealed: true };
/** A keyed hash of a normalized value. Equal values have equal hashes; without the key a hash reveals nothing. */
export type Lookup = string & { readonly __lookup: true };

export interface Key {
  readonly id: string;
  readonly secret: Buffer;
}

export class Vault {
  readonly #keys: ReadonlyMap<string, Buffer>;
  readonly #current: Key;
  readonly #lookupKey: Buffer;

  /** The first key encrypts; all keys decrypt. */
  constructor(keys: readonly [Key, ...Key[]], lookupKey: Buffer) {
    this.#current = keys[0];
    this.#keys = new Map(keys.map((key) => [key.id, key.secret]));
    this.#lookupKey = lookupKey;
  }

  get currentKeyId(): string {
    return this.#current.id;
  }

  /** Keyed hashes of a constant, which identify keys without revealing them. `encryption` is by key id. */
  fingerprints(): { readonly lookup: string; readonly encryption: ReadonlyMap<string, string> } {
    const of = (secret: Buffer) =>
      createHmac('sha256', secret).update('branchline key fingerprint').digest('base64url');
    return {
      lookup: of(this.#lookupKey),
      encryption: new Map([...this.#keys].map(([id, secret]) => [id, of(secret)])),
    };
  }

  /** `context` names table, column and row, so that a value copied to another row cannot be decrypted there. */
  seal(text: string, context: string): Sealed {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#current.secret, iv);
    cipher.setAAD(Buffer.from(context));
    const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${this.#current.id}.${sealed.toString('base64url')}` as Sealed;
  }

  open(sealed: Sealed, context: string): string {
    const dot = sealed.indexOf('.');
    const id = sealed.slice(0, dot);
    const secret = this.#keys.get(id);
    if (!secret) {
      throw new Error(
        `The field ${context} was encrypted with the key ${id}, which is not one of the configured keys.`,
      );
    }
    const bytes = Buffer.from(sealed.slice(dot + 1), 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, 12));
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(bytes.length - 16));
    return Buffer.concat([decipher.update(bytes.subarray(12, bytes.length - 16)), decipher.final()]).toString(
      'utf8',
    );
  }

  sealJson(value: unknown, context: string): Sealed {
    return this.seal(JSON.stringify(value), context);
  }

  openJson<T>(sealed: Sealed, context: string): T {
    return JSON.parse(this.open(sealed, context)) as T;
  }

  /** A key for another purpose than encryption and lookups, 32 bytes. */
  derived(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#lookupKey, '', `branchline ${purpose}`, 32));
  }

  /** `kind` prevents equal values of different fields (an SSN, a phone) from having the same hash. */
  lookup(kind: string, normalized: string): Lookup {
    return createHmac('sha256', this.#lookupKey)
      .update(`${kind}\0${normalized}`)
      .digest('base64url') as Lookup;
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
    if (!options.keys || !options.lookupKey) {
      throw new SetupError(
        'ENCRYPTION_KEYS and LOOKUP_KEY must both be set (docs/operators-guide.md explains how to make keys).',
      );
    }
    const keys = parseKeys(options.keys);
    const developed = keys.find((key) => key.id.startsWith(developmentPrefix));
    if (options.isProduction && developed) {
      throw new SetupError(
        `ENCRYPTION_KEYS names the development key ${developed.id}; production needs keys of its own.`,
      );
    }
    const lookupKey = secretOf(options.lookupKey, 'LOOKUP_KEY');
    if (options.isProduction) assertStrong(keys, lookupKey);
    return new Vault(keys, lookupKey);
  }
  const file = developmentKeys(options.dataDirectory);
  return new Vault(parseKeys(file.keys.join(',')), secretOf(file.lookupKey, 'lookupKey'));
}

/** Adds a new current key to the development keys. In production an operator edits ENCRYPTION_KEYS. */
export function addDevelopmentKey(dataDirectory: string): void {
  const file = developmentKeys(dataDirectory);
  writeKeys(dataDirectory, { ...file, keys: [newDevelopmentKey(file.keys.length + 1), ...file.keys] });
}

function parseKeys(text: string): [Key, ...Key[]] {
  const keys = text.split(',').map((part): Key => {
    const [id, secret, ...rest] = part.trim().split(':');
    if (!id || !secret || rest.length > 0 || id.includes('.')) {
      throw new SetupError(
        'ENCRYPTION_KEYS must read id:base64key, several separated by commas, the current one first.',
      );
    }
    return { id, secret: secretOf(secret, `the key ${id} in ENCRYPTION_KEYS`) };
  });
  if (new Set(keys.map((key) => key.id)).size < keys.length) {
    throw new SetupError('ENCRYPTION_KEYS names the same key id twice; give each key its own id.');
  }
  return keys as [Key, ...Key[]];
}

function secretOf(base64: string, name: string): Buffer {
  const secret = Buffer.from(base64, 'base64');
  if (secret.length !== 32)
    throw new SetupError(`${name} must be 32 bytes in base64, and is ${secret.length}.`);
  return secret;
}

/** Keys that only decrypt may be weak, so that they can be rotated away. */
function assertStrong(keys: readonly [Key, ...Key[]], lookupKey: Buffer): void {
  if (isGuessable(keys[0].secret))
    throw new SetupError(guessable(`the key ${keys[0].id} in ENCRYPTION_KEYS`));
  if (isGuessable(lookupKey)) throw new SetupError(guessable('LOOKUP_KEY'));
  const all = [lookupKey, ...keys.map((key) => key.secret)].map(String);
  if (new Set(all).size < all.length)
    throw new SetupError(
      'ENCRYPTION_KEYS and LOOKUP_KEY repeat a key; give each a key of its own by `npm run keys:make`.',
    );
}

export const guessable = (name: string) =>
  `${name} can be guessed, because it is not random; make another one by \`npm run keys:make\`.`;

/** Random bytes repeat little, are never all printable, and follow no sequence. */
export function isGuessable(secret: Buffer): boolean {
  const steps = new Set(secret.subarray(1).map((byte, at) => byte - (secret[at] as number)));
  return new Set(secret).size < 16 || steps.size < 8 || secret.every((byte) => byte >= 32 && byte < 127);
}

const developmentKeysShape = z.object({ keys: z.array(z.string()).min(1), lookupKey: z.string() });
type DevelopmentKeys = z.output<typeof developmentKeysShape>;

const newDevelopmentKey = (number: number) =>
  `${developmentPrefix}${number}:${randomBytes(32).toString('base64')}`;

function developmentKeys(dataDirectory: string): DevelopmentKeys {
  const path = join(dataDirectory, 'keys.json');
  if (!existsSync(path)) {
    const keys = { keys: [newDevelopmentKey(1)], lookupKey: randomBytes(32).toString('base64') };
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
function writeKeys(
  dataDirectory: string,
  keys: DevelopmentKeys,
  mode: 'replace' | 'if-none' = 'replace',
): void {
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
