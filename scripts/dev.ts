// `npm run dev` restarts app and sandbox on changes. It owns the app's port and serves the frontend with
// Vite, whose hot module replacement survives a restart.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { join } from 'node:path';
import { createServer as createVite } from 'vite';
import { experiences } from '#contract/experiences.ts';
import type { BuiltPage } from '#server/pages/built-pages.ts';
import { factPlaceholders } from '#server/pages/policy-facts.ts';
import { endChild } from './child-process.ts';
import { developmentEnvironment } from './development-env.js';
import { choosePorts, freePort } from './free-port.js';
import { lenderFacts } from './lender-facts.ts';
import { documentOf, firstScript, sha256 } from './pages.ts';

const root = join(import.meta.dirname, '..');
const patienceMs = 3000;

/** A development process: started, restarted when its files change, and stopped with this one. */
function supervised(name: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  let child: ChildProcess | undefined;
  /** Restarts run one at a time; a waiting restart picks up every change made before it starts. */
  let running: Promise<unknown> = Promise.resolve();
  let isWaiting = false;
  let isStopped = false;
  let isReady: Promise<boolean> = Promise.resolve(false);

  const startChild = () => {
    const started = spawn(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child = started;
    return new Promise<boolean>((resolve) => {
      started.on('message', (message: { type?: string }) => message?.type === 'ready' && resolve(true));
      started.once('exit', () => {
        resolve(false);
        if (child !== started) return;
        child = undefined;
        isReady = Promise.resolve(false);
        console.error(`The ${name} stopped. It will restart when one of its files changes.`);
      });
    });
  };
  const stopChild = async () => {
    const stopped = child;
    child = undefined;
    if (stopped) await endChild(stopped, 'SIGTERM', patienceMs);
  };
  return {
    /** Resolves to true once the process is ready, or to false if it exits first. */
    async ready(): Promise<boolean> {
      let known: Promise<boolean>;
      do {
        known = isReady;
        await known;
      } while (known !== isReady);
      return known;
    },
    restart(): Promise<boolean> {
      if (isWaiting) return isReady;
      isWaiting = true;
      isReady = running.then(async () => {
        await stopChild();
        isWaiting = false;
        return !isStopped && startChild();
      });
      running = isReady;
      return isReady;
    },
    async stop(): Promise<void> {
      isStopped = true;
      await stopChild();
    },
  };
}

/** React Refresh must be set up before the first component loads. */
const script = ['@id/@vitejs/plugin-react/preamble', '@vite/client', firstScript]
  .map((module) => `import '/${module}';`)
  .join('\n');

/** The stylesheet already includes the display font, so the font that the first script adds covers no characters. */
const face = { source: "local('Display')", descriptors: { unicodeRange: 'U+10FFFF' } };

/** A folder that the server reads like a build; Vite provides scripts and styles. */
async function writeDevelopmentPages(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(join(directory, 'pages'), { recursive: true });
  await mkdir(join(directory, 'assets'));

  const pages: BuiltPage[] = [];
  const write = async (file: string, subject: Pick<BuiltPage, 'screen' | 'experience' | 'partner'>) => {
    const { experience } = subject;
    const page = {
      loads: ['/src/main.tsx'],
      whole: false,
      ...(experience && { experience }),
      face,
      facts: Object.values(factPlaceholders),
    };
    const html = documentOf({
      title: '',
      head: '<style>@layer base,parts;</style>',
      root: '<div id="root"></div>',
      banner: '',
      page: JSON.stringify(page),
      preloadedResponses: undefined,
      script,
    });
    await writeFile(join(directory, 'pages', file), html);
    // Vite adds each stylesheet as a separate style element, so its hash isn't known in advance.
    pages.push({
      file,
      ...subject,
      whole: false,
      script: sha256(script),
      style: 'unsafe-inline',
      loads: page.loads,
    });
  };

  for (const experience of experiences) {
    await write(`landing.${experience}.html`, { screen: 'landing', experience });
    await write(`landing.${experience}.partner.html`, {
      screen: 'landing',
      experience,
      partner: { name: 'name-to-come', logo: '/logo-to-come' },
    });
  }
  await write('plain.html', {});
  await writeFile(join(directory, 'pages.json'), JSON.stringify(pages));
}

const pages = join(root, '.build/dev');

/** Treats files saved together as one change. Long enough for a reloading page to get its response first. */
const debounceMs = 300;

const { ports, notes, release } = await choosePorts(process.env);
await release(Object.keys(ports));
for (const note of notes) console.log(note);
const env = developmentEnvironment({ ...process.env, ...ports }) as NodeJS.ProcessEnv & {
  PORT: string;
  SANDBOX_PORT: string;
};
process.env.NODE_ENV = 'development';
process.chdir(root);

function onChange(folders: readonly string[], act: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  for (const folder of folders)
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (file === null || !/\.(ts|js|json|txt|css|html|svg|pem)$/.test(file) || /\.test\.ts$/.test(file))
        return;
      clearTimeout(timer);
      timer = setTimeout(act, debounceMs);
    });
}

const productPort = await freePort();
/** A port for a debugger, such as INSPECT=9229. */
const inspect = env.INSPECT ? [`--inspect=${env.INSPECT}`] : [];
const product = supervised('product', [...inspect, 'server/src/main.ts', 'both'], {
  ...env,
  PORT: String(productPort),
  HOST: '127.0.0.1',
  PUBLIC_URL: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
  TRUST_PROXY: 'true',
  WEB_DIR: pages,
});
const sandbox = supervised('sandbox', ['sandbox/main.ts'], env);

const server = createServer();
const [vite] = await Promise.all([
  createVite({
    configFile: join(root, 'vite.config.ts'),
    mode: 'development',
    appType: 'custom',
    cacheDir: join(root, '.cache/vite'),
    clearScreen: false,
    server: { middlewareMode: true, hmr: { server }, fs: { allow: [root] } },
  }),
  writeDevelopmentPages(pages),
]);
server.on('request', (request, response) => {
  // Modules and Vite's own additions; every other URL belongs to the server.
  if (/^\/(@|src\/)/.test(request.url ?? '')) vite.middlewares(request, response);
  else void pass(request, response);
});

let facts = JSON.stringify(lenderFacts());
function refreshLenderFacts(): void {
  try {
    const now = JSON.stringify(lenderFacts());
    if (now === facts) return;
    facts = now;
    void vite.restart();
  } catch {
    // The server reports errors in the lender's files when it restarts.
  }
}

onChange(['server/src', 'contract', 'finance', 'lender', 'sealing'], () => void product.restart());
onChange(['sandbox', 'sealing'], () => void sandbox.restart());
onChange(['lender'], refreshLenderFacts);

let isEnding = false;
async function end(code: number): Promise<never> {
  if (isEnding) return new Promise(() => {});
  isEnding = true;
  await Promise.all([product.stop(), sandbox.stop()]);
  process.exit(code);
}
process.on('SIGINT', () => void end(0));
process.on('SIGTERM', () => void end(0));
process.on('disconnect', () => void end(0));

server.listen(Number(env.PORT), env.HOST || '127.0.0.1');
await once(server, 'listening').catch(async (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE') throw error;
  console.error(`Port ${env.PORT} is in use. Stop what uses it, or set PORT to another one.`);
  await end(1);
});
await Promise.all([product.restart(), sandbox.restart()]);
console.log(`Branchline is ready at http://localhost:${env.PORT}; saved changes appear right away.`);
console.log(
  `The sandbox console, with texts, email and test people, is at http://localhost:${env.SANDBOX_PORT}`,
);
process.send?.({ type: 'ready' });

/** Forwards a browser's request to the server process. While that process restarts, requests wait for it. */
async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!(await product.ready())) {
    response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(
      "The product isn't running. See the terminal for the reason. It restarts when a file changes.\n",
    );
    return;
  }
  // The browser disconnected while the request waited.
  if (response.destroyed) return;
  const { method, url: path, socket } = request;
  const headers = { ...request.headers, 'x-forwarded-for': socket.remoteAddress ?? '127.0.0.1' };
  const passed = send({ host: '127.0.0.1', port: productPort, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, withWorkers(answer.headers));
    answer.pipe(response);
    answer.on('error', () => response.destroy());
  });
  response.on('close', () => passed.destroy());
  passed.on('error', () => {
    if (response.headersSent || response.destroyed) response.destroy();
    // The process ended during the request. Retry a read here; leave any other retry to the browser.
    else if (method === 'GET') setTimeout(() => void pass(request, response), 100);
    else response.writeHead(502).end();
  });
  request.pipe(passed);
}

/** Vite's client uses its own worker to wait for the dev server to come back. */
function withWorkers(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const policy = headers['content-security-policy'];
  return policy ? { ...headers, 'content-security-policy': `${policy};worker-src blob:` } : headers;
}
