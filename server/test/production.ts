// A product as a lender starts it: documented settings and nothing else, its own keys, TLS everywhere.
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { LENDER_DIRECTORY } from '#lender/load.ts';
import { buildSandbox, type SandboxOptions } from '#sandbox/app.ts';
import { createServerIdentity } from '#sandbox/certificate.ts';
import { credentialsFrom } from '#sandbox/credentials.ts';
import { environment, secretOf } from '#server/platform/settings.ts';
import sandboxSettings from '../../sandbox/environment.json' with { type: 'json' };
import { freePort } from '../../scripts/free-port.js';
import { requestOverHttp } from './crash.ts';
import { isWord } from './production-settings.ts';
import { Browser, consoleOf, type Surroundings } from './world.ts';

export interface ProductionWorld extends Surroundings {
  readonly folder: string;
  readonly settings: Readonly<Record<string, string>>;
  /** For the product's processes, which have to trust the sandbox and the proxy. */
  readonly certificates: string;
  close(): Promise<void>;
}

/** The settings in the reference of docs/go-live-reference.md, with whether they must be set. */
function documentedSettings(): ReadonlyMap<string, boolean> {
  const page = readFileSync(join(import.meta.dirname, '../../docs/go-live-reference.md'), 'utf8');
  const rows = page.matchAll(/^\| `([A-Z0-9_]+)`.*$/gm);
  // DocuSign is the default, and needs no certificate of ours.
  const mustBeSet = /\| \*\*must be set\*\*(?! with `SIGNATURE=own`)/;
  return new Map([...rows].map(([row, name = '']) => [name, mustBeSet.test(row)]));
}

const random = () => randomBytes(16).toString('hex');

/** Values of a lender's own for everything that must be set, and for what leads to the sandbox. */
function ownSettings(at: {
  readonly sandboxUrl: string;
  readonly smtpPort: number;
  readonly publicUrl: string;
  readonly databaseUrl: string;
}) {
  const documented = documentedSettings();
  const docusign = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const sentryKey = random();
  const login = { user: 'apply@lender.test', password: random() };
  const formed: Readonly<Record<string, string>> = {
    PUBLIC_URL: at.publicUrl,
    DATABASE_URL: at.databaseUrl,
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    LOOKUP_KEY: `l1:${randomBytes(32).toString('base64')}`,
    AUDIT_KEY: randomBytes(32).toString('base64'),
    TWILIO_ACCOUNT_SID: `AC${random()}`,
    TWILIO_VERIFY_SERVICE_SID: `VA${random()}`,
    TWILIO_VERIFY_RETURNING_SERVICE_SID: `VA${random()}`,
    TWILIO_FROM: '+18015550100',
    SMTP_URL: `smtps://${encodeURIComponent(login.user)}:${login.password}@localhost:${at.smtpPort}`,
    MAIL_FROM: 'A lender <hello@lender.com>',
    GA4_MEASUREMENT_ID: 'G-LENDER1',
    SENTRY_DSN: `${at.sandboxUrl.replace('https://', `https://${sentryKey}@`)}/sentry/1`,
    DOCUSIGN_INTEGRATION_KEY: randomUUID(),
    DOCUSIGN_USER_ID: randomUUID(),
    DOCUSIGN_ACCOUNT_ID: randomUUID(),
    DOCUSIGN_PRIVATE_KEY: docusign.privateKey,
    BLOB_STORE: `s3://${credentialsFrom({}).BLOB_BUCKET}`,
  };
  const mustBeSet = [...documented].filter(([, must]) => must).map(([name]) => name);
  // The sandbox's credentials; the others are the sandbox's own.
  const known = Object.keys(sandboxSettings.credentials).filter((name) => documented.has(name));
  const settings: Record<string, string> = {
    ...Object.fromEntries([...mustBeSet, ...known].map((name) => [name, random()])),
    ...Object.fromEntries(
      Object.entries(sandboxSettings.credentials).filter(
        ([name]) => documented.has(name) && isWord.test(name),
      ),
    ),
    ...formed,
    ...Object.fromEntries(
      Object.entries(sandboxSettings.addresses).map(([name, path]) => [name, at.sandboxUrl + path]),
    ),
  };
  for (const name of Object.keys(settings))
    if (!documented.has(name)) throw new Error(`docs/go-live-reference.md does not have ${name}.`);
  const given = { SENTRY_KEY: sentryKey, DOCUSIGN_PUBLIC_KEY: docusign.publicKey };
  const credentials = credentialsFrom({ ...settings, ...given });
  return { settings, credentials, login };
}

/**
 * The sandbox and the proxy, whose certificates this process trusts until they are closed. The test
 * starts the product, which listens at `PORT`.
 */
export async function createProductionWorld(databaseUrl: string): Promise<ProductionWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'branchline-production-'));
  const [ofSandbox, ofProxy] = [createServerIdentity(), createServerIdentity()];
  const certificates = join(folder, 'certificates.pem');
  writeFileSync(certificates, ofSandbox.certificate + ofProxy.certificate);
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, ofSandbox.certificate, ofProxy.certificate]);

  const [port, metricsPort, sandboxPort, smtpPort] = await Promise.all([1, 2, 3, 4].map(() => freePort()));
  const proxy = createServer({ key: ofProxy.key, cert: ofProxy.certificate }, (request, response) => {
    const headers = { ...request.headers, 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.7' };
    const { method, url: path } = request;
    const passed = httpRequest({ port, host: '127.0.0.1', method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.once('error', () => response.writeHead(502).end());
    request.pipe(passed);
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  const publicUrl = `https://localhost:${(proxy.address() as AddressInfo).port}`;
  const own = ownSettings({
    sandboxUrl: `https://localhost:${sandboxPort}`,
    smtpPort: smtpPort ?? 0,
    publicUrl,
    databaseUrl,
  });
  const options: SandboxOptions = {
    slowResponseMs: 50,
    achDir: join(folder, 'ach'),
    credentials: own.credentials,
    productUrl: publicUrl,
    tls: ofSandbox,
    mailLogin: own.login,
  };
  const sandbox = buildSandbox(options);
  const { url } = await sandbox.listen({ port: sandboxPort ?? 0, smtpPort: smtpPort ?? 0 });
  return {
    folder,
    certificates,
    settings: {
      ...own.settings,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      DATA_DIR: folder,
      TRUST_PROXY: '127.0.0.1',
    },
    ...consoleOf(url),
    browser: () => new Browser((request) => requestOverHttp(publicUrl, request)),
    close: async () => {
      proxy.closeAllConnections();
      await new Promise((closed) => proxy.close(closed));
      await sandbox.close();
      setDefaultCACertificates(trusted);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The lender’s files with a maintenance window that is twelve hours away, for processes whose clock is the machine’s. */
export function lenderWithoutMaintenance(folder: string): string {
  const directory = join(folder, 'lender');
  cpSync(LENDER_DIRECTORY, directory, { recursive: true });
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
  const maintenance = { timeZone: 'UTC', from: at(12), until: at(13) };
  writeFileSync(join(directory, 'public/maintenance.json'), JSON.stringify(maintenance));
  return directory;
}

/** What a web process is given: no secret that only workers need, and no folder. */
export function settingsOfWeb(settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isGiven = (name: string) =>
    name !== 'DATA_DIR' &&
    !(name in environment.shape && secretOf(environment.shape[name as 'PORT'])?.onlyWorkers);
  return Object.fromEntries(Object.entries(settings).filter(([name]) => isGiven(name)));
}
