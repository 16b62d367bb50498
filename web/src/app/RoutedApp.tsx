// The application with its router: every screen except the landing page on a fresh load.
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { Environment } from '../journey/environment.ts';
import { browserEnvironment } from './browser-environment.ts';
import { routesOf } from './routes.tsx';

type AppRouter = ReturnType<typeof createBrowserRouter>;

/** A router at the browser's current address. */
export function createRouter(environment: Environment): AppRouter {
  return createBrowserRouter(routesOf(environment));
}

/** The environment and the router of a document that starts with the router. */
export function startRoutedApp(): { readonly environment: Environment; readonly router: AppRouter } {
  const environment = browserEnvironment();
  return { environment, router: createRouter(environment) };
}

/** Resolves once the first screen can be drawn. */
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

export default function RoutedApp({ router }: { readonly router: AppRouter }) {
  return <RouterProvider router={router} />;
}
