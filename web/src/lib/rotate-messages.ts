import type { Timers } from './timers.ts';

/** The specification's interval of waiting messages. */
const turnMilliseconds = 5000;

/** Calls back with 1, 2 and so on up to the last of `count`, and stays there. The returned function stops it. */
export function rotateMessages(timers: Timers, count: number, onTurn: (turn: number) => void): () => void {
  let cancel = () => {};
  const next = (turn: number) => {
    if (turn >= count) return;
    cancel = timers.after(turnMilliseconds, () => {
      onTurn(turn);
      next(turn + 1);
    });
  };
  next(1);
  return () => cancel();
}
