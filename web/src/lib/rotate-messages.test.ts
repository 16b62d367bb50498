import { expect, it } from 'vitest';
import { manualTimers } from './manual-timers.ts';
import { rotateMessages } from './rotate-messages.ts';

it('takes the next turn every five seconds, and stays at the last one', async () => {
  const timers = manualTimers();
  const turns: [second: number, turn: number][] = [];
  rotateMessages(timers, 3, (turn) => turns.push([timers.now() / 1000, turn]));
  await timers.advance(60_000);
  expect(turns).toEqual([
    [5, 1],
    [10, 2],
  ]);
});

it('takes no turn after it is canceled', async () => {
  const timers = manualTimers();
  const turns: number[] = [];
  const stop = rotateMessages(timers, 3, (turn) => turns.push(turn));
  await timers.advance(6000);
  stop();
  await timers.advance(60_000);
  expect(turns).toEqual([1]);
});
