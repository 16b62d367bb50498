// What production refuses: a setting that is meant for development, that belongs to the sandbox, or that sends anything
// unencrypted. A trial run doesn't find these, because the product starts with them.
import { createPublicKey, hash } from 'node:crypto';
import type { ZodType } from 'zod';
import { isGuessable, keysIn, productionKeys, readVault } from './encryption.ts';
import { SetupError } from './failure.ts';
import { isWrapped, neededArn } from './key-service.ts';
import { addressesOf } from './server-addresses.ts';
import { environment, secretOf, testValues } from './settings.ts';

export type Settings = Readonly<Record<string, string | undefined>>;
export interface Mistake {
  readonly name: string;
  readonly sentence: string;
}

/** SHA-256 of the public keys whose private ones are in every copy of the source: the sandbox’s for DocuSign, and for seals. */
const publishedKeys: readonly (string | undefined)[] = [
  '0920dd35db513ee102de38f1342c2ebcd723534fa6c2e60271c186130ae5a5e6',
  'edafde47d4a6df060ddc113f2663e721d0c28b7bf9f9601756b3ea04a1b30a0b',
];

/** Everything in these settings that production must not start with. */
export function productionMistakes(settings: Settings, env: NodeJS.ProcessEnv): readonly Mistake[] {
  return [
    ...missing(settings),
    ...ofDevelopment(settings, env),
    ...unencrypted(settings),
    ...unverifiedDatabase(settings),
    ...ofSandbox(settings),
    ...wrongKeys(settings),
    ...weakSecrets(settings),
  ];
}

/** Connections to database servers on other machines whose certificates are not checked. */
export function unverifiedDatabase(settings: Settings): readonly Mistake[] {
  if (settings.DATABASE_TLS === 'trusted-network') return [];
  return Object.entries(settings).flatMap(([name, value]) =>
    !/DATABASE(?:_DIRECT|_REPLICA)?_URL$/.test(name) ||
    value === undefined ||
    addressesOf(value).every(isProtected)
      ? []
      : [
          {
            name,
            sentence: `${name} leads to another machine and must end in sslmode=verify-full, or DATABASE_TLS=trusted-network must say that the network protects the connection.`,
          },
        ],
  );
}

function isProtected(address: string): boolean {
  // The path of a socket takes the place of the host, or is in the query, and then no host need be named.
  const parsed = URL.parse(address.replace('@/', '@localhost/'));
  if (parsed === null) return false;
  const { hostname, searchParams } = parsed;
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  const isHere = /^$|^\/|^localhost$|^127\.|^\[?::1\]?$/.test(host);
  return isHere || searchParams.getAll('sslmode').join() === 'verify-full';
}

const makeKeys = 'Make it by `npm run keys:make`.';

/** What development does without. */
export const neededInProduction: Readonly<Record<string, string>> = {
  PUBLIC_URL: 'In production it names the https address applicants use.',
  DATABASE_URL: 'Production needs a PostgreSQL server.',
  BLOB_STORE: 'Production needs a bucket (s3://bucket), or a folder that every process shares.',
  ENCRYPTION_KEYS: makeKeys,
  LOOKUP_KEY: makeKeys,
};

const missing = (settings: Settings): Mistake[] =>
  Object.entries(neededInProduction)
    .filter(([name]) => settings[name] === undefined)
    .map(([name, why]) => ({ name, sentence: `${name} is not set. ${why}` }));

const believing: Mistake = {
  name: 'TRUST_PROXY',
  sentence:
    'TRUST_PROXY=true believes any address that a client writes. In production, name how many proxies are in front, such as TRUST_PROXY=1, or their networks, such as TRUST_PROXY=10.0.0.0/8.',
};

function ofDevelopment(settings: Settings, env: NodeJS.ProcessEnv): Mistake[] {
  const scaled = ['LIMIT_SCALE', 'VENDOR_TIMEOUT_SCALE']
    .filter((name) => Number(settings[name] ?? 1) !== 1)
    .map((name) => ({ name, sentence: `${name} is for tests alone. Leave it out in production.` }));
  const name = 'NODE_TLS_REJECT_UNAUTHORIZED';
  const blind = env[name] === '0';
  return [
    ...scaled,
    ...(settings.TRUST_PROXY === 'true' ? [believing] : []),
    ...(blind ? [{ name, sentence: `${name} turns off the check of certificates. Leave it out.` }] : []),
  ];
}

function unencrypted(settings: Settings): Mistake[] {
  return Object.entries(settings).flatMap(([name, value]): Mistake[] => {
    if (value === undefined) return [];
    if (name === 'SMTP_URL') {
      if (isEncryptedMail(value)) return [];
      const sentence =
        'SMTP_URL sends email unencrypted. Use smtps://, or add ?requireTLS=true where the server offers STARTTLS.';
      return [{ name, sentence }];
    }
    const isAddress = /(?:_URL|_DSN|_SOURCES)$/.test(name) && !name.startsWith('DATABASE_');
    const all = value.trim().split(/\s+/);
    if (!isAddress || all.every((url) => /^https:\/\//i.test(url))) return [];
    const why = name === 'PUBLIC_URL' ? '; the session’s cookie is sent over https alone' : '';
    return [{ name, sentence: `${name} must begin with https:// in production${why}.` }];
  });
}

function isEncryptedMail(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, searchParams } = new URL(value);
  if (searchParams.get('ignoreTLS') === 'true' || searchParams.get('tls.rejectUnauthorized') === 'false')
    return false;
  return protocol === 'smtps:' || searchParams.get('requireTLS') === 'true';
}

/** What the sandbox accepts, and what `npm start` sets. */
const ofSandbox = (settings: Settings): Mistake[] =>
  Object.entries(settings)
    .filter(([name, value]) => value !== undefined && isOfSandbox(name, value))
    // A trial with Experian's own sandbox takes its reference.
    .filter(([name]) => name !== 'BUREAU_CLIENT_REFERENCE_ID' || !/sandbox/.test(settings.BUREAU_URL ?? ''))
    .map(([name]) => ({ name, sentence: `${name} is the sandbox’s. Production needs one of its own.` }));

function isOfSandbox(name: string, value: string): boolean {
  switch (name) {
    case 'DOCUSIGN_PRIVATE_KEY':
    case 'SIGNING_CERTIFICATE':
    case 'SIGNING_PRIVATE_KEY':
      return publishedKeys.includes(fingerprint(value));
    default:
      return (testValues[name] ?? /^sandbox|^G-SANDBOX|5a4db0c5|\/\/sandbox\w*@/i).test(value);
  }
}

function fingerprint(pem: string): string | undefined {
  try {
    const key = createPublicKey(pem.replaceAll('\\n', '\n'));
    return hash('sha256', key.export({ type: 'spki', format: 'der' }));
  } catch {
    return undefined;
  }
}

/** Secrets that can be guessed, or that repeat a key: a holder of one could do what the other protects. */
function weakSecrets({ ENCRYPTION_KEYS: keys, LOOKUP_KEY: lookupKey, ...others }: Settings): Mistake[] {
  const used = new Set(keysIn(`${keys},${lookupKey}`));
  const schemas: Readonly<Record<string, ZodType>> = environment.shape;
  return Object.entries(others).flatMap(([name, value = '']): Mistake[] => {
    const schema = schemas[name];
    if (!schema?.safeParse(value).success) return [];
    const secret = secretOf(schema);
    // An address of several servers is no URL.
    const password = value.includes('://') ? /:\/\/[^:@/?#]*:([^@/?#]*)@/.exec(value)?.[1] : value;
    if (!secret || !password) return [];
    if (isGuessable(password))
      return [{ name, sentence: `${name} can be guessed. Replace it (${secret.found}).` }];
    const isRepeated = keysIn(value).some((key) => used.has(key));
    for (const key of keysIn(value)) used.add(key);
    return isRepeated ? [{ name, sentence: `${name} repeats a key of another setting. ${makeKeys}` }] : [];
  });
}

/** The key service has to open wrapped keys before they can be judged. */
function wrongKeys({ ENCRYPTION_KEYS: keys, LOOKUP_KEY: lookupKey, KMS_KEY_ARN: arn }: Settings): Mistake[] {
  if (!isWrapped(`${keys},${lookupKey}`)) {
    const wrong = Object.entries({ ENCRYPTION_KEYS: keys, LOOKUP_KEY: lookupKey }).flatMap(([name, text]) =>
      text === undefined ? [] : mistakeOf(name, () => productionKeys(text, name)),
    );
    if (wrong.length > 0 || keys === undefined || lookupKey === undefined) return wrong;
    const together = { keys, lookupKey, dataDirectory: '', isProduction: true };
    return mistakeOf('ENCRYPTION_KEYS', () => readVault(together));
  }
  return arn === undefined ? [{ name: 'KMS_KEY_ARN', sentence: neededArn }] : [];
}

function mistakeOf(name: string, read: () => unknown): Mistake[] {
  try {
    read();
    return [];
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return [{ name, sentence: error.message }];
  }
}
