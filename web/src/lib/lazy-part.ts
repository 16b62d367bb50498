import { type ComponentType, lazy } from 'react';
import { isOffline, onceOnline } from './online.ts';

/** A part that a page does without until it is loaded. Without a connection the page stays as it is, and loads the part later. */
export function lazyPart<Props>(load: () => Promise<{ readonly default: ComponentType<Props> }>) {
  return lazy(() => patiently(load, true));
}

/** Repeats what fails for want of a connection once there is one. `always`: whatever it fails for. */
export function patiently<Loaded>(load: () => Promise<Loaded>, always = false): Promise<Loaded> {
  return load().catch((error: unknown) => {
    if (!always && !isOffline()) throw error;
    return new Promise(
      (resolve, reject) => void onceOnline(() => patiently(load, always).then(resolve, reject)),
    );
  });
}
