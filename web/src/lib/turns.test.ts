import { expect, it } from 'vitest';
import { manualTimers } from './manual-timers.ts';
import { takeTurns } from './turns.ts';

it('says the next sentence every five seconds, and stays at the last one', async () => {
  const timers = manualTimers();
  const said: [second: number, turn: number][] = [];
  takeTurns(timers, 3, (turn) => said.push([timers.now() / 1000, turn]));
  await timers.advance(60_000);
  expect(said).toEqual([
    [5, 1],
    [10, 2],
  ]);
});

it('says nothing more once its stage is over', async () => {
  const timers = manualTimers();
  const said: number[] = [];
  const stop = takeTurns(timers, 3, (turn) => said.push(turn));
  await timers.advance(6000);
  stop();
  await timers.advance(60_000);
  expect(said).toEqual([1]);
});

it('has nothing to change where there is one sentence', async () => {
  const timers = manualTimers();
  takeTurns(timers, 1, () => expect.unreachable());
  await timers.advance(60_000);
});
