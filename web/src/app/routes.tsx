// Every address of the product, built from the contract's table of screens.
import { QueryClientProvider } from '@tanstack/react-query';
import { type LoaderFunction, type RouteObject, redirect } from 'react-router';
import { groupDefaults, pathOf, screenNames, screens } from '#contract/screens.ts';
import type { Environment } from '../journey/environment.ts';
import { experienceOf, withExperience } from '../journey/experience.ts';
import { queryClient } from '../journey/queries.ts';
import { Fault } from './ErrorBoundary.tsx';
import { guardOf } from './guard.ts';
import { Root } from './Root.tsx';
import { RouteWaiting } from './ScreenLoading.tsx';
import { type ScreenEntry, screenTable } from './screen-components.ts';

export function routesOf(environment: Environment): RouteObject[] {
  const queries = queryClient();
  return [
    {
      id: 'root',
      element: (
        <QueryClientProvider client={queries}>
          <Root />
        </QueryClientProvider>
      ),
      ErrorBoundary: Fault,
      HydrateFallback: RouteWaiting,
      children: [
        {
          // A fault of one screen leaves header and footer standing.
          ErrorBoundary: Fault,
          HydrateFallback: RouteWaiting,
          children: screenNames.map((name): RouteObject => {
            const { load, needs } = screenTable[name];
            return {
              id: name,
              path: screens[name].path,
              loader:
                name === 'landing'
                  ? landingLoader(environment)
                  : prepared(environment, guardOf(environment, name, needs), load),
              lazy: { Component: async () => (await load()).default },
            };
          }),
        },
        ...Object.entries(groupDefaults).map(([path, name]): RouteObject => leadsTo(path, pathOf(name))),
        leadsTo('/loan-request/*', pathOf('offers')),
        leadsTo('*', pathOf('landing')),
      ],
    },
  ];
}

/** The variant is always written into the address. */
function landingLoader(environment: Environment): LoaderFunction {
  const guard = guardOf(environment, 'landing');
  return (given, handler) => {
    const { search } = new URL(given.request.url);
    const written = new URLSearchParams(search).get('experience') === experienceOf(search);
    return written ? guard(given, handler) : redirect(pathOf('landing') + withExperience(search));
  };
}

/** The guard, and once it lets pass, what the screen cannot be drawn without. */
function prepared(
  environment: Environment,
  guard: LoaderFunction,
  load: ScreenEntry['load'],
): LoaderFunction {
  return async (given, handler) => {
    const elsewhere = await guard(given, handler);
    if (elsewhere) return elsewhere;
    const { prepare } = await load();
    return prepare ? prepare(environment, given.params) : null;
  };
}

function leadsTo(path: string, address: string): RouteObject {
  return {
    path,
    loader: ({ request }) => redirect(address + new URL(request.url).search),
    // Drawn for a moment on a fresh load, while the loader leads on.
    Component: () => null,
  };
}
