import { expect, it } from 'vitest';
import { getAllowedSteps } from '#contract/journey.ts';
import type { Call } from '../api/client.ts';
import { NetworkFailure } from '../api/failures.ts';
import { preloadedResponses } from './preloaded-responses.ts';
import { readFirst } from './prepare.ts';

it('requests what a screen reads first, and leaves what fails to the screen', async () => {
  const preloaded = preloadedResponses({});
  const steps = { steps: ['/loan-request/offers'] };
  const requested: (string | undefined)[] = [];
  const call = (async (_: unknown, address?: string) => {
    requested.push(address);
    if (address === '/fails') throw new NetworkFailure('unreachable');
    return steps;
  }) as Call;
  await readFirst({ call, preloaded }, ['/works', undefined, '/fails']);
  expect(requested).toEqual(['/works', '/fails']);
  expect(preloaded.peek(getAllowedSteps, '/works')).toEqual(steps);
  expect(preloaded.peek(getAllowedSteps, '/fails')).toBeUndefined();
});
