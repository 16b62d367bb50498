// Decides what a freshly loaded document begins with: the landing page by itself, or the application with its router.
import { lazy, type ReactNode } from 'react';
import { groupDefaults, pathOf, screenAt } from '#contract/screens.ts';
import { browserEnvironment, EnvironmentProvider } from './environment.tsx';
import { experienceOf, withExperience } from './experience.ts';
import { LandingApp } from './LandingApp.tsx';
import { marketingNow } from './marketing.ts';
import { readSettings } from './settings.ts';

/** `isDrawn`: the document came with the landing page's markup. */
export async function start(isDrawn: boolean): Promise<ReactNode> {
  const environment = browserEnvironment(readSettings(document));
  if (!beginsAtLanding(window.location.pathname)) {
    const { default: Routed, openRouter } = await import('./Routed.tsx');
    return (
      <EnvironmentProvider environment={environment}>
        <Routed router={openRouter(environment)} />
      </EnvironmentProvider>
    );
  }
  const { search } = window.location;
  const experience = experienceOf(search);
  marketingNow();
  window.history.replaceState(window.history.state, '', pathOf('landing') + withExperience(search));
  environment.memory.clear();
  const [{ default: Landing }, More] = await Promise.all([
    import('../screens/prequalification/Landing.tsx'),
    experience === 'ppc'
      ? import('../screens/prequalification/MoreAboutLoans.tsx').then((file) => file.default)
      : undefined,
  ]);
  const Form = lazy(async () => {
    // Finished markup can be read and typed into as it is. What makes it work is fetched when someone is there to use it.
    if (isDrawn) await firstSignOfLife();
    return import('../screens/prequalification/PrequalificationForm.tsx');
  });
  return (
    <LandingApp environment={environment}>
      <Landing experience={experience} Form={Form} {...(More && { More })} />
    </LandingApp>
  );
}

const signsOfLife = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'scroll',
  'keydown',
  'focusin',
  'input',
  'change',
] as const;

/** Resolves when someone touches, scrolls or types; at once where they already have. */
function firstSignOfLife(): Promise<void> {
  if (document.activeElement !== document.body || window.scrollY > 0) return Promise.resolve();
  const stop = new AbortController();
  return new Promise((resolve) => {
    const seen = () => {
      stop.abort();
      resolve();
    };
    for (const sign of signsOfLife) {
      document.addEventListener(sign, seen, { signal: stop.signal, passive: true, capture: true });
    }
  });
}

/** The landing page and every address that no screen answers. */
export function beginsAtLanding(pathname: string): boolean {
  const screen = screenAt(pathname);
  if (screen) return screen === 'landing';
  const path = pathname.replace(/\/+$/, '');
  return !(path in groupDefaults) && !path.startsWith('/loan-request/');
}
