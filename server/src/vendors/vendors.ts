// Creates all vendors from the configuration. The rest of the server uses only these interfaces.
import { pathOf } from '#contract/screens.ts';
import type { Lender } from '#lender/load.ts';
import { SCORE_EXCLUSIONS } from '#lender/schema/score-models.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/db/database.ts';
import type { Vault } from '../platform/encryption.ts';
import { SetupError } from '../platform/failure.ts';
import type { settingGroups } from '../platform/settings.ts';
import { VendorTimeouts } from '../platform/vendor-timeouts.ts';
import { type AccountCheck, accountCheck } from './account-check.ts';
import { type Analytics, googleAnalytics } from './analytics.ts';
import { type BankData, bankReturnScreens } from './bank-data.ts';
import type { BlobStore, Blobs } from './blob-store/blobs.ts';
import { createBlobStore } from './blob-store/create-blob-store.ts';
import { assertScoreModel, type Bureau, experian } from './bureau/bureau.ts';
import { type Captcha, recaptcha, recaptchaAssessments } from './captcha.ts';
import { type Core, coreSystem } from './core/core.ts';
import { docusign } from './docusign/docusign.ts';
import { type ErrorReports, sentry } from './error-reports.ts';
import { type Fraud, socure } from './fraud.ts';
import { type Mailer, smtp } from './mail/mail.ts';
import { readSealingCertificate } from './own-signature/certificate.ts';
import { ownSignatures } from './own-signature/own-signatures.ts';
import { googlePlaces, type Places } from './places.ts';
import { plaid } from './plaid/plaid.ts';
import type { Signatures } from './signature.ts';
import type { TextCodes, TextMessages } from './text-messages.ts';
import { textVendor } from './text-vendor.ts';
import { type VehicleData, vehicleService } from './vehicle-data.ts';

export interface Vendors {
  readonly captcha: Captcha;
  readonly core: Core;
  readonly fraud: Fraud;
  readonly bureau: Bureau;
  readonly textCodes: TextCodes;
  readonly textMessages: TextMessages;
  readonly mailer: Mailer;
  readonly places: Places;
  readonly signatures: Signatures;
  readonly bankData: BankData;
  /** Undefined where the lender uses none. Typed accounts are then confirmed by micro-entries. */
  readonly accountCheck: AccountCheck | undefined;
  /** Undefined where the lender uses none, or no one checks titles. No loan is then secured by a vehicle. */
  readonly vehicleData: VehicleData | undefined;
  /** Used through `Blobs`, which knows the rows. */
  readonly blobStore: BlobStore;
  /** Undefined where the lender uses none. */
  readonly analytics: Analytics | undefined;
  readonly errorReports: ErrorReports | undefined;
  /** For the calls that go without an intent. */
  readonly timeouts: VendorTimeouts;
}

export type VendorName = Exclude<keyof Vendors, 'timeouts'>;

export const settingsOfVendor: Readonly<Record<VendorName, keyof typeof settingGroups>> = {
  captcha: 'reCAPTCHA',
  bureau: 'Credit bureau (Experian)',
  fraud: 'Socure',
  textCodes: 'Text messages',
  textMessages: 'Text messages',
  mailer: 'Mail',
  core: 'The lender’s core system',
  signatures: 'DocuSign',
  bankData: 'Plaid',
  accountCheck: 'Account check',
  vehicleData: 'Vehicle data',
  places: 'Google Maps',
  blobStore: 'Blob store',
  analytics: 'Google Analytics',
  errorReports: 'Sentry',
};

type LenderOfVendors = Pick<Lender, 'maintenance' | 'policy' | 'brand' | 'funding'>;

/** For an adapter that stores its data in our own database. */
interface Storage {
  readonly db: Db;
  readonly vault: Vault;
  readonly blobs: Blobs;
}

/** How each vendor is created, so that one can be created while the settings of another are missing. */
export const vendorMakers = (
  config: Config,
  clock: Clock,
  lender: LenderOfVendors,
  timeouts: VendorTimeouts,
  storage: Storage,
): { readonly [N in VendorName]: () => Vendors[N] } => ({
  core: () =>
    coreSystem(
      { url: config.CORE_URL, key: config.CORE_API_KEY },
      // In development, the sandbox's console turns it on, so that the form works at night.
      { clock, maintenance: config.isDevelopment ? undefined : lender.maintenance },
    ),
  fraud: () => fraudCheck(config, clock),
  bureau: () => bureauOf(config, clock, lender),
  vehicleData: () =>
    config.VEHICLE_DATA_URL === undefined ||
    config.VEHICLE_DATA_API_KEY === undefined ||
    config.VEHICLE_DATA_PERMITTED_USE === undefined ||
    // No money is paid on a vehicle whose title no one can check.
    (config.VEHICLE_DATA_TITLES !== 'true' && lender.funding.titleCheck !== 'branch')
      ? undefined
      : vehicleService({
          url: config.VEHICLE_DATA_URL,
          key: config.VEHICLE_DATA_API_KEY,
          permittedUse: config.VEHICLE_DATA_PERMITTED_USE,
        }),
  textCodes: () => textVendor.codes(config, timeouts),
  textMessages: () => textVendor.messages(config, timeouts),
  mailer: () =>
    smtp({
      url: config.SMTP_URL,
      from: config.MAIL_FROM,
      domain: new URL(config.publicUrl).hostname,
      timeoutMs: timeouts.seconds(10) * 1000,
    }),
  captcha: () => {
    const { RECAPTCHA_PROJECT: project, RECAPTCHA_SITE_KEY: siteKey } = config;
    const settings = {
      url: config.RECAPTCHA_URL,
      scriptUrl: config.RECAPTCHA_SCRIPT_URL,
      secret: config.RECAPTCHA_SECRET,
      hostname: new URL(config.publicUrl).hostname,
    };
    return project === undefined
      ? recaptcha(settings)
      : recaptchaAssessments({ ...settings, project, siteKey });
  },
  places: () =>
    googlePlaces({
      placesUrl: config.GOOGLE_PLACES_URL,
      mapsUrl: config.GOOGLE_MAPS_URL,
      key: config.GOOGLE_MAPS_KEY,
    }),
  analytics: () =>
    config.GA4_MEASUREMENT_ID === undefined || config.GA4_API_SECRET === undefined
      ? undefined
      : googleAnalytics({
          url: config.GA4_URL,
          measurementId: config.GA4_MEASUREMENT_ID,
          secret: config.GA4_API_SECRET,
        }),
  errorReports: () => (config.SENTRY_DSN === undefined ? undefined : sentry(config.SENTRY_DSN, clock)),
  bankData: () =>
    plaid({
      url: config.PLAID_URL,
      clientId: config.PLAID_CLIENT_ID,
      secret: config.PLAID_SECRET,
      scriptUrl: config.PLAID_LINK_SCRIPT_URL,
      returnUrls: Object.values(bankReturnScreens).map((screen) => `${config.publicUrl}${pathOf(screen)}`),
      publicUrl: config.publicUrl,
    }),
  accountCheck: () =>
    config.ACCOUNT_CHECK_URL === undefined || config.ACCOUNT_CHECK_API_KEY === undefined
      ? undefined
      : accountCheck({ url: config.ACCOUNT_CHECK_URL, key: config.ACCOUNT_CHECK_API_KEY }),
  blobStore: () => createBlobStore(config),
  signatures: () => signaturesOf(config, clock, lender, storage),
});

const fraudCheck = (config: Config, clock: Clock): Fraud =>
  socure(
    {
      url: config.SOCURE_URL,
      sdkUrl: config.SOCURE_SDK_URL,
      configUrl: config.SOCURE_CONFIG_URL,
      key: config.SOCURE_API_KEY,
      sdkKey: config.SOCURE_SDK_KEY,
      workflow: config.SOCURE_WORKFLOW,
    },
    clock,
  );

const bureauOf = (config: Config, clock: Clock, lender: LenderOfVendors): Bureau =>
  experian(
    {
      url: config.BUREAU_URL,
      clientId: config.BUREAU_CLIENT_ID,
      clientSecret: config.BUREAU_CLIENT_SECRET,
      username: config.BUREAU_USERNAME,
      password: config.BUREAU_PASSWORD,
      clientReferenceId: config.BUREAU_CLIENT_REFERENCE_ID,
      soft: { subscriberCode: config.BUREAU_SOFT_SUBSCRIBER_CODE, purpose: config.BUREAU_SOFT_PURPOSE },
      hard: { subscriberCode: config.BUREAU_HARD_SUBSCRIBER_CODE, purpose: config.BUREAU_HARD_PURPOSE },
      models: {
        score: config.BUREAU_SCORE_MODEL,
        income: config.BUREAU_INCOME_MODEL,
        exclusions: SCORE_EXCLUSIONS[lender.policy.adverseAction.bureau.scoreName] ?? {},
        confirmedFraud: config.BUREAU_CONFIRMED_FRAUD_INDICATOR,
      },
    },
    clock,
  );

export function createVendors(
  config: Config,
  clock: Clock,
  lender: LenderOfVendors,
  storage: Storage,
): Vendors {
  assertScoreModel(config.BUREAU_SCORE_MODEL, lender.policy.adverseAction.bureau.scoreName);
  const timeouts = new VendorTimeouts(config.VENDOR_TIMEOUT_SCALE);
  const makers = Object.entries(vendorMakers(config, clock, lender, timeouts, storage));
  const vendors = makers.map(([name, make]) => [
    name,
    !config.holdsWorkerSecrets && calledByJobs.has(name) ? unreachable(name) : make(),
  ]);
  return { ...Object.fromEntries(vendors), timeouts } as Vendors;
}

/** The vendors whose secrets only workers hold (`onlyWorkers` in `platform/settings.ts`). */
const calledByJobs: ReadonlySet<string> = new Set<VendorName>(['bureau', 'fraud', 'mailer', 'accountCheck']);

/** In a web process: any use of it is a bug of ours. */
const unreachable = (name: string) =>
  new Proxy(
    {},
    {
      get: (_, member) => {
        if (member === 'close') return () => {};
        throw new Error(`Only workers call ${name}.`);
      },
    },
  );

function signaturesOf(config: Config, clock: Clock, lender: LenderOfVendors, storage: Storage): Signatures {
  if (config.SIGNATURE === 'own') {
    const settings = {
      certificate: needed(config, 'SIGNING_CERTIFICATE'),
      privateKey: needed(config, 'SIGNING_PRIVATE_KEY'),
    };
    return ownSignatures({
      ...storage,
      clock,
      publicUrl: config.publicUrl,
      isDevelopment: config.isDevelopment,
      timeZone: lender.brand.hours.timeZone,
      certificate: readSealingCertificate(settings, clock.now()),
    });
  }
  return docusign(
    {
      oauthUrl: config.DOCUSIGN_OAUTH_URL,
      integrationKey: needed(config, 'DOCUSIGN_INTEGRATION_KEY'),
      userId: needed(config, 'DOCUSIGN_USER_ID'),
      accountId: needed(config, 'DOCUSIGN_ACCOUNT_ID'),
      privateKey: needed(config, 'DOCUSIGN_PRIVATE_KEY'),
      hmacKey: needed(config, 'DOCUSIGN_HMAC_KEY'),
    },
    clock,
  );
}

/** A setting that the configuration has checked for the chosen vendor. */
function needed<Name extends keyof Config>(config: Config, name: Name): NonNullable<Config[Name]> {
  const value = config[name];
  if (value === undefined || value === null) throw new SetupError(`${name} is not set.`);
  return value;
}
