// Runs the sandbox as a process of its own.
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { buildSandbox, type Sandbox } from './app.ts';
import { credentialsFrom } from './credentials.ts';

const stop = (sentence: string): never => {
  console.error(sentence);
  process.exit(1);
};

function portFrom(name: string, fallback: number): number {
  const value = process.env[name]?.trim();
  if (!value) return fallback;
  const port = Number(value);
  return Number.isInteger(port) && port >= 0 && port < 65_536
    ? port
    : stop(`${name} is "${value}", which is not a port number.`);
}

const port = portFrom('SANDBOX_PORT', 4010);
const smtpPort = portFrom('SANDBOX_SMTP_PORT', 4025);
const productUrl = process.env.PUBLIC_URL?.trim() || `http://localhost:${process.env.PORT?.trim() || 3000}`;
const dataDir = resolve(process.env.DATA_DIR?.trim() || '.data');
const achDir = resolve(process.env.ACH_DIR?.trim() || join(dataDir, 'ach'));

function open(): Sandbox {
  try {
    return buildSandbox({ dataDir, achDir, productUrl, credentials: credentialsFrom(process.env) });
  } catch {
    return stop(
      `The sandbox cannot write its state to ${dataDir}; set DATA_DIR to a folder it may write to.`,
    );
  }
}

const sandbox = open();

let ending = false;
async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  // Exit even if a client's connection stays open.
  setTimeout(() => process.exit(0), 3000).unref();
  await sandbox.close();
  process.exit(0);
}
process.on('SIGINT', end);
process.on('SIGTERM', end);
process.on('disconnect', end);

// `npm start` holds the ports from when it chose them, before it built.
if (process.argv.includes('--ports-held')) {
  process.send?.({ type: 'listening next' });
  await once(process, 'message');
}
try {
  const bound = await sandbox.listen({ port, smtpPort });
  console.log(`The sandbox is ready: console at ${bound.url}, mail server on port ${bound.smtpPort}.`);
  process.send?.({ type: 'ready', ...bound });
} catch (error) {
  const { code, port: taken } = error as { code?: string; port?: number };
  if (code === 'EADDRINUSE')
    stop(
      `Port ${taken} is already taken; set ${taken === smtpPort ? 'SANDBOX_SMTP_PORT' : 'SANDBOX_PORT'} to a free one.`,
    );
  if (code === 'EACCES')
    stop(`Port ${taken} needs more permissions than this user has; choose one above 1023.`);
  throw error;
}
