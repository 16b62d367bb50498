// Decides what a freshly loaded document begins with: the landing page by itself, or the application with its router.
import type { ReactNode } from 'react';
import { groupDefaults, pathOf, screenAt } from '#contract/screens.ts';
import { browserEnvironment, EnvironmentProvider } from './environment.tsx';
import { experienceOf, withExperience } from './experience.ts';
import { LandingApp } from './LandingApp.tsx';
import { readSettings } from './settings.ts';

export async function start(): Promise<ReactNode> {
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
  window.history.replaceState(window.history.state, '', pathOf('landing') + withExperience(search));
  environment.memory.clear();
  const { default: Landing } = await import('../screens/prequalification/Landing.tsx');
  return <LandingApp environment={environment} experience={experienceOf(search)} Landing={Landing} />;
}

/** The landing page and every address that no screen answers. */
export function beginsAtLanding(pathname: string): boolean {
  const screen = screenAt(pathname);
  if (screen) return screen === 'landing';
  const path = pathname.replace(/\/+$/, '');
  return !(path in groupDefaults) && !path.startsWith('/loan-request/');
}
