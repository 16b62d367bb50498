// Decides what a freshly loaded document begins with: the landing page by itself, or the application with its router.
import { type ComponentProps, type ComponentType, lazy, type ReactNode } from 'react';
import { screenAt } from '#contract/screens.ts';
import { type Environment, EnvironmentContext } from '../journey/environment.ts';
import { experienceOf } from '../journey/experience.ts';
import { marketingNow } from '../journey/marketing.ts';
import Landing from '../screens/prequalification/Landing.tsx';
import MoreAboutLoans from '../screens/prequalification/MoreAboutLoans.tsx';
import { type Partner, PartnerLogo } from '../shared/PartnerLogo.tsx';
import { Beginning } from './Hydrated.tsx';
import { LandingApp } from './LandingApp.tsx';

export function start(): ReactNode | Promise<ReactNode> {
  return screenAt(window.location.pathname) === 'landing' ? landing() : routed();
}

/** The first screen with everything it needs, so that it takes the place of what stands there in one go. */
async function routed(): Promise<ReactNode> {
  const { default: Routed, begin, ready } = await import('./RoutedApp.tsx');
  const { environment, router } = begin();
  await ready(router);
  return (
    <EnvironmentContext value={environment}>
      <Beginning given={environment.given}>
        <Routed router={router} />
      </Beginning>
    </EnvironmentContext>
  );
}

function landing(): ReactNode {
  const experience = experienceOf(window.location.search);
  marketingNow();
  let surroundings: Promise<Environment> | undefined;
  const environment = () => {
    surroundings ??= import('./browser-environment.ts').then((file) => file.browserEnvironment());
    return surroundings;
  };
  /** A part that is fetched with what it needs around it. */
  const late = <P extends object>(load: () => Promise<{ readonly default: ComponentType<P> }>) =>
    lazy(async () => {
      const [{ default: Part }, given] = await Promise.all([load(), environment()]);
      return {
        default: (props: P) => (
          <EnvironmentContext value={given}>
            <Part {...props} />
          </EnvironmentContext>
        ),
      };
    });
  const Form = late(async () => {
    const { default: PrequalificationForm } = await import(
      '../screens/prequalification/PrequalificationForm.tsx'
    );
    return {
      default: (props: ComponentProps<typeof PrequalificationForm>) => (
        <Beginning part="form">
          <PrequalificationForm {...props} />
        </Beginning>
      ),
    };
  });
  const partner = sentBy();
  const Partner = () => partner && <PartnerLogo {...partner} />;
  return (
    <Beginning part="around form">
      <LandingApp environment={environment}>
        <Landing
          experience={experience}
          Form={Form}
          Partner={Partner}
          {...(experience === 'ppc' && { More: MoreAboutLoans })}
        />
      </LandingApp>
    </Beginning>
  );
}

/** The partner who sends the visitor, as the server drew it into the page. */
function sentBy(): Partner | undefined {
  const said = document.getElementById('partner')?.textContent;
  return said ? (JSON.parse(said) as Partner) : undefined;
}
