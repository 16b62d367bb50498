// Starts a freshly loaded document with the landing page alone, or with the router and the whole application.
import { type ReactNode, useEffect } from 'react';
import { screenAt } from '#contract/screens.ts';
import { EarlyAnswers } from '../lib/EarlyAnswers.tsx';

export async function start(): Promise<ReactNode> {
  const isLanding = screenAt(window.location.pathname) === 'landing';
  const page = isLanding ? import('./start-landing.tsx').then(({ landing }) => landing()) : routed();
  return <Hydrated>{await page}</Hydrated>;
}

/** Waits until the first screen is ready, so that it replaces the page's content in one step. */
async function routed(): Promise<ReactNode> {
  const { RoutedPage, startRoutedApp, routerReady } = await import('./RoutedApp.tsx');
  const started = startRoutedApp();
  await routerReady(started.router);
  return <RoutedPage {...started} />;
}

/** Marks the moment when a page responds to the applicant, and repeats what was pressed on it before. */
function Hydrated({ children }: { readonly children: ReactNode }) {
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.hydrated = 'all';
    // What `bootstrap.ts` recorded.
    document
      .querySelectorAll<HTMLFormElement>('[data-rendered] form')
      [Number(dataset.submitted)]?.requestSubmit();
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('[type=button]')];
    buttons.find(({ textContent }) => textContent === dataset.pressed)?.click();
  }, []);
  return <EarlyAnswers>{children}</EarlyAnswers>;
}
