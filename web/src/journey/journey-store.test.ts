import { expect, it } from 'vitest';
import type { Call } from '../api/client.ts';
import { createJourneyStore } from './journey-store.ts';
import type { SessionMemory } from './session-memory.ts';

const memory: SessionMemory = { get: () => undefined, set: () => {}, clear: () => {} };

/** A journey whose responses the test gives, in any order. */
function journeyOfResponses() {
  const responses: PromiseWithResolvers<object>[] = [];
  const call = (() => {
    const response = Promise.withResolvers<object>();
    responses.push(response);
    return response.promise;
  }) as Call;
  return { responses, journey: createJourneyStore(call, memory) };
}

it('is loading until the first response, which may be a refusal, and notifies its listeners', async () => {
  const { responses, journey } = journeyOfResponses();
  const reports: boolean[] = [];
  journey.subscribe(() => reports.push(journey.isLoading()));
  expect(journey.isLoading()).toBe(false);

  const refused = journey.refresh();
  expect(journey.isLoading()).toBe(true);
  responses[0]?.reject(new Error('no session'));
  await expect(refused).rejects.toThrow('no session');
  expect(journey.isLoading()).toBe(false);
  expect(reports).toEqual([false]);

  const read = journey.refresh();
  expect(journey.isLoading()).toBe(true);
  responses[1]?.resolve({ links: {} });
  await read;
  const again = journey.refresh();
  expect(journey.isLoading()).toBe(false);
  responses[2]?.resolve({ links: {} });
  await again;
});

it('remembers that a documents link is being opened until the text code is entered', async () => {
  const kept = new Map<string, string | undefined>([['opening', 'docusign-resume']]);
  const opening: SessionMemory = {
    get: ((key) => kept.get(key)) as SessionMemory['get'],
    set: (key, value) => void kept.set(key, value),
    clear: () => kept.clear(),
  };
  const call = (async () => ({ links: {}, allowed: [], stageMarker: 'prequalificationSingle' })) as Call;
  const journey = createJourneyStore(call, opening);
  await journey.refresh();
  expect(kept.get('stage')).toBe('docusignResume');
  kept.set('opening', undefined);
  await journey.refresh();
  expect(kept.get('stage')).toBe('prequalificationSingle');
});

it('notifies its listeners once a navigation is over, also one that fails', async () => {
  const journey = createJourneyStore((async () => ({ links: {}, allowed: [] })) as Call, memory);
  let reports = 0;
  journey.subscribe(() => {
    reports += 1;
  });
  const leaving = journey.quietly(async () => {
    await journey.refresh();
    expect(journey.get()).toEqual({ links: {}, allowed: [] });
    expect(reports).toBe(0);
    throw new Error('offline');
  });
  await expect(leaving).rejects.toThrow('offline');
  expect(reports).toBe(1);
});

it('shows the newest response, even if a later request fails or is aborted', async () => {
  const { responses, journey } = journeyOfResponses();
  const [first, second, third] = [journey.refresh(), journey.refresh(), journey.refresh()];
  responses[1]?.resolve({ defaultScreen: 'offers' });
  await second;
  expect(journey.get()?.defaultScreen).toBe('offers');
  responses[0]?.resolve({ defaultScreen: 'loading' });
  await first;
  responses[2]?.reject(new Error('aborted'));
  await expect(third).rejects.toThrow('aborted');
  expect(journey.get()?.defaultScreen).toBe('offers');

  const late = journey.refresh();
  journey.clear();
  responses[3]?.resolve({ defaultScreen: 'offers' });
  await late;
  expect(journey.get()).toBeUndefined();
});
