// Keys that a key service stores: settings contain them wrapped (`id:kms:base64`), and each process has the service open them when it
// starts. Someone who reads the settings can't use them without the service's permission, which the service logs and can withdraw.
import { SetupError } from './failure.ts';

export interface KeyService {
  /** A new key of 32 bytes, wrapped for this id, in base64. No one has seen it open. */
  makeKey(id: string): Promise<string>;
  /** The 32 bytes, in base64. Refuses what was wrapped for another id or under another key of the service. */
  open(id: string, wrapped: string): Promise<string>;
}

const arn = /^arn:aws[\w-]*:kms:([a-z\d-]+):\d{12}:key\/[\w-]+$/;
export const isKmsKey = (text: string): boolean => arn.test(text);
export const isWrapped = (keys: string): boolean => /:kms:/.test(keys);

/** AWS KMS, with the credentials that AWS's own chain finds. `url` is that of a VPC endpoint. */
export async function awsKms(keyArn: string, url?: string): Promise<KeyService> {
  // Loading it takes time and memory, which only those who use it spend.
  const { DecryptCommand, GenerateDataKeyWithoutPlaintextCommand, KMSClient } = await import(
    '@aws-sdk/client-kms'
  );
  const region = arn.exec(keyArn)?.[1] ?? '';
  const client = new KMSClient({ region, ...(url === undefined ? {} : { endpoint: url }) });
  const keyContext = (id: string) => ({
    KeyId: keyArn,
    EncryptionContext: { product: 'branchline', key: id },
  });
  return {
    makeKey: async (id) => {
      const { CiphertextBlob = [] } = await client.send(
        new GenerateDataKeyWithoutPlaintextCommand({ ...keyContext(id), KeySpec: 'AES_256' }),
      );
      return Buffer.from(CiphertextBlob).toString('base64');
    },
    open: async (id, wrapped) => {
      const CiphertextBlob = Buffer.from(wrapped, 'base64');
      const { Plaintext = [] } = await client.send(new DecryptCommand({ ...keyContext(id), CiphertextBlob }));
      return Buffer.from(Plaintext).toString('base64');
    },
  };
}

/** The keys of the settings, open. Settings without wrapped keys are returned as they are. */
export async function openKeys(
  settings: {
    readonly [Name in 'ENCRYPTION_KEYS' | 'LOOKUP_KEY' | 'KMS_KEY_ARN' | 'KMS_URL']?: string | undefined;
  },
) {
  const { ENCRYPTION_KEYS: keys, LOOKUP_KEY: lookupKey, KMS_KEY_ARN, KMS_URL } = settings;
  if (!isWrapped(`${keys},${lookupKey}`)) return { keys, lookupKey };
  if (KMS_KEY_ARN === undefined) throw new SetupError(neededArn);
  const service = await awsKms(KMS_KEY_ARN, KMS_URL);
  const opened = async (name: string, text: string | undefined) =>
    text === undefined
      ? undefined
      : (await Promise.all(text.split(',').map((part) => openPart(service, name, part.trim())))).join(',');
  return { keys: await opened('ENCRYPTION_KEYS', keys), lookupKey: await opened('LOOKUP_KEY', lookupKey) };
}

export const neededArn =
  'KMS_KEY_ARN is not set, but a key of ENCRYPTION_KEYS or LOOKUP_KEY is wrapped (id:kms:base64).';

async function openPart(service: KeyService, name: string, part: string): Promise<string> {
  const [id = '', kind, wrapped = '', ...rest] = part.split(':');
  if (kind !== 'kms' || rest.length > 0) return part;
  try {
    return `${id}:${await service.open(id, wrapped)}`;
  } catch (error) {
    // The service's message may repeat what it was sent.
    const reason = error instanceof Error ? error.name : 'unknown';
    throw new SetupError(`The key service did not open the key ${id} of ${name} (${reason}).`);
  }
}
