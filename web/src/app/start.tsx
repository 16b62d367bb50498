// Starts a freshly loaded document with the landing page alone, or with the router and the whole application.
import { type ReactNode, useEffect, useState } from 'react';
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
  // What `bootstrap.ts` recorded.
  const [submitted] = useState(() => recorded<HTMLFormElement>('form'));
  const [pressed] = useState(() => recorded<HTMLButtonElement>('[type=button]'));
  useEffect(() => {
    document.documentElement.dataset.hydrated = 'all';
    submitted()?.requestSubmit();
    pressed()?.click();
  }, [submitted, pressed]);
  return <EarlyAnswers>{children}</EarlyAnswers>;
}

/** Finds what was pressed, or what took its place where React rendered the page again, maybe for a translator's changes. */
function recorded<Found extends HTMLElement>(selector: string) {
  const all = () => [...document.querySelectorAll<Found>(selector)];
  const before = all();
  const wasRendered = document.querySelector('[data-rendered]');
  return () => {
    const old = before.find((one) => one.matches('[data-pressed], [data-submitted]'));
    if (!old || old.isConnected) return old;
    const now = all();
    // Others may have added one to the page, and a screen that took its place has others.
    const isSamePage = wasRendered && now.length === before.length;
    return now.find((one, place) =>
      isSamePage ? old === before[place] : one.textContent === old.textContent,
    );
  };
}
