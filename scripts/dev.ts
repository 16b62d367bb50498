// `npm run dev`: runs the app and its sandbox and restarts them when their files change. This process owns the app's port. It
// serves the frontend with Vite, whose hot module replacement survives a restart, and proxies everything else.
import { watch } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer as createVite } from 'vite';
import { writeDevelopmentPages } from './dev-pages.ts';
import { proxyTo } from './dev-proxy.ts';
import { developmentEnvironment } from './development-env.js';
import { choosePorts, freePort } from './free-port.js';
import { lenderFacts } from './lender-facts.ts';
import { SupervisedProcess } from './supervised-process.ts';

const root = join(import.meta.dirname, '..');
const pages = join(root, '.build/dev');

/** Treats files saved together as one change. Long enough for a reloading page to get its response first. */
const debounceMs = 300;

const { ports, notes } = await choosePorts(process.env);
for (const note of notes) console.log(note);
const env = developmentEnvironment({ ...process.env, ...ports }) as NodeJS.ProcessEnv & {
  PORT: string;
  SANDBOX_PORT: string;
};
process.env.NODE_ENV = 'development';
process.chdir(root);

function onChange(folders: readonly string[], act: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  for (const folder of folders) {
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (file === null || !/\.(ts|js|json|txt|css|html|svg|pem)$/.test(file) || /\.test\.ts$/.test(file))
        return;
      clearTimeout(timer);
      timer = setTimeout(act, debounceMs);
    });
  }
}

const listen = (server: Server, port: number, host: string) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });

const productPort = await freePort();
/** A port for a debugger, such as INSPECT=9229. */
const inspect = env.INSPECT ? [`--inspect=${env.INSPECT}`] : [];
const product = new SupervisedProcess('product', [...inspect, 'server/src/main.ts', 'both'], {
  ...env,
  PORT: String(productPort),
  HOST: '127.0.0.1',
  PUBLIC_URL: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
  TRUST_PROXY: 'true',
  WEB_DIR: pages,
});
const sandbox = new SupervisedProcess('sandbox', ['sandbox/main.ts'], env);

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
const pass = proxyTo(productPort, product);
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

await listen(server, Number(env.PORT), env.HOST || '127.0.0.1').catch(
  async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    console.error(`Port ${env.PORT} is in use. Stop what uses it, or set PORT to another one.`);
    await end(1);
  },
);
await Promise.all([product.restart(), sandbox.restart()]);
console.log(`Branchline is ready at http://localhost:${env.PORT}; saved changes appear right away.`);
console.log(
  `The sandbox console, with texts, email and test people, is at http://localhost:${env.SANDBOX_PORT}`,
);
process.send?.({ type: 'ready' });
