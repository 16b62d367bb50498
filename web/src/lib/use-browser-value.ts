// A value that only the browser has. A prerendered page shows another one, and so does its hydration.
import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** Reads a string, number or boolean at each render, and `prerendered` until the page is hydrated. */
export function useBrowserValue<T>(read: () => T, prerendered: T): T {
  return useSyncExternalStore(subscribe, read, () => prerendered);
}

/** Whether the page responds: false as the server renders it, and in its hydration. */
export const useIsHydrated = () => useBrowserValue(() => true, false);
