// Starts a freshly loaded document with the landing page alone, or with the router and the whole application.
import type { ReactNode } from 'react';
import { screenAt } from '#contract/screens.ts';
import { Hydrated } from './Hydrated.tsx';

export async function start(): Promise<ReactNode> {
  const load = screenAt(window.location.pathname) === 'landing' ? landed : routed;
  return <Hydrated>{await load()}</Hydrated>;
}

async function landed(): Promise<ReactNode> {
  const { landing } = await import('./start-landing.tsx');
  return landing();
}

/** Waits until the first screen is ready, so that it replaces the page's content in one step. */
async function routed(): Promise<ReactNode> {
  const { RoutedPage, startRoutedApp, routerReady } = await import('./RoutedApp.tsx');
  const started = startRoutedApp();
  await routerReady(started.router);
  return <RoutedPage {...started} />;
}
