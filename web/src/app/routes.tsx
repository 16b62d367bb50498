import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, createElement } from 'react';
import { type LoaderFunction, type RouteObject, redirect } from 'react-router';
import {
  groupDefaults,
  movedAddresses,
  pathOf,
  type ScreenName,
  screenNames,
  screens,
} from '#contract/screens.ts';
import type { Environment } from '../journey/environment.ts';
import { experienceOf, withExperience } from '../journey/experience.ts';
import { readFirst } from '../journey/prepare.ts';
import { hasRead, queryClient } from '../journey/queries.ts';
import { ErrorFallback } from './ErrorBoundary.tsx';
import { guardOf } from './guard.ts';
import { Root } from './Root.tsx';
import { ScreenLoading } from './ScreenLoading.tsx';
import { screenComponents } from './screen-components.ts';

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
      ErrorBoundary: ErrorFallback,
      HydrateFallback: ScreenLoading,
      children: [
        {
          // When one screen fails, the header and footer stay.
          ErrorBoundary: ErrorFallback,
          HydrateFallback: ScreenLoading,
          children: screenNames.map((name): RouteObject => {
            return {
              id: name,
              path: screens[name].path,
              loader: name === 'landing' ? landingLoader(environment) : prepared(environment, name, queries),
              lazy: { Component: () => componentOf(name) },
            };
          }),
        },
        ...Object.entries(groupDefaults).map(([path, name]): RouteObject => redirectTo(path, pathOf(name))),
        ...Object.entries(movedAddresses).map(([path, address]) => redirectTo(path, address)),
        redirectTo('/loan-request/*', pathOf('offers')),
        redirectTo('*', pathOf('landing')),
      ],
    },
  ];
}

async function componentOf<S extends ScreenName>(name: S): Promise<ComponentType> {
  const { default: Screen } = await screenComponents[name]();
  return () => createElement<{ readonly screen: S }>(Screen, { screen: name });
}

/** The variant is always written into the address. */
function landingLoader(environment: Environment): LoaderFunction {
  const guard = guardOf(environment, 'landing');
  return (args, handler) => {
    const { search } = new URL(args.request.url);
    const written = new URLSearchParams(search).get('experience') === experienceOf(search);
    return written ? guard(args, handler) : redirect(pathOf('landing') + withExperience(search));
  };
}

/** Runs the guard, then fetches what the screen cannot be rendered without. */
function prepared(environment: Environment, name: ScreenName, queries: QueryClient): LoaderFunction {
  const guard = guardOf(environment, name);
  const { reads = [] } = screens[name];
  return (args, handler) =>
    environment.journey.quietly(async () => {
      const redirection = await guard(args, handler);
      if (redirection) return redirection;
      const links = environment.journey.get()?.links ?? {};
      const [{ prepare }] = await Promise.all([
        screenComponents[name](),
        readFirst(
          environment,
          reads.map((link) => links[link]).filter((address) => !hasRead(queries, address)),
        ),
      ]);
      return prepare ? prepare(environment, args.params) : null;
    });
}

function redirectTo(path: string, address: string): RouteObject {
  return {
    path,
    loader: ({ request }) => redirect(address + new URL(request.url).search),
    // Rendered for a moment on a fresh load, while the loader redirects.
    Component: () => null,
  };
}
