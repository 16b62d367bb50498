/** True only where the browser is sure of it: an online browser may still not reach the server. */
export const isOffline = () => globalThis.navigator?.onLine === false;

/** Calls back once the browser is online again; the returned function stops listening. */
export function onceOnline(run: () => void): () => void {
  window.addEventListener('online', run, { once: true });
  return () => window.removeEventListener('online', run);
}

let dropEarlier = () => {};

/** Like `onceOnline`, for the latest caller alone: `onDropped` of the one before runs instead of its `run`. */
export function onceOnlineForLatest(run: () => void, onDropped: () => void): () => void {
  dropEarlier();
  const stop = onceOnline(run);
  dropEarlier = () => {
    stop();
    onDropped();
  };
  return stop;
}

/** Before a press that is sent: a waiting one, which may be its opposite, is not sent as well when the browser reports the connection. */
export function dropWaiting(): void {
  if (!isOffline()) dropEarlier();
}
