// Starts the landing page: the markup that the build rendered, while the form's own script loads.
import { type ComponentProps, type ComponentType, lazy, type ReactNode } from 'react';
import { type Environment, EnvironmentContext } from '../journey/environment.ts';
import { experienceOf } from '../journey/experience.ts';
import { marketingNow } from '../journey/marketing.ts';
import Landing, { type LandingParts, landingPartIds } from '../screens/prequalification/Landing.tsx';
import { type Partner, PartnerLogo } from '../shared/PartnerLogo.tsx';
import { renderedPart } from '../ui/StaticPart.tsx';
import { Hydrated } from './Hydrated.tsx';
import { LandingApp } from './LandingApp.tsx';
import { ReplayEarlyInputs } from './ReplayEarlyInputs.tsx';

export async function landing(): Promise<ReactNode> {
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
          <ReplayEarlyInputs>
            <PrequalificationForm {...props} />
          </ReplayEarlyInputs>
        </Hydrated>
      ),
    };
  });
  const Notices = lazyWithEnvironment(() => import('../screens/prequalification/LandingNotices.tsx'));
  const parts =
    renderedParts() ?? (await import('../screens/prequalification/LandingParts.tsx')).landingParts;
  const partner = preloadedPartner();
  const Partner = () => partner && <PartnerLogo {...partner} />;
  return (
    <Hydrated region="around form">
      <LandingApp environment={environment} now={() => new Date()}>
        <Landing experience={experience} Form={Form} Partner={Partner} Notices={Notices} parts={parts} />
      </LandingApp>
    </Hydrated>
  );
}

/** What the page only shows, as the build rendered it. */
function renderedParts(): LandingParts | undefined {
  const parts: Record<string, unknown> = Object.fromEntries(
    Object.entries(landingPartIds).map(([name, id]) => [name, renderedPart(id)]),
  );
  return Object.values(parts).every(Boolean) ? (parts as LandingParts) : undefined;
}

/** The partner who sent the visitor, as the server wrote it into the page. */
function preloadedPartner(): Partner | undefined {
  const json = document.getElementById('partner')?.textContent;
  return json ? (JSON.parse(json) as Partner) : undefined;
}
