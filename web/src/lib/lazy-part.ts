import { type ComponentType, lazy } from 'react';
import { onceOnline } from './online.ts';

/** A part that a page does without until it is loaded. Without a connection the page stays as it is, and loads the part later. */
export function lazyPart<Props>(load: () => Promise<{ readonly default: ComponentType<Props> }>) {
  const patiently = (): ReturnType<typeof load> =>
    load().catch(() => new Promise((resolve) => void onceOnline(() => resolve(patiently()))));
  return lazy(patiently);
}
