// Packages that a process doesn't need to be ready, but its first applicants do: loading them takes half a second of a start.
import { once } from './once.ts';

const imports: (() => Promise<unknown>)[] = [];

/** Loads a package when it is first needed, or with `importDeferred`. */
export function deferredImport<T>(load: () => Promise<T>): () => Promise<T> {
  const get = once(load);
  imports.push(get);
  return get;
}

/** Loads them all in a process that is ready, so that no applicant waits for one. */
export async function importDeferred(): Promise<void> {
  for (const get of imports) await get();
}
