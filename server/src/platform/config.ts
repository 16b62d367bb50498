// The environment variables, parsed once. A wrong value stops the start; every mistake is named at once, with how to fix it.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { SetupError } from './failure.ts';
import {
  type Mistake,
  productionMistakes,
  type Settings,
  unverifiedDatabase,
} from './production-settings.ts';
import { environment, neededForSignature, secretOf, settingGroups } from './settings.ts';

const withoutWorkerSecrets = z.object(
  Object.fromEntries(
    Object.entries(environment.shape).filter(([, schema]) => !secretOf(schema)?.onlyWorkers),
  ),
);

/** Settings that have no effect without each other. */
const together = [
  ['ACCOUNT_CHECK_URL', 'ACCOUNT_CHECK_API_KEY'],
  ['VEHICLE_DATA_URL', 'VEHICLE_DATA_API_KEY', 'VEHICLE_DATA_PERMITTED_USE'],
  ['GA4_MEASUREMENT_ID', 'GA4_API_SECRET'],
  ['BLOB_ACCESS_KEY_ID', 'BLOB_SECRET_ACCESS_KEY'],
] as const satisfies readonly (readonly (keyof typeof environment.shape)[])[];

type Environment = z.output<typeof environment>;

export interface Config extends Environment {
  readonly dataDirectory: string;
  readonly lenderDirectory: string;
  readonly publicUrl: string;
  readonly stopGraceSeconds: number;
  readonly isDevelopment: boolean;
  readonly isProduction: boolean;
  /** False in a web process, which holds no secret that only jobs need: those settings are missing, even if their types require them. */
  readonly holdsWorkerSecrets: boolean;
  /** Whether a vendor that acts on real people is at its production address: not its own sandbox, and not ours. */
  readonly usesRealVendors: boolean;
}

/** Addresses of vendors that pull credit, evaluate people, read their bank data, or have them sign. */
const actingOnPeople = ['BUREAU_URL', 'SOCURE_URL', 'PLAID_URL', 'DOCUSIGN_OAUTH_URL'] as const;

/** The settings of a command that only needs the database. */
const storage = z.object({
  ...settingGroups['What is kept, and its keys'],
  ...settingGroups['Blob store'],
  NODE_ENV: environment.shape.NODE_ENV,
  LENDER_DIR: environment.shape.LENDER_DIR,
  VENDOR_TIMEOUT_SCALE: environment.shape.VENDOR_TIMEOUT_SCALE,
});

export function readStorageConfig(env: NodeJS.ProcessEnv) {
  const { values, settings, mistakes } = readSettings(storage, env);
  refuse([...mistakes, ...(values.NODE_ENV === 'production' ? unverifiedDatabase(settings) : [])]);
  return {
    ...values,
    dataDirectory: resolve(values.DATA_DIR),
    lenderDirectory: resolve(values.LENDER_DIR),
    lettersDirectory: resolve(values.LETTERS_DIR ?? join(values.DATA_DIR, 'letters')),
    isProduction: values.NODE_ENV === 'production',
  };
}

/** Reads every setting of a shape, with all that is wrong with them. An empty variable counts as one that is not set. */
function readSettings<T extends z.ZodObject>(shape: T, env: NodeJS.ProcessEnv) {
  const mistakes: Mistake[] = [];
  const settings: Record<string, string | undefined> = {};
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(shape.shape)) {
    const found = settingOf(name, env);
    if (typeof found === 'object') {
      mistakes.push({ name, sentence: found.mistake });
      continue;
    }
    settings[name] = found;
    const read = (schema as z.ZodType).safeParse(found);
    if (read.success) values[name] = read.data;
    else if (found === undefined) mistakes.push({ name, sentence: `${name} is not set.` });
    else {
      const reason = read.error.issues[0]?.message ?? 'it is unreadable';
      mistakes.push({ name, sentence: `${name} cannot be used: ${reason}. Correct it and start again.` });
    }
  }
  return { values: values as z.output<T>, settings, mistakes };
}

/** Reads a setting: from a variable, or in the file that `NAME_FILE` names, as secret stores provide it. */
function settingOf(name: string, env: NodeJS.ProcessEnv): string | undefined | { mistake: string } {
  const [value, path] = [env[name] || undefined, env[`${name}_FILE`] || undefined];
  if (path === undefined) return value;
  if (value !== undefined) return { mistake: `${name} and ${name}_FILE are both set. Keep one of them.` };
  try {
    return (
      readFileSync(path, 'utf8').replace(/\r?\n$/, '') || { mistake: `${name}_FILE names an empty file.` }
    );
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    return { mistake: `${name}_FILE names a file that cannot be read${reason}.` };
  }
}

function halves(settings: Settings): Mistake[] {
  return together.flatMap((names) => {
    const missing = names.filter((name) => settings[name] === undefined);
    if (missing.length === 0 || missing.length === names.length) return [];
    const others = names.filter((name) => settings[name] !== undefined).join(' and ');
    return missing.map((name) => ({
      name,
      sentence: `${name} is not set, but ${others} ${names.length - missing.length > 1 ? 'are' : 'is'}. Set ${names.length > 2 ? 'all or none' : 'both or neither'}.`,
    }));
  });
}

/** The missing settings of the chosen way of signing. */
function missingForSignature(settings: Settings): Mistake[] {
  const chosen = settings.SIGNATURE === 'own' ? 'own' : 'docusign';
  return neededForSignature[chosen]
    .filter((name) => settings[name] === undefined)
    .map((name) => ({ name, sentence: `${name} is not set. SIGNATURE=${chosen} needs it.` }));
}

/** What is in the folder is read once every setting is right. */
const missingLender = ({ LENDER_DIR: folder }: Settings): Mistake[] =>
  folder === undefined || existsSync(folder)
    ? []
    : [{ name: 'LENDER_DIR', sentence: 'LENDER_DIR names no folder. Correct it and start again.' }];

/** Names everything that is wrong at once, each setting by its first mistake. */
function refuse(mistakes: readonly Mistake[]): void {
  const first = mistakes.filter(({ name }, at) => mistakes.findIndex((other) => other.name === name) === at);
  if (first.length === 0) return;
  const hint =
    'docs/go-live-reference.md lists every setting and where to find it; `npm start` sets all of them for development.';
  const sentences = first.map(({ sentence }) => sentence);
  const hints = sentences.some((sentence) => sentence.includes('is not set.')) ? [hint] : [];
  if (sentences.length === 1) throw new SetupError([...sentences, ...hints].join(' '));
  throw new SetupError(
    [`${sentences.length} settings are wrong:`, ...sentences.map((text) => `- ${text}`), ...hints].join('\n'),
  );
}

/** The settings of a process. Those of a web process have no secret that only workers need. */
export function readConfig(env: NodeJS.ProcessEnv, role: 'web' | 'worker' | 'both' = 'both'): Config {
  const { config, mistakes } = tryConfig(env, role);
  refuse(mistakes);
  return config;
}

/** The settings with all mistakes in them. A wrong setting is missing from `config`, even if its type requires it. */
export function tryConfig(env: NodeJS.ProcessEnv, role: 'web' | 'worker' | 'both' = 'both') {
  const holdsWorkerSecrets = role !== 'web';
  const shape = holdsWorkerSecrets ? environment : withoutWorkerSecrets;
  const { values, settings, mistakes } = readSettings(shape as typeof environment, env);
  const isProduction = (settings.NODE_ENV ?? 'production') === 'production';
  const config: Config = {
    ...values,
    dataDirectory: resolve(values.DATA_DIR ?? ''),
    lenderDirectory: resolve(values.LENDER_DIR ?? ''),
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    stopGraceSeconds: values.STOP_GRACE_SECONDS ?? (isProduction ? 5 : 0),
    isDevelopment: !isProduction,
    isProduction,
    holdsWorkerSecrets,
    usesRealVendors: actingOnPeople.some(
      (name) =>
        values[name] === environment.shape[name].parse(undefined) &&
        (name !== 'DOCUSIGN_OAUTH_URL' || values.SIGNATURE === 'docusign'),
    ),
  };
  return {
    config,
    mistakes: [
      // A setting whose file cannot be read is not reported as one that is not set.
      ...mistakes.filter(({ name }) => !(name in settings)),
      ...(isProduction ? productionMistakes(settings, env) : []),
      ...mistakes,
      ...missingForSignature(settings),
      ...missingLender(settings),
      ...halves(settings).filter(({ name }) => name in shape.shape),
    ],
  };
}
