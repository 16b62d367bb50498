// nginx and Caddy with the files of docs/behind-a-proxy.md, in front of web processes of this machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createServerIdentity } from '#sandbox/certificate.ts';
import { freePort } from '../scripts/free-port.js';
import { accepts } from '../scripts/pooler.js';

export type RunningProxy = Awaited<ReturnType<typeof startProxy>>;

interface Place {
  readonly folder: string;
  readonly http: number;
  readonly https: number;
}

const page = readFileSync(join(import.meta.dirname, '../docs/behind-a-proxy.md'), 'utf8');
const sample = (language: string) => new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(page)?.[1] ?? '';

/** The page's file with this machine's ports, certificate and log, and how to start it in the foreground. */
const proxies = {
  nginx({ folder, http, https }: Place, ports: readonly number[]) {
    const text = sample('nginx')
      .replace('listen 80;', `listen 127.0.0.1:${http};`)
      .replace('listen 443', `listen 127.0.0.1:${https}`)
      .replaceAll('/etc/ssl/apply', join(folder, 'apply'))
      .replace('/var/log/nginx/branchline.log', join(folder, 'access.log'))
      .replaceAll('/var/log/nginx/branchline-error.log', join(folder, 'error.log'))
      .replace(/( {2}server 127\.0\.0\.1:)3000(.*\n).*\n/, (_, before, after) =>
        ports.map((port) => before + port + after).join(''),
      );
    const file = join(folder, 'nginx.conf');
    const temporary = ['client_body', 'proxy']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join(' ');
    writeFileSync(
      file,
      `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;\nevents {}\nhttp { ${temporary}\n${text}}\n`,
    );
    return ['nginx', '-e', join(folder, 'error.log'), '-c', file];
  },
  caddy({ folder, http, https }: Place, [one, other]: readonly number[]) {
    const text = sample('caddyfile')
      .replace(
        'apply.lender.example {',
        `https://apply.lender.example:${https}, https://localhost:${https} {\n  bind 127.0.0.1\n  tls ${folder}/apply.pem ${folder}/apply.key`,
      )
      .replace('  log {\n    format', `  log {\n    output file ${folder}/access.log\n    format`)
      .replace('{', `{\n  admin off\n  http_port ${http}\n  https_port ${https}`)
      .replaceAll(/\b3000\b/g, String(one))
      .replaceAll(/\b3001\b/g, String(other));
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, text);
    return ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'];
  },
} as const;

export type ProxyName = keyof typeof proxies;
export const proxyNames = Object.keys(proxies) as ProxyName[];

/** In front of two processes, or with nginx of any number. This process trusts it. */
export async function startProxy(name: ProxyName, ports: readonly number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'branchline-proxy-'));
  // Its workers keep large bodies there, and are not root.
  chmodSync(folder, 0o755);
  const identity = createServerIdentity();
  const certificate = join(folder, 'apply.pem');
  writeFileSync(certificate, identity.certificate);
  writeFileSync(join(folder, 'apply.key'), identity.key);
  setDefaultCACertificates([...getCACertificates('default'), identity.certificate]);
  const place = { folder, http: await freePort(), https: await freePort() };
  const [command, ...args] = proxies[name](place, ports) as [string, ...string[]];
  const child = spawn(command, args, {
    env: { PATH: `${process.env.PATH}:/usr/sbin`, HOME: folder },
    stdio: ['ignore', 'ignore', openSync(join(folder, 'stderr.log'), 'a')],
  });
  const ended = once(child, 'exit');
  // Rejects if it isn't installed, before anything waits for it.
  ended.catch(() => {});
  const end = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  process.once('exit', () => child.kill('SIGTERM'));
  const log = (file: string) => readFileSync(join(folder, file), 'utf8');
  while (!(await accepts(place.https))) {
    if (child.pid === undefined || child.exitCode !== null)
      throw new Error(`${name} did not start. Is it installed? ${log('stderr.log')}`);
    await pause(20);
  }
  return {
    ...place,
    certificate,
    url: `https://localhost:${place.https}`,
    /** How many responses had each status. */
    answered: () => {
      const counts = new Map<number, number>();
      for (const [, one, other] of log('access.log').matchAll(/ (\d{3}) \d+ [\d.]+$|"status":(\d{3})/gm)) {
        const status = Number(one ?? other);
        counts.set(status, (counts.get(status) ?? 0) + 1);
      }
      return counts;
    },
    end,
    remove: async () => {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
