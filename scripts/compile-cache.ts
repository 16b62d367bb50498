// `node scripts/compile-cache.ts`: fills the folder of NODE_COMPILE_CACHE with our TypeScript as JavaScript, so that no process loads the
// compiler of TypeScript (7 MB). Deletes the code that Node compiled for processes before: each would hold 8 MB of it while it runs.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');

/** What processes run. */
const folders = ['contract', 'finance', 'lender', 'sealing', 'server/src'];

export const runtimeFiles = (): readonly string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.(test|d)\.ts$/.test(file))
      .map((file) => join(root, folder, file)),
  );

export const threadFiles = () => runtimeFiles().filter((file) => file.endsWith('.worker.ts'));

/** The bytes 2 and 3 of V8's code, which follows 20 bytes of Node's own. */
const codeMark = 0xc0de;
const isCode = (file: string) => {
  const bytes = readFileSync(file);
  return bytes.length > 24 && bytes.readUInt16LE(22) === codeMark;
};

/** The processes must have the same Node, user and NODE_OPTIONS. */
export function fillCompileCache(env: NodeJS.ProcessEnv = process.env): void {
  const folder = env.NODE_COMPILE_CACHE;
  if (folder === undefined) throw new Error('NODE_COMPILE_CACHE names no folder.');
  // Every file is read and linked. The first module fails, so that none of the others runs.
  const modules = ['data:text/javascript,throw 0', ...runtimeFiles().map((file) => pathToFileURL(file).href)];
  const imports = modules.map((module) => `import ${JSON.stringify(module)};`).join('');
  const entry = `data:text/javascript,${encodeURIComponent(imports)}`;
  const script = `import { createRequire, flushCompileCache } from 'node:module';
    await import(${JSON.stringify(entry)}).catch((error) => { if (error !== 0) throw error; });
    // A thread requires its file by its path, and Node stores it under that, too.
    for (const file of ${JSON.stringify(threadFiles())}) try { createRequire(file)(file); } catch {}
    flushCompileCache();
    process.exit();`;
  const { status } = spawnSync(process.execPath, ['--input-type=module'], {
    cwd: root,
    env,
    input: script,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error('The modules of the server cannot be loaded.');
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && isCode(file)) rmSync(file);
  }
}

if (import.meta.main) fillCompileCache();
