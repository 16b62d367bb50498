import { expect, it } from 'vitest';
import type { Call } from '../api/client.ts';
import { createJourneyStore } from './journey-store.ts';
import type { SessionMemory } from './session-memory.ts';

const memory: SessionMemory = { get: () => undefined, set: () => {}, clear: () => {} };

it('a journey is awaited until its first answer, also where none is to be had, and says so', async () => {
  const answers: PromiseWithResolvers<void>[] = [];
  const call = (async () => {
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    await answer.promise;
    return { links: {}, allowed: [] };
  }) as Call;
  const journey = createJourneyStore(call, memory);
  const heard: boolean[] = [];
  journey.subscribe(() => heard.push(journey.isLoading()));
  expect(journey.isLoading()).toBe(false);

  const refused = journey.refresh();
  expect(journey.isLoading()).toBe(true);
  answers[0]?.reject(new Error('no session'));
  await expect(refused).rejects.toThrow('no session');
  expect(journey.isLoading()).toBe(false);
  expect(heard).toEqual([false]);

  const read = journey.refresh();
  expect(journey.isLoading()).toBe(true);
  answers[1]?.resolve();
  await read;
  const again = journey.refresh();
  expect(journey.isLoading()).toBe(false);
  answers[2]?.resolve();
  await again;
});

it('a journey that is cleared waits for none of its requests', async () => {
  const journey = createJourneyStore((() => new Promise(() => {})) as Call, memory);
  void journey.refresh();
  expect(journey.isLoading()).toBe(true);
  journey.clear();
  expect(journey.isLoading()).toBe(false);
});
