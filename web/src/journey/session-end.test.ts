import { expect, it, vi } from 'vitest';
import { getJourney } from '#contract/journey.ts';
import type { Send } from '../api/client.ts';
import { ApiFailure, NetworkFailure } from '../api/failures.ts';
import { watchSession } from './session-end.ts';

const refusing =
  (failure: unknown): Send =>
  () =>
    Promise.reject(failure);
const refusal = (status: number, code: string) =>
  new ApiFailure(status, { errors: [{ code, message: 'No.' }] });

it.each(['no-session', 'session-ended'])('a call refused as %s leaves the screen', async (code) => {
  const { send, onSessionEnd } = watchSession(refusing(refusal(401, code)));
  const left = Promise.withResolvers<void>();
  onSessionEnd(() => {
    left.resolve();
    return true;
  });
  const settle = vi.fn();
  send(getJourney).then(settle, settle);
  await left.promise;
  await new Promise((turn) => setTimeout(turn));
  // The screen's own error handling would lead somewhere else.
  expect(settle).not.toHaveBeenCalled();
});

it('a screen that stays, or was left already, handles the refusal itself', async () => {
  const failure = refusal(401, 'no-session');
  const { send, onSessionEnd } = watchSession(refusing(failure));
  const forget = onSessionEnd(() => false);
  await expect(send(getJourney)).rejects.toBe(failure);
  forget();
  await expect(send(getJourney)).rejects.toBe(failure);
});

it.each([
  refusal(409, 'not-now'),
  refusal(503, 'try-again'),
  new NetworkFailure('unreachable'),
])('any other failure stays with the screen (%s)', async (failure) => {
  const { send, onSessionEnd } = watchSession(refusing(failure));
  onSessionEnd(() => expect.unreachable());
  await expect(send(getJourney)).rejects.toBe(failure);
});
