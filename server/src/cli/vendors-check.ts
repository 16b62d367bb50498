// `npm run vendors:check`: makes a harmless call at every vendor. Ends with 1 if there is anything to fix.
import { loadLender } from '#lender/load.ts';
import { defineCommand, type Print, runMain } from '../commands/command.ts';
import { tableOf } from '../commands/printing.ts';
import { MovableClock } from '../platform/clock.ts';
import { type Config, tryConfig } from '../platform/config.ts';
import { settingGroups } from '../platform/settings.ts';
import { VendorTimeouts } from '../platform/vendor-timeouts.ts';
import { settingsOfVendor, type VendorName, vendorMakers } from '../vendors/vendors.ts';

const ownSignatures = 'Electronic signatures' as const satisfies keyof typeof settingGroups;

/** A check reads and writes nothing of ours. */
const noStorage = {} as Parameters<typeof vendorMakers>[4];

/** Seconds for one vendor. */
const waitSeconds = 30;

/** The settings in which no call of this command shows a mistake, by where one shows. */
const untested = {
  'the next start of a process shows a mistake': [
    'DATABASE_URL',
    'DATABASE_DIRECT_URL',
    'ENCRYPTION_KEYS',
    'LOOKUP_KEY',
    'KMS_KEY_ARN',
    'KMS_URL',
  ],
  'a command that reads the replica shows a mistake': ['DATABASE_REPLICA_URL'],
  'the first payment file shows a mistake, as an alert': ['ACH_DIR'],
  '`ops audit verify --key` shows a mistake': ['AUDIT_KEY'],
  'the first event shows a mistake, as an alert': ['AUDIT_SINK', 'CORE_WEBHOOK_KEY'],
  'only your collector shows a mistake': ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS'],
  'the first applicant who links a bank shows a mistake': ['PUBLIC_URL'],
  'a browser shows a mistake on the form': ['RECAPTCHA_SITE_KEY'],
  'every browser blocks what is missing, as an alert': [
    'RECAPTCHA_SCRIPT_SOURCES',
    'RECAPTCHA_FRAME_SOURCES',
    'SOCURE_DATA_SOURCES',
  ],
  'the first pull shows a mistake': [
    'BUREAU_CLIENT_REFERENCE_ID',
    'BUREAU_SOFT_SUBSCRIBER_CODE',
    'BUREAU_HARD_SUBSCRIBER_CODE',
    'BUREAU_SOFT_PURPOSE',
    'BUREAU_HARD_PURPOSE',
    'BUREAU_SCORE_MODEL',
    'BUREAU_INCOME_MODEL',
  ],
  'no pull shows a mistake': ['BUREAU_CONFIRMED_FRAUD_INDICATOR'],
  'the first evaluation shows a mistake': ['SOCURE_WORKFLOW'],
  'the mail server may refuse it with the first email': ['MAIL_FROM'],
  'the first webhook shows a mistake, as an alert': ['MAIL_WEBHOOK_KEY', 'DOCUSIGN_HMAC_KEY'],
  'only the service’s realtime report shows a mistake': ['GA4_API_SECRET'],
} as const satisfies Readonly<Record<string, readonly (keyof Config)[]>>;

type Finding = {
  readonly of: string;
  readonly state: 'works' | 'to fix' | 'not used' | 'not tried';
  readonly detail: string;
};

/** Returns true if nothing is to fix. A missing or wrong setting is a finding too, and the other vendors are still checked. */
export async function checkVendors(env: NodeJS.ProcessEnv, print: Print): Promise<boolean> {
  const { config, mistakes } = tryConfig(env);
  const lender = loadLender(config.lenderDirectory);
  const timeouts = new VendorTimeouts(config.VENDOR_TIMEOUT_SCALE ?? 1);
  const makers = vendorMakers(config, new MovableClock(), lender, timeouts, noStorage);
  const groups: typeof settingsOfVendor = {
    ...settingsOfVendor,
    ...(config.SIGNATURE === 'own' ? { signatures: ownSignatures } : {}),
  };

  const check = async (name: VendorName): Promise<Finding> => {
    const of = groups[name];
    const wrong = mistakes.filter((mistake) => mistake.name in settingGroups[of]);
    if (wrong.length > 0) return { of, state: 'to fix', detail: sentences(wrong) };
    try {
      const adapter = makers[name]();
      if (adapter === undefined) return { of, state: 'not used', detail: 'not set, and not needed' };
      try {
        const tried = await adapter.tryKeys(timeouts.signal(waitSeconds));
        return { of, state: 'works', detail: [tried, ...untestedIn(of, config)].join('; ') };
      } finally {
        if ('close' in adapter) adapter.close();
      }
    } catch (error) {
      return { of, state: 'to fix', detail: error instanceof Error ? error.message : String(error) };
    }
  };
  const found = await Promise.all((Object.keys(settingsOfVendor) as VendorName[]).map(check));
  const ofVendors = new Set(Object.values(groups).flatMap((group) => Object.keys(settingGroups[group])));
  const others = mistakes.filter(({ name }) => !ofVendors.has(name));
  const titles = Object.keys(settingGroups) as (keyof typeof settingGroups)[];
  const untried = titles
    .filter((title) => !Object.values(groups).includes(title))
    .flatMap((title) => untestedIn(title, config));
  const detail = [sentences(others), ...untried].filter(Boolean).join('; ');
  const state = others.length > 0 ? 'to fix' : 'not tried';
  const findings: readonly Finding[] = [
    ...(detail ? [{ of: 'Other settings', state, detail } as const] : []),
    ...found,
  ];
  for (const line of tableOf(findings.map(({ of, state, detail }) => [of, state, detail]))) print(line);
  const open = findings.filter(({ state }) => state === 'to fix').length;
  print(
    open === 0
      ? 'Nothing to fix.'
      : `${open} to fix. See docs/go-live-reference.md for where to find each setting.`,
  );
  return open === 0;
}

/** What the settings of a vendor hold that no harmless call tries, and where a mistake in it shows. */
const untestedIn = (of: keyof typeof settingGroups, config: Config): readonly string[] =>
  Object.entries(untested).flatMap(([shown, names]) => {
    const those = names.filter((name) => name in settingGroups[of] && config[name] !== undefined);
    return those.length === 0 ? [] : [`not tried: ${those.join(', ')} (${shown})`];
  });

/** The first mistake of each setting. */
function sentences(mistakes: readonly { readonly name: string; readonly sentence: string }[]): string {
  return [...new Map(mistakes.toReversed().map(({ name, sentence }) => [name, sentence])).values()]
    .reverse()
    .join(' ');
}

const checking = defineCommand('npm run vendors:check', 'Calls each vendor; exit code 1 if one is to fix.', {
  run: async ({ env }, _, print) => process.exit((await checkVendors(env, print)) ? 0 : 1),
});

if (import.meta.main) runMain(checking);
