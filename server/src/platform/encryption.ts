// Field encryption (AES-256-GCM, the key's id beside the text, several keys at once) and keyed hashes for equality look-ups.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { SetupError } from './failure.ts';

/** An encrypted field as it is stored: `<key id>.<base64url of iv, tag and text>`. */
export type Sealed = string & { readonly __sealed: true };
/** A keyed hash of a normalized value: equal values have equal hashes, and a hash tells nothing without the key. */
export type Lookup = string & { readonly __lookup: true };

export interface Key {
  readonly id: string;
  readonly secret: Buffer;
}

export class Vault {
  readonly #keys: ReadonlyMap<string, Buffer>;
  readonly #current: Key;
  readonly #lookupKey: Buffer;

  /** The first key seals; every key opens. */
  constructor(keys: readonly [Key, ...Key[]], lookupKey: Buffer) {
    this.#current = keys[0];
    this.#keys = new Map(keys.map((key) => [key.id, key.secret]));
    this.#lookupKey = lookupKey;
  }

  get currentKeyId(): string {
    return this.#current.id;
  }

  /** `place` names table, column and row, so that a text moved to another place does not open. */
  seal(text: string, place: string): Sealed {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#current.secret, iv);
    cipher.setAAD(Buffer.from(place));
    const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${this.#current.id}.${sealed.toString('base64url')}` as Sealed;
  }

  open(sealed: Sealed, place: string): string {
    const dot = sealed.indexOf('.');
    const id = sealed.slice(0, dot);
    const secret = this.#keys.get(id);
    if (!secret) {
      throw new Error(
        `A field at ${place} was sealed with the key ${id}, which is not among the keys given.`,
      );
    }
    const bytes = Buffer.from(sealed.slice(dot + 1), 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, 12));
    decipher.setAAD(Buffer.from(place));
    decipher.setAuthTag(bytes.subarray(bytes.length - 16));
    return Buffer.concat([decipher.update(bytes.subarray(12, bytes.length - 16)), decipher.final()]).toString(
      'utf8',
    );
  }

  sealJson(value: unknown, place: string): Sealed {
    return this.seal(JSON.stringify(value), place);
  }

  openJson<T>(sealed: Sealed, place: string): T {
    return JSON.parse(this.open(sealed, place)) as T;
  }

  /** `kind` keeps the same text in two kinds of field (an SSN, a phone) from hashing alike. */
  lookup(kind: string, normalized: string): Lookup {
    return createHmac('sha256', this.#lookupKey)
      .update(`${kind}\0${normalized}`)
      .digest('base64url') as Lookup;
  }
}

const developmentPrefix = 'dev-';

/** The keys of the environment, or in development those of a file in the data folder, made at the first start. */
export function readVault(options: {
  keys: string | undefined;
  lookupKey: string | undefined;
  dataDirectory: string;
  isProduction: boolean;
}): Vault {
  if (options.keys !== undefined || options.isProduction) {
    if (!options.keys || !options.lookupKey) {
      throw new SetupError(
        'ENCRYPTION_KEYS and LOOKUP_KEY must both be set (docs/operators-guide.md tells how keys are made).',
      );
    }
    const keys = parseKeys(options.keys);
    const developed = keys.find((key) => key.id.startsWith(developmentPrefix));
    if (options.isProduction && developed) {
      throw new SetupError(
        `ENCRYPTION_KEYS names the development key ${developed.id}; production needs keys of its own.`,
      );
    }
    return new Vault(keys, secretOf(options.lookupKey, 'LOOKUP_KEY'));
  }
  const file = developmentKeys(options.dataDirectory);
  return new Vault(parseKeys(file.keys.join(',')), secretOf(file.lookupKey, 'lookupKey'));
}

/** Puts a new key in front of the development keys; in production the operator does so in ENCRYPTION_KEYS. */
export function addDevelopmentKey(dataDirectory: string): void {
  const file = developmentKeys(dataDirectory);
  writeKeys(dataDirectory, { ...file, keys: [newDevelopmentKey(file.keys.length + 1), ...file.keys] });
}

function parseKeys(text: string): [Key, ...Key[]] {
  const keys = text.split(',').map((part): Key => {
    const [id, secret, ...rest] = part.trim().split(':');
    if (!id || !secret || rest.length > 0 || id.includes('.')) {
      throw new SetupError(
        'ENCRYPTION_KEYS must read id:base64key, several parted by commas, the current one first.',
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

const developmentKeysShape = z.object({ keys: z.array(z.string()).min(1), lookupKey: z.string() });
type DevelopmentKeys = z.output<typeof developmentKeysShape>;

const newDevelopmentKey = (number: number) =>
  `${developmentPrefix}${number}:${randomBytes(32).toString('base64')}`;

function developmentKeys(dataDirectory: string): DevelopmentKeys {
  const path = join(dataDirectory, 'keys.json');
  if (!existsSync(path)) {
    writeKeys(dataDirectory, { keys: [newDevelopmentKey(1)], lookupKey: randomBytes(32).toString('base64') });
  }
  try {
    return developmentKeysShape.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new SetupError(
      `${path} does not hold the keys as they were written; restore it, or remove the data folder to begin anew.`,
    );
  }
}

function writeKeys(dataDirectory: string, keys: DevelopmentKeys): void {
  const path = join(dataDirectory, 'keys.json');
  const unfinished = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(unfinished, JSON.stringify(keys, null, 2), { mode: 0o600 });
    chmodSync(unfinished, 0o600);
    renameSync(unfinished, path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SetupError(`DATA_DIR ${dataDirectory} cannot be written: ${reason}.`);
  }
}
