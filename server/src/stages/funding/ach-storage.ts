// Reads and writes the files with applicants' names and account numbers. Where the lender names recipients, each file is encrypted
// with age for them, and its key for ourselves by the vault, because a file is read again until the bank has it.
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Identity, Recipient, Stanza } from 'age-encryption';
import * as z from 'zod';
import { readNachaFile } from '#finance/nacha-reader.ts';
import type { Encrypted } from '../../platform/encryption.ts';
import type { With } from '../../services.ts';
import { verificationDescription } from './micro-entries.ts';

/** What reads and writes them, for commands too. */
export type FileAccess = With<'vault'> & {
  readonly config: {
    readonly ACH_DIR?: string | undefined;
    readonly ACH_RECIPIENTS: readonly string[];
    readonly dataDirectory: string;
  };
};

/** Where ACH files are written and read. */
export const achFolder = ({
  config,
}: {
  readonly config: Pick<FileAccess['config'], 'ACH_DIR' | 'dataDirectory'>;
}) => config.ACH_DIR ?? join(config.dataDirectory, 'ach');

const encryptedSuffix = '.age';
const stanzaType = 'branchline-vault';
const encryptionContext = 'ach-file.key';

/** Loaded by the first encrypted file: most processes have none. */
const age = () => import('age-encryption');

const ownRecipient = ({ vault }: With<'vault'>, { Stanza }: Awaited<ReturnType<typeof age>>): Recipient => ({
  wrapFileKey: (key) => [
    new Stanza(
      [stanzaType],
      Buffer.from(vault.encrypt(Buffer.from(key).toString('base64'), encryptionContext)),
    ),
  ],
});

const ownIdentity = ({ vault }: With<'vault'>, reencrypted: string | undefined): Identity => ({
  unwrapFileKey: (stanzas) => {
    const own = reencrypted ?? encryptedKeyIn(stanzas);
    return own === undefined
      ? null
      : Buffer.from(vault.decrypt(own as Encrypted, encryptionContext), 'base64');
  },
});

function encryptedKeyIn(stanzas: readonly Stanza[]): string | undefined {
  const own = stanzas.find(({ args }) => args[0] === stanzaType);
  return own && Buffer.from(own.body).toString();
}

/** Beside a file: its key under a newer key of ours. The file itself stays as the bank may have taken it. */
const reencryptedKeyPath = (file: string) => `${file}.key`;
const reencryptedKeyOf = (file: string) => unlessMissing(readFile(reencryptedKeyPath(file), 'utf8'));

/** Re-encrypts the key of each encrypted file under the current key of ours. Returns how many were under another. */
export async function reencryptAchFileKeys({ config, vault }: FileAccess): Promise<number> {
  const folder = achFolder({ config });
  const names = (await unlessMissing(readdir(folder, { recursive: true }))) ?? [];
  let count = 0;
  const { Decrypter } = await age();
  for (const name of names.filter((one) => one.endsWith(encryptedSuffix))) {
    const path = join(folder, name);
    const reencrypted = await reencryptedKeyOf(path);
    let isOwn = false;
    const decrypter = new Decrypter();
    decrypter.addIdentity({
      async unwrapFileKey(stanzas) {
        const own = reencrypted ?? encryptedKeyIn(stanzas);
        if (own === undefined) return null;
        isOwn = true;
        const key = vault.decrypt(own as Encrypted, encryptionContext);
        if (!own.startsWith(`${vault.currentKeyId}.`)) {
          await replaceFile(reencryptedKeyPath(path), vault.encrypt(key, encryptionContext));
          count += 1;
        }
        return Buffer.from(key, 'base64');
      },
    });
    const bytes = await unlessMissing(readFile(path));
    // Others may put encrypted files of their own into the folder.
    await (bytes &&
      decrypter.decrypt(bytes).catch((error: unknown) => {
        if (isOwn) throw error;
      }));
  }
  return count;
}

/** The path as it is now, and as it is with the other setting: a lender may begin or stop to encrypt on any day. */
const formsOf = ({ config }: FileAccess, path: string): readonly [string, string] => {
  const encrypted = `${path}${encryptedSuffix}`;
  return config.ACH_RECIPIENTS.length > 0 ? [encrypted, path] : [path, encrypted];
};

/** Replaces a file as a whole. `path` is without the suffix of an encrypted file. */
export async function storeAchFile(services: FileAccess, path: string, text: string): Promise<void> {
  const [current, other] = formsOf(services, path);
  await replaceFile(current, await encoded(services, text));
  await rm(other, { force: true });
  await rm(reencryptedKeyPath(`${path}${encryptedSuffix}`), { force: true });
}

async function encoded(services: FileAccess, text: string): Promise<string | Uint8Array> {
  const { ACH_RECIPIENTS: recipients } = services.config;
  if (recipients.length === 0) return text;
  const loaded = await age();
  const encrypter = new loaded.Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  encrypter.addRecipient(ownRecipient(services, loaded));
  return encrypter.encrypt(text);
}

/** Undefined if there is no such file. Throws if it is encrypted with a key that the vault lacks. */
export async function readAchFile(services: FileAccess, path: string): Promise<string | undefined> {
  for (const form of formsOf(services, path)) {
    const bytes = await unlessMissing(readFile(form));
    if (bytes === undefined) continue;
    if (!form.endsWith(encryptedSuffix)) return bytes.toString('utf8');
    const { Decrypter } = await age();
    const decrypter = new Decrypter();
    decrypter.addIdentity(ownIdentity(services, await reencryptedKeyOf(form)));
    return decrypter.decrypt(bytes, 'text');
  }
  return undefined;
}

export async function deleteAchFile(services: FileAccess, path: string): Promise<void> {
  for (const form of formsOf(services, path)) {
    await rm(form, { force: true });
    await rm(unfinished(form), { force: true });
    await rm(reencryptedKeyPath(form), { force: true });
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
  /** A micro-entry, or the debit that takes both back. */
  isMicroEntry: z.boolean(),
});
/** What we still need of an entry once the bank has its file: neither a name nor an account number. */
export type FileEntry = z.output<typeof fileEntry>;

const entriesPath = (path: string) => path.replace(/\.ach$/, '.entries.json');

/** The entries of a day's file, also after it was removed. Undefined if there never was one. */
export async function entriesIn(
  services: FileAccess,
  path: string,
): Promise<readonly FileEntry[] | undefined> {
  const text = await readAchFile(services, path);
  if (text === undefined) {
    const kept = await unlessMissing(readFile(entriesPath(path), 'utf8'));
    return kept === undefined ? undefined : z.array(fileEntry).parse(JSON.parse(kept));
  }
  return readNachaFile(text).batches.flatMap(({ effectiveOn, entryDescription, entries }) =>
    entries.map(({ traceNumber, amount, individualId }) => ({
      effectiveOn,
      sequence: Number(traceNumber.slice(-7)),
      amount: Number(amount),
      individualId,
      isMicroEntry: entryDescription === verificationDescription,
    })),
  );
}

/** Removes a file that the bank has, and keeps its entries without names and account numbers. */
export async function keepEntriesOnly(services: FileAccess, path: string): Promise<void> {
  const entries = await entriesIn(services, path);
  if (entries !== undefined) await replaceFile(entriesPath(path), JSON.stringify(entries));
  await deleteAchFile(services, path);
}
