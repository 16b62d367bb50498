// The application with its router: every screen but the landing page's first showing.
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { Environment } from '../journey/environment.ts';
import { browserEnvironment } from './browser-environment.ts';
import { routesOf } from './routes.tsx';

export type AppRouter = ReturnType<typeof createBrowserRouter>;

/** A router at the browser's present address. */
export function openRouter(environment: Environment): AppRouter {
  return createBrowserRouter(routesOf(environment));
}

/** The surroundings of a document that begins with the router, and the router at its address. */
export function begin(): { readonly environment: Environment; readonly router: AppRouter } {
  const environment = browserEnvironment();
  return { environment, router: openRouter(environment) };
}

/** Resolves once the first screen may be drawn without anything in between. */
export function ready(router: AppRouter): Promise<void> {
  if (router.state.initialized) return Promise.resolve();
  return new Promise((resolve) => {
    const forget = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      forget();
      resolve();
    });
  });
}

export default function Routed({ router }: { readonly router: AppRouter }) {
  return <RouterProvider router={router} />;
}
