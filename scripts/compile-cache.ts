// `node scripts/compile-cache.ts` fills NODE_COMPILE_CACHE with TypeScript stripped of its types, so that no
// process loads the compiler that strips them (8 MB).
// Deletes the V8 code cache stored there, of which each process would hold 8 MB.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
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

/** Node 24 writes a header of 20 bytes. V8's code cache follows, and its bytes 2 and 3 are this number. */
const v8Mark = 0xc0de;
const isCodeCache = (bytes: Buffer) => bytes.length > 24 && bytes.readUInt16LE(22) === v8Mark;

/** Returns how many files of V8's code cache it deleted. The processes must have the same Node, user and NODE_OPTIONS. */
export function fillCompileCache(env: NodeJS.ProcessEnv = process.env): number {
  if (!env.NODE_COMPILE_CACHE) throw new Error('NODE_COMPILE_CACHE names no folder.');
  const folder = resolve(root, env.NODE_COMPILE_CACHE);
  // Every file is read and linked. The first module fails, so that none of the others runs.
  const modules = ['data:text/javascript,throw 0', ...runtimeFiles().map((file) => pathToFileURL(file).href)];
  const imports = modules.map((module) => `import ${JSON.stringify(module)};`).join('');
  const entry = `data:text/javascript,${encodeURIComponent(imports)}`;
  const script = `import { createRequire, flushCompileCache } from 'node:module';
    await import(${JSON.stringify(entry)}).catch((error) => { if (error !== 0) throw error; });
    // A thread's file is stored by its path, too, because Piscina requires it. It runs here, or fails for lack of a task's data.
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
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .filter(({ parentPath, name }) => deleteCodeCache(join(parentPath, name))).length;
}

function deleteCodeCache(file: string): boolean {
  try {
    if (!isCodeCache(readFileSync(file))) return false;
    rmSync(file);
    return true;
  } catch (error) {
    // Another process that starts or stops renamed or deleted it.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

if (import.meta.main && fillCompileCache() === 0)
  console.warn(`Node ${process.version} stores V8's code cache in another format. It was not deleted.`);
