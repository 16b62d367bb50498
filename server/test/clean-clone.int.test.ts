// Every command of going live, in a clean clone without install scripts, up to a paid loan.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedAs } from './journeys.ts';
import * as production from './production.ts';
import { createTestDatabase, query, urlAs } from './test-databases.ts';
import { testFolder } from './test-folder.ts';
import { eventually, hasServer, someOf } from './world.ts';

const root = join(import.meta.dirname, '../..');
const pages = [
  'docs/go-live.md docs/operators-guide.md docs/operators-reference.md',
  'docs/backup-and-restore.md docs/policy-and-brand.md docs/core-system.md docs/partners.md',
  'docs/add-a-vendor.md docs/notices.md deploy/branchline.env.example',
  'deploy/prometheus/alerts.yml',
].flatMap((line) => line.split(' '));

/** They install what they need, or rewrite pages of the repository. */
const ofDevelopment = /^npm (?:start|test)|^npm run (?:dev|bench|settings|core:openapi|notices:table)\b/;
/** Need what builds the product, run until they are stopped, or are a step of `npm run test:full`. */
const triedApart = /^npm (?:ci|run (?:build|web|worker|chaos))\b/;

/** The commands of the pages, each by what it runs, with placeholders filled in. */
function commandsOf(page: string): readonly string[] {
  const text = readFileSync(join(root, page), 'utf8').replaceAll(/\\\n\s*/g, '');
  return [...text.matchAll(/\bnpm (?:ci|run|start|test)\b[^`\n]*/g)].map(([command]) =>
    command
      .replace(/[,.;:]'?(?:\s.*)?$/, '')
      .replace('<that time>', '2027-01-31T08:00:00Z')
      .replaceAll(/<[^>]+>|0b6c…/g, '0b6c')
      .trim(),
  );
}

const commands = [...new Set(pages.flatMap(commandsOf))].filter((command) => !ofDevelopment.test(command));

const path = [dirname(process.execPath), ...(process.env.PATH ?? '').split(delimiter)]
  .filter((folder) => !folder.includes('node_modules/.bin'))
  .join(delimiter);

describe.skipIf(!hasServer)('in a clean clone', { tags: ['full'] }, () => {
  const folder = testFolder(afterAll);
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let world: production.ProductionWorld;
  let env: NodeJS.ProcessEnv;
  const processes: ChildProcess[] = [];

  /** Runs a command as a page has it, with nothing set but what a lender sets. */
  const run = (command: string) => {
    const options = { cwd: folder, env, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], options);
    return { status, output: `${command}\n${stdout}${stderr}` };
  };

  beforeAll(async () => {
    const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const listed = spawnSync('git', listing, { cwd: root, encoding: 'utf8' });
    for (const file of new Set(listed.stdout.split('\0')))
      if (file !== '' && existsSync(join(root, file))) cpSync(join(root, file), join(folder, file));
    database = await createTestDatabase('empty');
    world = await production.createProductionWorld(database.url);
    env = {
      PATH: path,
      HOME: process.env.HOME,
      ...world.settings,
      NODE_EXTRA_CA_CERTS: world.certificates,
      LENDER_DIR: production.lenderWithoutMaintenance(world.folder),
    };
  });
  afterAll(async () => {
    for (const { pid } of processes) if (pid) process.kill(-pid, 'SIGKILL');
    await world?.close();
    await database?.drop();
  });

  it('installs and builds, as step 2 of going live does', () => {
    const [install = '', ...others] = commands.filter((command) => /^npm (?:ci|run build)\b/.test(command));
    const expected = ['npm ci --ignore-scripts', 'npm ci --omit=dev --ignore-scripts', 'npm run build'];
    expect([install, ...others].sort()).toEqual(expected);
    for (const command of ['npm ci --ignore-scripts', 'npm run build']) {
      const quickly = command.includes(' ci ') ? '--prefer-offline --no-audit' : '';
      const { status, output } = run(`${command} ${quickly}`);
      expect(status, output).toBe(0);
    }
  });

  it('needs no more than 120 MB of packages in production', () => {
    const { status, output } = run('npm ci --omit=dev --ignore-scripts --prefer-offline --no-audit');
    expect(status, output).toBe(0);
    expect(run('node scripts/slim-packages.js node_modules').status).toBe(0);
    const { stdout } = spawnSync('du', ['-sm', join(folder, 'node_modules')], { encoding: 'utf8' });
    expect(Number.parseInt(stdout, 10)).toBeLessThanOrEqual(120);
  });

  it('starts web and worker, which pay person 01 out', async () => {
    const { status, output } = run('npm run migrate');
    expect(status, output).toBe(0);
    const said: string[] = [];
    for (const role of ['web', 'worker']) {
      const child = spawn('npm', ['run', role], {
        cwd: folder,
        env: {
          ...(role === 'worker' ? { ...env, METRICS_PORT: '0' } : production.settingsOfWeb(env)),
          DATABASE_URL: urlAs(database.url, `${new URL(database.url).pathname.slice(1)}_${role}`),
        },
        detached: true,
      });
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => said.push(String(data)));
      processes.push(child);
    }
    const ready = () =>
      fetch(`${world.settings.PUBLIC_URL}/readyz`).then(
        ({ ok }) => ok || undefined,
        () => undefined,
      );
    await eventually(ready).catch((error: unknown) => {
      throw new Error(said.join(''), { cause: error });
    });
    const { id } = await signedAs(world, undefined, { ssn: '123-45-0428' });
    const paid = 'select amount::int from disbursement where application_id = $1';
    const [scheduled] = await someOf(() => query<{ amount: number }>(database.url, paid, [id]));
    expect(scheduled?.amount).toBeGreaterThan(0);
  });

  it.each(commands.filter((command) => !triedApart.test(command)))('%s', (command) => {
    const { status, output } = run(command);
    expect([0, 1], output).toContain(status);
    expect(output).not.toMatch(/\bERR_|^\s+at .*[:)]\d*\)?$|Missing script/m);
  });
});
