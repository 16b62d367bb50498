import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, createElement } from 'react';
import { type LoaderFunction, type RouteObject, redirect } from 'react-router';
import { isSameStep, pathInstead } from '#contract/guard.ts';
import { type AllowedSteps, getAllowedSteps, type Journey } from '#contract/journey.ts';
import {
  groupDefaults,
  movedAddresses,
  pathOf,
  type ScreenName,
  screenNames,
  screens,
} from '#contract/screens.ts';
import { reopenSession } from '#contract/signing-return.ts';
import { isRefusedAs } from '../api/failures.ts';
import type { Environment } from '../journey/environment.ts';
import { experienceOf, withExperience } from '../journey/experience.ts';
import { readFirst } from '../journey/prepare.ts';
import { hasRead, queryClient } from '../journey/queries.ts';
import { rememberScreen } from '../journey/session-memory.ts';
import { isOffline } from '../lib/online.ts';
import { signingEventOf } from '../screens/documents/signing-events.ts';
import { ErrorFallback } from './ErrorBoundary.tsx';
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
          children: screenNames.map(
            (name): RouteObject => ({
              id: name,
              path: screens[name].path,
              loader:
                name === 'landing'
                  ? landingLoader(environment, queries)
                  : prepared(environment, name, queries),
              lazy: { Component: () => componentOf(name) },
            }),
          ),
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
function landingLoader(environment: Environment, queries: QueryClient): LoaderFunction {
  const load = prepared(environment, 'landing', queries);
  return (args, handler) => {
    const { search } = new URL(args.request.url);
    const written = new URLSearchParams(search).get('experience') === experienceOf(search);
    return written ? load(args, handler) : redirect(pathOf('landing') + withExperience(search));
  };
}

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
      return prepare ? prepare(environment, args) : null;
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

/** How often the two are read if the application moves on between them. */
const readsAtMost = 3;

export function guardOf(
  { call, journey, memory }: Pick<Environment, 'call' | 'journey' | 'memory'>,
  name: ScreenName,
): LoaderFunction {
  const { access, returnedWith } = screens[name];
  /** After a return from another site, the text code is next. A bank's state stays in the address until the link continues. */
  const afterSessionEnd = async ({ url }: Request) => {
    const { search, searchParams } = new URL(url);
    if (!returnedWith || !searchParams.has(returnedWith)) return pathOf('session-ended');
    const event = signingEventOf(searchParams);
    try {
      await call(reopenSession, undefined, { body: event ? { event } : {} });
    } catch {
      return pathOf('session-ended');
    }
    if (event) return pathOf('phone-check');
    memory.set('opening', name);
    return pathOf('phone-check') + search;
  };
  const readStanding = async (signal: AbortSignal, reads = 1): Promise<readonly [AllowedSteps, Journey]> => {
    const standing = await Promise.all([
      call(getAllowedSteps, undefined, { signal }),
      journey.refresh(signal),
    ]);
    return isSameStep(...standing) || reads === readsAtMost ? standing : readStanding(signal, reads + 1);
  };
  switch (access) {
    case 'entry':
      return () => {
        memory.clear();
        journey.clear();
        return null;
      };
    case 'public':
      return () => {
        rememberScreen(memory, name);
        // The screen is rendered before what it shows of the application, such as the branch, has arrived.
        if (!journey.get()) journey.refresh().catch(() => {});
        return null;
      };
    case 'step':
      return async ({ request }) => {
        try {
          const [allowed, latest] = await readStanding(request.signal);
          const situation = { allowed, links: latest.links, previous: memory.get('previousRoute') };
          const path = pathInstead(name, situation);
          if (path !== undefined) return redirect(path);
        } catch (failure) {
          if (request.signal.aborted) return null;
          if (isOffline()) throw failure;
          if (!isRefusedAs(failure, 'session-ended')) return redirect(pathOf('landing'));
          return redirect(await afterSessionEnd(request));
        }
        rememberScreen(memory, name);
        return null;
      };
  }
}
