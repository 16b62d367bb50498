// Few files are cleaned at once, and one of each application, to leave memory to the product. Applications take turns.
const mostAtOnce = 2;
const mostWaiting = 20;
/** As many as an application may have on their way. */
const mostWaitingOfOne = 6;

interface Turn {
  readonly owner: string;
  /** Counted from 1. An owner's next file is in a later round than its last one, and another owner's first file is in the next round. */
  readonly round: number;
  readonly start: (isStarted: boolean) => void;
}

const waiting: Turn[] = [];
const running = new Map<string, Turn>();
let round = 0;

/** Undefined if too many wait already. */
export async function inTurn<T>(owner: string, run: () => Promise<T>): Promise<T | undefined> {
  const own = waiting.filter((turn) => turn.owner === owner);
  if (own.length >= mostWaitingOfOne) return undefined;
  const last = own.at(-1) ?? running.get(owner);
  const isStarted = await new Promise<boolean>((start) => {
    const turn = { owner, round: Math.max(round, last?.round ?? 0) + 1, start };
    waiting.push(turn);
    waiting.sort((a, b) => a.round - b.round);
    startNext();
    if (waiting.length > mostWaiting) waiting.pop()?.start(false);
  });
  if (!isStarted) return undefined;
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
    running.set(next.owner, next);
    round = Math.max(round, next.round);
    next.start(true);
  }
}
