// Prerenders pages, at build time or when requested. Their first render uses no browser API.
import { type ReactNode, StrictMode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { createMemoryRouter } from 'react-router';
import type { Experience } from '#contract/experiences.ts';
import { getJourney, type Journey } from '#contract/journey.ts';
import { pathOf, type ScreenName, screenNames, screens } from '#contract/screens.ts';
import type { Call, Send } from './api/client.ts';
import { Frame } from './app/Frame.tsx';
import { LandingApp } from './app/LandingApp.tsx';
import { PrivacyBanner } from './app/PrivacyBanner.tsx';
import { progressOf } from './app/Progress.tsx';
import { ScreenLoading } from './app/ScreenLoading.tsx';
import { type Environment, EnvironmentContext } from './journey/environment.ts';
import { createJourneyStore } from './journey/journey-store.ts';
import { type PreloadedResponses, preloadedResponses } from './journey/preloaded-responses.ts';
import { sessionMemory } from './journey/session-memory.ts';
import Landing from './screens/prequalification/Landing.tsx';
import { landingParts } from './screens/prequalification/LandingParts.tsx';
import PrequalificationForm from './screens/prequalification/PrequalificationForm.tsx';
import { type Partner, PartnerLogo } from './shared/PartnerLogo.tsx';
import { titleOf } from './shared/screen-title.ts';
import 'virtual:look.css';
import './ui/styles.css';

const noBrowser = () => {
  throw new Error('There is no browser.');
};
const noMemory = sessionMemory(noBrowser);

/** An environment at an instant, without a browser. */
function staticEnvironment(now: Date, call: Call, preloaded?: PreloadedResponses): Environment {
  return {
    call,
    now: () => now,
    timers: { now: () => 0, after: () => () => {} },
    onWake: () => () => {},
    memory: noMemory,
    journey: createJourneyStore(call, noMemory, preloaded?.peek(getJourney)),
    settings: {},
    ...(preloaded && { preloaded }),
  };
}

/** An environment at noon of a day, in which calls stay pending. */
const environmentOn = (day: string, preloaded?: PreloadedResponses) =>
  staticEnvironment(new Date(`${day}T12:00:00`), (() => new Promise(() => {})) as Call, preloaded);

export { screenComponents } from './app/screen-components.ts';

export const renderPrivacyBanner = (): string => renderToStaticMarkup(<PrivacyBanner />);

/** A placeholder that the server replaces with the partner's name and logo. */
export const placeholderPartner: Partner = { name: 'name-to-come', logo: '/logo-to-come' };

export function renderLanding(experience: Experience, day: string, partner?: Partner): string {
  const environment = environmentOn(day);
  return renderToString(
    <StrictMode>
      <EnvironmentContext value={environment}>
        <LandingApp>
          <Landing
            experience={experience}
            Form={PrequalificationForm}
            Partner={() => partner && <PartnerLogo {...partner} />}
            Notices={() => null}
            parts={landingParts}
          />
        </LandingApp>
      </EnvironmentContext>
    </StrictMode>,
  );
}

/** Every screen with its own page, and whether the page is the same for everyone. */
export const pages: readonly { readonly screen: ScreenName; readonly isForEveryone: boolean }[] = screenNames
  .filter((screen) => screen !== 'landing')
  .map((screen) => {
    const { access, byLink = false } = screens[screen];
    // What an emailed link did is in the browser's history.
    return { screen, isForEveryone: access === 'public' && !byLink };
  });

/** A page before its screen has loaded. */
export function renderWaiting(screen: ScreenName): string {
  return renderToString(
    <>
      <title>{titleOf(screen)}</title>
      <Frame screen={screen} now={noBrowser} progress={progressOf(screen)}>
        <ScreenLoading />
      </Frame>
    </>,
  );
}

/** A page that is the same for everyone, on a day, with the journey of a browser without an application. */
export async function renderScreen(screen: ScreenName, day: string, journey: Journey, parameter = '') {
  const environment = environmentOn(day, preloadedResponses({ [getJourney.path]: journey }));
  return markupOf((await routedPage(environment, pathOf(screen).replace(/:\w+/, parameter))).page);
}

/** A page for one applicant from the responses sent with it. Undefined if they lead to another screen. */
export async function renderForOne(
  address: string,
  responses: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<string | undefined> {
  const preloaded = preloadedResponses(responses);
  const call: Send = async (...args) => {
    const response = preloaded.take(...args);
    if (response === undefined) throw new Error('The page has no such response.');
    return response;
  };
  const { pathname, page } = await routedPage(staticEnvironment(now, call, preloaded), address);
  if (address.split('?')[0] !== pathname) return undefined;
  return markupOf(page);
}

/** Waits for the parts that a screen loads later: in the browser, React reports one that is missing here as an error. */
async function markupOf(page: ReactNode): Promise<string> {
  const failures: unknown[] = [];
  const { prelude } = await prerender(page, {
    // In one piece: pieces would need scripts that the page's policy forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (failure) => void failures.push(failure),
  });
  const markup = await new Response(prelude).text();
  if (failures.length > 0) throw failures[0];
  return markup;
}

/** A page with its first screen ready to render, and the path of that screen. */
async function routedPage(
  environment: Environment,
  address: string,
): Promise<{ readonly pathname: string; readonly page: ReactNode }> {
  const [{ RoutedPage, routerReady }, { routesOf }] = await Promise.all([
    import('./app/RoutedApp.tsx'),
    import('./app/routes.tsx'),
  ]);
  const router = createMemoryRouter(routesOf(environment), { initialEntries: [address] });
  await routerReady(router);
  const page = (
    <StrictMode>
      <RoutedPage environment={environment} router={router} />
    </StrictMode>
  );
  return { pathname: router.state.location.pathname, page };
}
