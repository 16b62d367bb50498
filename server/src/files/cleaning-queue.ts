// Few files are cleaned at the same time, so that they leave memory to the product, and one at a time of each application, so that
// none takes every place.
const mostAtOnce = 2;
const mostWaiting = 20;
/** As many as an application may have on their way. */
const mostWaitingOfOne = 6;

interface Waiting {
  readonly owner: string;
  readonly start: () => void;
}

const waiting: Waiting[] = [];
const running = new Set<string>();

/** Undefined if too many wait already. */
export async function inTurn<T>(owner: string, run: () => Promise<T>): Promise<T | undefined> {
  const ofOwner = waiting.filter((one) => one.owner === owner).length;
  if (waiting.length >= mostWaiting || ofOwner >= mostWaitingOfOne) return undefined;
  await new Promise<void>((start) => {
    waiting.push({ owner, start });
    startNext();
  });
  try {
    return await run();
  } finally {
    running.delete(owner);
    startNext();
  }
}

function startNext(): void {
  while (running.size < mostAtOnce) {
    const at = waiting.findIndex(({ owner }) => !running.has(owner));
    const [next] = at < 0 ? [] : waiting.splice(at, 1);
    if (!next) return;
    running.add(next.owner);
    next.start();
  }
}
