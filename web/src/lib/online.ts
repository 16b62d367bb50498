/** True only where the browser is sure of it: an online browser may still not reach the server. */
export const isOffline = () => globalThis.navigator?.onLine === false;

/** Calls back once the browser is online again; the returned function stops listening. */
export function onceOnline(run: () => void): () => void {
  window.addEventListener('online', run, { once: true });
  return () => window.removeEventListener('online', run);
}
