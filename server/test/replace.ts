// Replaces one call of a service, typed as the service declares it.
import { onTestFinished } from 'vitest';

let replaced = 0;

export const areCallsReplaced = () => replaced > 0;

/** Replaces a call until the test ends, or until the returned function puts the real one back. */
export function replaceCall<T extends object, K extends keyof T>(
  service: T,
  name: K,
  by: (real: T[K]) => T[K],
): () => void {
  const writable = service as { -readonly [N in keyof T]: T[N] };
  const real = writable[name];
  let isReplaced = true;
  replaced += 1;
  const restore = () => {
    writable[name] = real;
    if (isReplaced) replaced -= 1;
    isReplaced = false;
  };
  writable[name] = by(typeof real === 'function' ? real.bind(service) : real);
  onTestFinished(restore);
  return restore;
}

/** Holds a call once it has begun, until it may go on. */
export function holdCall<T extends object, K extends keyof T>(service: T, name: K) {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const restore = replaceCall(service, name, (call) => {
    const holding = async (...given: never[]) => {
      begun.resolve();
      await held.promise;
      return (call as (...all: never[]) => unknown)(...given);
    };
    return holding as never;
  });
  return { begun: begun.promise, go: held.resolve, restore };
}
