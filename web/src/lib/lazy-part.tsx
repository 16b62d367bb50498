import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { isOffline } from './online.ts';

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

/** A part that a page does without until it is loaded. Without a connection the page stays as it is, and loads the part later. */
export function lazyPart<Props extends object>(load: Load<Props>, fallback: ReactNode = null) {
  const Part = lazyContent(load) as unknown as ComponentType<Props>;
  return (props: Props) => (
    <Suspense fallback={fallback}>
      <Part {...props} />
    </Suspense>
  );
}

/** The same inside a `Suspense` of the page, which waits for all that is in it. */
export const lazyContent = <Props,>(load: Load<Props>) => lazy(() => patiently(load, true));

/** Repeats what fails for want of a connection once there is one, or something is pressed. `always`: whatever it fails for. */
export function patiently<Loaded>(load: () => Promise<Loaded>, always = false): Promise<Loaded> {
  return load().catch((error: unknown) => {
    if (!always && !isOffline()) throw error;
    return new Promise((resolve) => {
      for (const event of ['online', 'click'])
        addEventListener(event, () => resolve(patiently(load, always)), { once: true });
    });
  });
}
