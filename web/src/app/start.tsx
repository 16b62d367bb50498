// Starts a freshly loaded document with the landing page alone, or with the router and the whole application.
import { type ComponentProps, type ComponentType, lazy, type ReactNode } from 'react';
import { screenAt } from '#contract/screens.ts';
import { type Environment, EnvironmentContext } from '../journey/environment.ts';
import { experienceOf } from '../journey/experience.ts';
import { marketingNow } from '../journey/marketing.ts';
import Landing, { type LandingParts, landingPartIds } from '../screens/prequalification/Landing.tsx';
import { type Partner, PartnerLogo } from '../shared/PartnerLogo.tsx';
import { drawnPart } from '../ui/StaticPart.tsx';
import { Hydrated } from './Hydrated.tsx';
import { LandingApp } from './LandingApp.tsx';

export function start(): ReactNode | Promise<ReactNode> {
  return screenAt(window.location.pathname) === 'landing' ? landing() : routed();
}

/** Waits until the first screen is ready, so that it replaces the page's content in one step. */
async function routed(): Promise<ReactNode> {
  const { RoutedPage, startRoutedApp, routerReady } = await import('./RoutedApp.tsx');
  const started = startRoutedApp();
  await routerReady(started.router);
  return (
    <Hydrated preloaded={started.environment.preloaded}>
      <RoutedPage {...started} />
    </Hydrated>
  );
}

async function landing(): Promise<ReactNode> {
  const experience = experienceOf(window.location.search);
  marketingNow();
  let loading: Promise<Environment> | undefined;
  const environment = () => {
    loading ??= import('./browser-environment.ts').then((file) => file.browserEnvironment());
    return loading;
  };
  /** Fetches a component together with its environment. */
  const lazyWithEnvironment = <P extends object>(
    load: () => Promise<{ readonly default: ComponentType<P> }>,
  ) =>
    lazy(async () => {
      const [{ default: Component }, value] = await Promise.all([load(), environment()]);
      return {
        default: (props: P) => (
          <EnvironmentContext value={value}>
            <Component {...props} />
          </EnvironmentContext>
        ),
      };
    });
  const Form = lazyWithEnvironment(async () => {
    const { default: PrequalificationForm } = await import(
      '../screens/prequalification/PrequalificationForm.tsx'
    );
    return {
      default: (props: ComponentProps<typeof PrequalificationForm>) => (
        <Hydrated region="form">
          <PrequalificationForm {...props} />
        </Hydrated>
      ),
    };
  });
  const Notices = lazyWithEnvironment(() => import('../screens/prequalification/LandingNotices.tsx'));
  const parts = drawnParts() ?? (await import('../screens/prequalification/LandingParts.tsx')).landingParts;
  const partner = preloadedPartner();
  const Partner = () => partner && <PartnerLogo {...partner} />;
  return (
    <Hydrated region="around form">
      <LandingApp environment={environment}>
        <Landing experience={experience} Form={Form} Partner={Partner} Notices={Notices} parts={parts} />
      </LandingApp>
    </Hydrated>
  );
}

/** What the page only shows, as the build drew it. */
function drawnParts(): LandingParts | undefined {
  const parts: Record<string, unknown> = Object.fromEntries(
    Object.entries(landingPartIds).map(([name, id]) => [name, drawnPart(id)]),
  );
  return Object.values(parts).every(Boolean) ? (parts as LandingParts) : undefined;
}

/** The partner who sent the visitor, as the server wrote it into the page. */
function preloadedPartner(): Partner | undefined {
  const json = document.getElementById('partner')?.textContent;
  return json ? (JSON.parse(json) as Partner) : undefined;
}
