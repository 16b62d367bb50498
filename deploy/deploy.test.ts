// Files for deployment, which can't run in a test: read, linted and compared with the product.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { afterAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import packageJson from '../package.json' with { type: 'json' };
import { officialSdks } from '../scripts/official-sdks.js';
import { environment, secretOf } from '../server/src/platform/settings.ts';
import { testFolder } from '../server/test/test-folder.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const settings = new Set(Object.keys(environment.shape));
const inExample = [...read('deploy/branchline.env.example').matchAll(/^([A-Z0-9_]+)=/gm)].map(
  ([, name = '']) => name,
);

describe('the image', () => {
  const dockerfile = read('Dockerfile');
  const lines = dockerfile.split('\n');

  it('has no fault that a linter finds', () => {
    expect(validate(dockerfile)).toEqual([]);
  });

  it('runs on the Node that the lock file pins, and not as root', () => {
    const froms = lines.filter((line) => line.startsWith('FROM '));
    const pinned = `^FROM node:${packageJson.devDependencies.node}-slim@sha256:[0-9a-f]{64}(?: AS \\w+)?$`;
    for (const from of froms) expect(from).toMatch(new RegExp(pinned));
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(last).toMatch(/\nUSER node\n/);
    expect(last).not.toMatch(/\nUSER (?!node)/);
  });

  it('copies what exists, and neither the sandbox nor tests', () => {
    const copied = lines
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
      .flatMap((line) => line.split(' ').slice(1, -1))
      .filter((path) => !path.startsWith('--') && path !== '.');
    expect(copied).toContain('server');
    for (const path of copied) expect(existsSync(join(root, path)), path).toBe(true);
    expect(copied).not.toContain('sandbox');
    const ignored = read('.dockerignore');
    for (const pattern of ['.git', '.data', 'node_modules', '**/*.test.ts', 'server/test', '*.env'])
      expect(ignored.split('\n')).toContain(pattern);
  });
});

it('every third-party action and image is pinned by its digest', () => {
  const workflows = readdirSync(join(root, '.github/workflows')).map((file) => `.github/workflows/${file}`);
  for (const file of workflows)
    for (const [, action = ''] of read(file).matchAll(/\buses: (.+)/g))
      expect(action, file).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  const images = [
    ...[...read('deploy/compose.yml').matchAll(/^ +image: (?!branchline$)(.+)/gm)],
    ...workflows.flatMap((file) => [...read(file).matchAll(/\b(prom\/prometheus\S*)/g)]),
  ].map(([, image = '']) => image);
  expect(images.length).toBeGreaterThan(1);
  for (const image of images) expect(image).toMatch(/^[\w/]+:v?\d+[\d.]*@sha256:[0-9a-f]{64}$/);
});

const onlyWorkers = Object.entries(environment.shape)
  .filter(([, schema]) => secretOf(schema)?.onlyWorkers)
  .map(([name]) => name);

interface Service {
  readonly mem_limit?: string;
  readonly volumes?: readonly string[];
  readonly image?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, unknown>>;
  readonly secrets?: readonly string[];
  readonly user?: string;
  readonly read_only?: boolean;
  readonly ports?: readonly string[];
}

it('the workflow is valid YAML and audits the dependencies', () => {
  const { jobs } = parse(read('.github/workflows/ci.yml')) as {
    jobs: Readonly<Record<string, { steps: readonly { run?: string }[] }>>;
  };
  const commands = (jobs['supply-chain']?.steps ?? []).map(({ run = '' }) => run).join('\n');
  for (const command of ['npm audit', 'npm run -s sbom', 'scripts/third-party-notices.ts'])
    expect(commands).toContain(command);
});

describe('the compose file', () => {
  const compose = parse(read('deploy/compose.yml'), { merge: true }) as {
    services: Readonly<Record<string, Service>>;
    secrets: Readonly<Record<string, { file: string }>>;
  };
  const { database, migrate, web, worker, ops } = compose.services;
  const ours = [migrate, web, worker, ops];

  it('sets only settings that exist, secrets by file', () => {
    const declared = Object.keys(compose.secrets);
    for (const service of ours) {
      for (const [name, value] of Object.entries(service?.environment ?? {})) {
        const setting = name.replace(/_FILE$/, '');
        expect(settings.has(setting), name).toBe(true);
        const secret = secretOf(environment.shape[setting as keyof typeof environment.shape]);
        expect(name.endsWith('_FILE'), name).toBe(secret !== undefined);
        if (secret) expect(service?.secrets, name).toContain(String(value).replace('/run/secrets/', ''));
      }
      for (const secret of service?.secrets ?? []) expect(declared).toContain(secret);
    }
  });

  it('opens only the web processes, to the machine’s own proxy', () => {
    expect(web?.ports).toEqual(['127.0.0.1:3000:3000']);
    for (const service of [database, migrate, worker, ops]) expect(service?.ports).toBeUndefined();
  });

  it('lets nothing of ours write outside of its volumes, and limits the memory of all', () => {
    for (const service of ours) expect(service?.read_only).toBe(true);
    for (const service of Object.values(compose.services)) expect(service.mem_limit).toMatch(/^\d+[mg]$/);
    expect([web?.volumes, migrate?.volumes]).toEqual([undefined, undefined]);
    expect(ops?.volumes).toEqual(worker?.volumes);
    // Who could sign a checkpoint of the audit log and write to the database could hide a change.
    const keys = ({ environment = {}, secrets = [] }: Partial<Service> = {}) =>
      [...Object.keys(environment), ...secrets].filter((name) => /audit.key/i.test(name));
    expect([keys(worker), keys(ops), keys(web)]).toEqual([['AUDIT_KEY_FILE', 'audit-key'], [], []]);
  });
});

it('the example of settings names only settings that are no secrets, and every one that must be set', () => {
  for (const name of inExample) {
    expect(settings.has(name), name).toBe(true);
    expect(secretOf(environment.shape[name as keyof typeof environment.shape]), name).toBeUndefined();
  }
  const files = [...read('deploy/compose.yml').matchAll(/^\s+([A-Z0-9_]+)_FILE:/gm)].map(([, name]) => name);
  for (const [name, schema] of Object.entries(environment.shape))
    if (!schema.safeParse(undefined).success) expect([...inExample, ...files], name).toContain(name);
});

describe('the systemd units', () => {
  const units = readdirSync(join(root, 'deploy/systemd'));
  /** For Node and the C library. They keep a process small. */
  const ofMalloc = ['ARENA_MAX', 'MMAP_THRESHOLD_', 'TRIM_THRESHOLD_'].map((name) => `MALLOC_${name}`);
  const ofRuntime = [...ofMalloc, 'NODE_OPTIONS', 'NODE_COMPILE_CACHE'];

  it.each(['web', 'worker'])('keep a %s process as small as in the image', (role) => {
    const settingOf = (name: string) =>
      new RegExp(`^(?:ENV |Environment=| +)"?${name}="?([^"\\s]+(?: --[^"\\s]+)*)`, 'm');
    const valuesIn = (file: string) => ofRuntime.map((name) => settingOf(name).exec(read(file))?.[1]);
    const inUnit = valuesIn(`deploy/systemd/branchline-${role}@.service`);
    expect(inUnit.slice(0, -1)).toEqual(valuesIn('Dockerfile').slice(0, -1));
    expect(inUnit.at(-1)).toMatch(/^%C\/branchline\//);
  });

  it('and the image are what npm start runs', () => {
    const image = read('Dockerfile');
    const [, nodeOptions = ''] = /NODE_OPTIONS="(.+)"/.exec(image) ?? [];
    const malloc = [...image.matchAll(/(MALLOC_\w+)=(\S+)/g)];
    expect(malloc).toHaveLength(3);
    const start = read('scripts/start.js');
    for (const option of nodeOptions.split(' ')) expect(start).toContain(option);
    for (const [, name, value] of malloc) expect(start).toContain(`${name}: '${value}'`);
  });

  it.each(units)('%s runs what exists with settings that exist, and not as root', (unit) => {
    const text = read(`deploy/systemd/${unit}`);
    const started = /^ExecStart(?:Pre)?=-?\/usr\/bin\/node --import \.\/server\/node-24\.js (\S+)/gm;
    const commands = [...text.matchAll(started)];
    expect(commands).toHaveLength(/-(?:web|worker)@/.test(unit) ? 2 : 1);
    for (const [, file = ''] of commands) expect(existsSync(join(root, file)), file).toBe(true);
    for (const [, name = ''] of text.matchAll(/^Environment=([A-Z_0-9]+)=/gm))
      expect(settings.has(name.replace(/_FILE$/, '')) || ofRuntime.includes(name), name).toBe(true);
    const credentials = new Set([...text.matchAll(/^LoadCredential=([\w-]+):/gm)].map(([, name]) => name));
    const given = [...text.matchAll(/=%d\/([\w-]+)$/gm)].map(([, name]) => name);
    expect(new Set(given)).toEqual(credentials);
    expect(text).toMatch(/^User=branchline$/m);
    expect(text).toMatch(/^NoNewPrivileges=yes$/m);
    expect(text).toMatch(/^MemoryMax=\d+[MG]$/m);
    const isWorker = unit.includes('worker');
    expect(/^ReadWritePaths=\/var\/lib\/branchline\nReadWritePaths=-\/srv\/ach$/m.test(text)).toBe(isWorker);
    expect(/^StateDirectory=|^Environment=DATA_DIR=/m.test(text)).toBe(isWorker);
  });
});

it('compose file, units and manifests give the same secrets, the web no worker’s, and the compose file names every other', () => {
  const compose = read('deploy/compose.yml');
  const { services } = parse(compose, { merge: true }) as { services: Readonly<Record<string, Service>> };
  const maps = documentsOf('deploy/kubernetes/settings.yaml');
  for (const role of ['web', 'worker']) {
    const given = Object.keys(services[role]?.environment ?? {})
      .filter((name) => name.endsWith('_FILE'))
      .map((name) => name.replace(/_FILE$/, ''))
      .sort();
    const unit = read(`deploy/systemd/branchline-${role}@.service`);
    expect([...unit.matchAll(/^Environment=(\w+)_FILE=/gm)].map(([, name]) => name).sort()).toEqual(given);
    const files = maps.find(({ metadata }) => metadata.name === `branchline-${role}-files`)?.data ?? {};
    const ofFiles = Object.keys(files).map((name) => name.replace(/_FILE$/, ''));
    expect(ofFiles.sort()).toEqual(given);
    expect(given.filter((name) => onlyWorkers.includes(name)).length, role).toBe(role === 'web' ? 0 : 5);
  }
  const [comments = ''] = compose.split('\nname: ', 1);
  const given = Object.keys(services.worker?.environment ?? {});
  for (const [name, schema] of Object.entries(environment.shape))
    if (secretOf(schema) && !given.includes(`${name}_FILE`)) expect(comments).toContain(name);
});

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: { readonly template?: { readonly spec: PodSpec } };
}
interface PodSpec {
  readonly containers: readonly {
    readonly args?: readonly [string, ...string[]];
    readonly readinessProbe?: { readonly httpGet: { readonly path: string } };
    readonly resources: { readonly limits: { readonly memory: string } };
    readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  }[];
}

function documentsOf(file: string): readonly Manifest[] {
  return parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest);
}

describe('the database cluster', () => {
  const patroni = parse(read('deploy/cluster/patroni.yml'));

  it('accepts only encrypted connections from another machine', () => {
    expect(patroni.bootstrap.dcs.postgresql.parameters.ssl).toBe('on');
    for (const line of patroni.bootstrap.pg_hba) expect(line).toMatch(/^(?:local|hostssl) /);
  });

  it('checks the same authority wherever one machine connects to another', () => {
    const authority = '/etc/branchline/database-ca.pem';
    const { replication, rewind } = patroni.postgresql.authentication;
    for (const one of [replication, rewind])
      expect(one).toEqual({ sslmode: 'verify-full', sslrootcert: authority });
    const pooler = read('deploy/cluster/pgbouncer.ini').split('\n');
    expect(pooler).toContain('server_tls_sslmode = verify-full');
    expect(pooler).toContain(`server_tls_ca_file = ${authority}`);
  });

  it('archives the write-ahead log as one server does, and restores it', () => {
    const { archive_mode, archive_command, archive_timeout } = patroni.bootstrap.dcs.postgresql.parameters;
    expect(read('docs/backup-and-restore.md')).toContain(
      `archive_mode = ${archive_mode}\narchive_command = '${archive_command}'\narchive_timeout = ${archive_timeout}\n`,
    );
    expect(patroni.bootstrap.method).toBe('initdb');
    expect(patroni.bootstrap.restore.command).toMatch(/^pgbackrest --stanza=branchline .* restore$/);
  });
});

describe('the Kubernetes manifests', () => {
  const manifests = readdirSync(join(root, 'deploy/kubernetes')).flatMap((file) =>
    documentsOf(`deploy/kubernetes/${file}`),
  );

  it('run what exists, with limits of memory, and a folder for workers and operators alone', () => {
    const running = manifests.flatMap(({ metadata, spec }) =>
      spec?.template ? [[metadata.name, spec.template.spec] as const] : [],
    );
    const names = running.map(([name]) => name).sort();
    expect(names).toEqual(['branchline-migrate', 'branchline-ops', 'branchline-web', 'branchline-worker']);
    for (const [name, { containers }] of running) {
      for (const { args: [file] = ['server/src/cli/ops.ts'], resources, volumeMounts } of containers) {
        expect(existsSync(join(root, file)), file).toBe(true);
        expect(resources.limits.memory, name).toMatch(/^\d+[MG]i$/);
        const folders = volumeMounts.map(({ mountPath }) => mountPath);
        expect(folders.includes('/data'), name).toBe(/-(?:worker|ops)$/.test(name));
      }
    }
  });

  it('take a web process out only while it stops, since it has a page to show in an outage', () => {
    const web = manifests.find(({ metadata, spec }) => spec?.template && metadata.name === 'branchline-web');
    const probed = web?.spec?.template?.spec.containers.map((one) => one.readinessProbe?.httpGet.path);
    expect(probed).toEqual(['/accepting']);
  });

  it('name the settings of the example', () => {
    const settingsMap = manifests.find(({ metadata }) => metadata.name === 'branchline-settings');
    expect(Object.keys(settingsMap?.data ?? {})).toEqual(inExample);
  });

  // npm run test:full installs the API's schemas, as a package of classes generated from them.
  it.skipIf(!existsSync(officialSdks))(
    'hold against the schemas of the Kubernetes API',
    { tags: ['full'] },
    async () => {
      for (const manifest of manifests) {
        const path = `${manifest.apiVersion}/${manifest.kind}.js`;
        const file = join(officialSdks, 'node_modules/kubernetes-models', path);
        const kinds = (await import(file)) as Record<string, new (manifest: object) => { validate(): void }>;
        const Kind = kinds[manifest.kind];
        expect(Kind, `${manifest.apiVersion} ${manifest.kind}`).toBeDefined();
        if (Kind) expect(() => new Kind(manifest).validate(), manifest.metadata.name).not.toThrow();
        const broken = structuredClone(manifest) as { spec?: { replicas?: unknown } };
        if (broken.spec?.replicas !== undefined && Kind) {
          broken.spec.replicas = 'two';
          expect(() => new Kind(broken).validate()).toThrow();
        }
      }
    },
  );
});

describe('branchline-ops', () => {
  const folder = testFolder(afterAll);
  // A systemd-run or docker that prints its arguments, one to a line.
  for (const name of ['systemd-run', 'docker'])
    writeFileSync(join(folder, name), `#!/bin/sh\necho ${name}\nprintf '%s\\n' "$@"\n`, { mode: 0o755 });
  const run = (unit: string) =>
    spawnSync(join(root, 'deploy/branchline-ops'), ['calls', 'settle', '17', '--note', "it's done"], {
      encoding: 'utf8',
      env: { PATH: `${folder}:/usr/bin:/bin`, BRANCHLINE_UNIT: unit, BRANCHLINE_COMPOSE: '/srv/compose.yml' },
    }).stdout.split('\n');

  it('runs a command with what the worker’s unit has', () => {
    const unit = join(root, 'deploy/systemd/branchline-worker@.service');
    const given = run(unit);
    expect(given.slice(-6)).toEqual(['calls', 'settle', '17', '--note', "it's done", '']);
    const needed = readFileSync(unit, 'utf8').matchAll(/^(?:LoadCredential|User|EnvironmentFile)=.*$/gm);
    for (const [line] of needed)
      if (!line.includes('audit-key'))
        expect(given).toContain(`--property=${line.replace('database-url-worker', 'database-url-operator')}`);
    expect(given).toContain('--property=Environment=DATA_DIR=/var/lib/branchline');
    expect(given.join('\n')).not.toMatch(/audit.key/i);
    const options = given.slice(0, given.indexOf('/bin/sh'));
    for (const property of options.filter((option) => option.startsWith('--property')))
      expect(property).toMatch(/^--property=[A-Z][A-Za-z]*=[^"]+$/);
    const command = given[given.indexOf('-c') + 1] ?? '';
    expect(command).toContain('export BUREAU_PASSWORD_FILE="$CREDENTIALS_DIRECTORY/bureau-password";');
    expect(command).toMatch(
      /exec \/usr\/bin\/node --import \.\/server\/node-24\.js server\/src\/cli\/ops\.ts "\$@"$/,
    );
  });

  it('runs the service of the compose file where there is no unit', () => {
    const compose = 'docker compose --file /srv/compose.yml run --rm ops'.split(' ');
    expect(run('/nowhere')).toEqual([...compose, 'calls', 'settle', '17', '--note', "it's done", '']);
  });
});

describe('a Node that is too old', () => {
  const old = "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.20.2'})";
  const asOld = (command: readonly string[]) =>
    spawnSync(process.execPath, ['--import', old, ...command], { cwd: root, encoding: 'utf8' });

  it.each(['web', 'build'] as const)('is refused by npm run %s with one sentence', (name) => {
    const [command = ''] = packageJson.scripts[name].split(' && ');
    const { status, stderr, stdout } = asOld(command.split(' ').slice(1));
    expect([status, stdout, stderr.trim().split('\n').length]).toEqual([1, '', 1]);
    expect(stderr).toContain('This needs Node 24 or later');
  });

  it('is refused by every command that runs TypeScript on the Node of the machine', () => {
    const onPinnedNode = /^node (?:scripts\/\w[\w-]*\.js|node_modules\/)/;
    for (const [name, script] of Object.entries(packageJson.scripts)) {
      for (const command of script.split(' && '))
        if (command.startsWith('node ') && !onPinnedNode.test(command))
          expect(command, name).toMatch(/^node --import \.\/server\/node-24\.js \S+\.ts/);
    }
  });
});
