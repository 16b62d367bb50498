// Reads and writes the files with applicants' names and account numbers. Where the lender names recipients, each file is encrypted
// with age for them, and its key for ourselves by the vault, because a file is read again until the bank has it.
import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Decrypter, Encrypter, type Identity, type Recipient, Stanza } from 'age-encryption';
import * as z from 'zod';
import { readNachaFile } from '#finance/nacha-reader.ts';
import type { Sealed } from '../../platform/encryption.ts';
import type { With } from '../../services.ts';
import { verificationDescription } from './micro-entries.ts';

type Needs = With<'vault'> & {
  readonly config: {
    readonly ACH_DIR?: string | undefined;
    readonly ACH_RECIPIENTS: readonly string[];
    readonly dataDirectory: string;
  };
};

/** Where money files are written and read. */
export const achFolder = ({
  config,
}: {
  readonly config: Pick<Needs['config'], 'ACH_DIR' | 'dataDirectory'>;
}) => config.ACH_DIR ?? join(config.dataDirectory, 'ach');

const encryptedSuffix = '.age';
const stanzaType = 'branchline-vault';
const sealContext = 'ach-file.key';

const ownRecipient = ({ vault }: With<'vault'>): Recipient => ({
  wrapFileKey: (key) => [
    new Stanza([stanzaType], Buffer.from(vault.seal(Buffer.from(key).toString('base64'), sealContext))),
  ],
});

const ownIdentity = ({ vault }: With<'vault'>): Identity => ({
  unwrapFileKey: (stanzas) => {
    const own = stanzas.find(({ args }) => args[0] === stanzaType);
    if (own === undefined) return null;
    return Buffer.from(vault.open(Buffer.from(own.body).toString() as Sealed, sealContext), 'base64');
  },
});

/** The path as it is now, and as it is with the other setting: a lender may begin or stop to encrypt on any day. */
const formsOf = ({ config }: Needs, path: string): readonly [string, string] => {
  const encrypted = `${path}${encryptedSuffix}`;
  return config.ACH_RECIPIENTS.length > 0 ? [encrypted, path] : [path, encrypted];
};

/** Replaces a file as a whole. `path` is without the suffix of an encrypted file. */
export async function writeMoneyFile(services: Needs, path: string, text: string): Promise<void> {
  const [current, other] = formsOf(services, path);
  await replaceFile(current, await encoded(services, text));
  await rm(other, { force: true });
}

async function encoded(services: Needs, text: string): Promise<string | Uint8Array> {
  const { ACH_RECIPIENTS: recipients } = services.config;
  if (recipients.length === 0) return text;
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  encrypter.addRecipient(ownRecipient(services));
  return encrypter.encrypt(text);
}

/** Undefined if there is no such file. Throws if it is encrypted with a key that the vault lacks. */
export async function readMoneyFile(services: Needs, path: string): Promise<string | undefined> {
  for (const form of formsOf(services, path)) {
    const bytes = await unlessMissing(readFile(form));
    if (bytes === undefined) continue;
    if (!form.endsWith(encryptedSuffix)) return bytes.toString('utf8');
    const decrypter = new Decrypter();
    decrypter.addIdentity(ownIdentity(services));
    return decrypter.decrypt(bytes, 'text');
  }
  return undefined;
}

export async function removeMoneyFile(services: Needs, path: string): Promise<void> {
  for (const form of formsOf(services, path)) {
    await rm(form, { force: true });
    await rm(unfinished(form), { force: true });
  }
}

const unfinished = (path: string) => `${path}.unfinished`;

async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await synced(unfinished(path), 'w', (file) => file.writeFile(content));
  await rename(unfinished(path), path);
  // The new name survives a power failure only if its directory is synced too.
  await synced(dirname(path), 'r');
}

async function synced(path: string, flags: string, use?: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await use?.(file);
    await file.sync();
  } finally {
    await file.close();
  }
}

export const unlessMissing = <T>(read: Promise<T>): Promise<T | undefined> =>
  read.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

const fileEntry = z.object({
  /** An ISO date: of the arrival. */
  effectiveOn: z.string(),
  sequence: z.int(),
  /** In cents. */
  amount: z.int(),
  individualId: z.string(),
  /** A small deposit, or the debit that takes both back. */
  isMicroEntry: z.boolean(),
});
/** What we still need of an entry once the bank has its file: neither a name nor an account number. */
export type FileEntry = z.output<typeof fileEntry>;

const entriesPath = (path: string) => path.replace(/\.ach$/, '.entries.json');

/** The entries of a day's file, also after it was removed. Undefined if there never was one. */
export async function entriesIn(services: Needs, path: string): Promise<readonly FileEntry[] | undefined> {
  const text = await readMoneyFile(services, path);
  if (text === undefined) {
    const kept = await unlessMissing(readFile(entriesPath(path), 'utf8'));
    return kept === undefined ? undefined : z.array(fileEntry).parse(JSON.parse(kept));
  }
  return readNachaFile(text).batches.flatMap(({ effectiveOn, entryDescription, entries }) =>
    entries.map(({ traceNumber, amount, individualId }) => ({
      effectiveOn: String(effectiveOn),
      sequence: Number(traceNumber.slice(-7)),
      amount: Number(amount),
      individualId,
      isMicroEntry: entryDescription === verificationDescription,
    })),
  );
}

/** Removes a file that the bank has, and keeps its entries without names and account numbers. */
export async function keepEntriesOnly(services: Needs, path: string): Promise<void> {
  const entries = await entriesIn(services, path);
  if (entries !== undefined) await replaceFile(entriesPath(path), JSON.stringify(entries));
  await removeMoneyFile(services, path);
}
