// The application with its router: every screen except the landing page on a fresh load.
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { isStepToReturnTo, refusedMark } from '#contract/guard.ts';
import { screenAt } from '#contract/screens.ts';
import { type Environment, EnvironmentContext } from '../journey/environment.ts';
import { browserEnvironment } from './browser-environment.ts';
import { routesOf } from './routes.tsx';

type AppRouter = ReturnType<typeof createBrowserRouter>;

export function createRouter(environment: Environment): AppRouter {
  // Every navigation scrolls to the top. After Back, the browser would scroll again, to where that screen was left.
  window.history.scrollRestoration = 'manual';
  return renderedAtOnce(createBrowserRouter(routesOf(environment)));
}

/**
 * Renders a location as the address changes, so that nothing is typed into a screen that is gone. After Back
 * and Forward, which change the address first, the old screen is hidden at once.
 */
function renderedAtOnce(router: AppRouter): AppRouter {
  const { subscribe } = router;
  router.subscribe = (listener) =>
    subscribe((state, options) => {
      const { navigation } = state;
      const isAddressNew = navigation.state === 'idle' || navigation.historyAction === 'POP';
      listener(state, { ...options, flushSync: options.flushSync || isAddressNew });
    });
  return router;
}

export function startRoutedApp(): { readonly environment: Environment; readonly router: AppRouter } {
  const environment = { ...browserEnvironment(), now: renderedClock() };
  const router = createRouter(environment);
  if (window.location.hash === refusedMark) returnToPreviousStep(environment, router);
  return { environment, router };
}

/** The device's clock. A page that the server rendered is hydrated by the server's, or words like "tomorrow" could differ. */
function renderedClock(): Environment['now'] {
  const { rendered } = document.getElementById('root')?.dataset ?? {};
  const { dataset } = document.documentElement;
  return () => (rendered && !dataset.hydrated ? new Date(rendered) : new Date());
}

/** After the server refused a step, the tab continues where it was: only it knows its last step, which the guard checks. */
function returnToPreviousStep({ memory }: Environment, router: AppRouter): void {
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', pathname + search);
  const previous = memory.get('previousRoute');
  const screen = previous === undefined ? undefined : screenAt(previous);
  if (previous && screen && isStepToReturnTo(screen) && previous !== pathname)
    void router.navigate(previous, { replace: true });
}

export function routerReady(router: AppRouter): Promise<void> {
  if (router.state.initialized) return Promise.resolve();
  return new Promise((resolve) => {
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      unsubscribe();
      resolve();
    });
  });
}

export function RoutedPage({ environment, router }: ReturnType<typeof startRoutedApp>) {
  return (
    <EnvironmentContext value={environment}>
      <RoutedApp router={router} />
    </EnvironmentContext>
  );
}

export default function RoutedApp({ router }: { readonly router: AppRouter }) {
  return <RouterProvider router={router} />;
}
