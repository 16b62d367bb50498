// Prerenders the pages at build time. A page's first render uses no browser API.
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter } from 'react-router';
import { type Experience, experiences } from '#contract/experiences.ts';
import { pathOf, type ScreenName, screenNames, screens } from '#contract/screens.ts';
import type { Call } from './api/client.ts';
import { Frame } from './app/Frame.tsx';
import { LandingApp } from './app/LandingApp.tsx';
import { progressOf } from './app/Progress.tsx';
import { ScreenLoading } from './app/ScreenLoading.tsx';

import { type Environment, EnvironmentContext } from './journey/environment.ts';
import { createJourneyStore } from './journey/journey-store.ts';
import { sessionMemory } from './journey/session-memory.ts';
import Landing from './screens/prequalification/Landing.tsx';
import MoreAboutLoans from './screens/prequalification/MoreAboutLoans.tsx';
import PrequalificationForm from './screens/prequalification/PrequalificationForm.tsx';
import { type Partner, PartnerLogo } from './shared/PartnerLogo.tsx';
import { titleOf } from './shared/screen-title.ts';
import './ui/styles.css';

/** An environment at noon of a day, in which calls stay pending. */
function staticEnvironment(day: string): Environment {
  const call = (() => new Promise(() => {})) as Call;
  const memory = sessionMemory(() => {
    throw new Error('There is no browser.');
  });
  return {
    call,
    now: () => new Date(`${day}T12:00:00`),
    timers: { now: () => 0, after: () => () => {} },
    onWake: () => () => {},
    memory,
    journey: createJourneyStore(call, memory),
    settings: {},
  };
}

export const variants = experiences;

export { screenComponents } from './app/screen-components.ts';

/** A placeholder that the server replaces with the partner's name and logo. */
export const partnerToCome: Partner = { name: 'name-to-come', logo: '/logo-to-come' };

export function drawLanding(experience: Experience, day: string, partner?: Partner): string {
  const environment = staticEnvironment(day);
  return renderToString(
    <StrictMode>
      <EnvironmentContext value={environment}>
        <LandingApp environment={() => Promise.resolve(environment)}>
          <Landing
            experience={experience}
            Form={PrequalificationForm}
            Partner={() => partner && <PartnerLogo {...partner} />}
            Notices={() => null}
            {...(experience === 'ppc' && { More: MoreAboutLoans })}
          />
        </LandingApp>
      </EnvironmentContext>
    </StrictMode>,
  );
}

/** Every screen with its own page, and whether the page is the same for everyone. */
export const pages: readonly { readonly screen: ScreenName; readonly isForEveryone: boolean }[] = screenNames
  .filter((screen) => screen !== 'landing')
  .map((screen) => ({ screen, isForEveryone: screens[screen].access === 'public' }));

/** A page before its screen has loaded. */
export function drawWaiting(screen: ScreenName): string {
  return renderToString(
    <>
      <title>{titleOf(screen)}</title>
      <Frame screen={screen} progress={progressOf(screen)}>
        <ScreenLoading />
      </Frame>
    </>,
  );
}

/** A page that is the same for everyone, on a day. */
export async function drawScreen(screen: ScreenName, day: string, parameter = ''): Promise<string> {
  const [{ default: RoutedApp, routerReady }, { routesOf }] = await Promise.all([
    import('./app/RoutedApp.tsx'),
    import('./app/routes.tsx'),
  ]);
  const environment = staticEnvironment(day);
  const path = pathOf(screen).replace(/:\w+/, parameter);
  const router = createMemoryRouter(routesOf(environment), { initialEntries: [path] });
  await routerReady(router);
  return renderToString(
    <StrictMode>
      <EnvironmentContext value={environment}>
        <RoutedApp router={router} />
      </EnvironmentContext>
    </StrictMode>,
  );
}
