// Starts the landing page: the markup that the build rendered, with its form's own script.
import type { ReactNode } from 'react';
import { EnvironmentContext } from '../journey/environment.ts';
import { experienceOf, marketingNow } from '../journey/experience.ts';
import { lazyContent, patiently } from '../lib/lazy-part.tsx';
import Landing, { type LandingParts, landingPartIds } from '../screens/prequalification/Landing.tsx';
import { type Partner, PartnerLogo } from '../shared/PartnerLogo.tsx';
import { renderedPart } from '../ui/StaticPart.tsx';
import { LandingApp } from './LandingApp.tsx';

const Notices = lazyContent(() => import('../screens/prequalification/LandingNotices.tsx'));

/** With everything that the page shows, so that the form stays on it even where React renders the page again. */
export async function landing(): Promise<ReactNode> {
  marketingNow();
  const [{ default: Form }, { browserEnvironment }] = await Promise.all([
    // Without a connection the page stays as it was rendered; without its files, it says so and names the phone.
    patiently(() => import('../screens/prequalification/PrequalificationForm.tsx')).catch(
      (error: unknown) => ({
        default: () => {
          throw error;
        },
      }),
    ),
    patiently(() => import('./browser-environment.ts')),
  ]);
  const parts =
    renderedParts() ?? (await import('../screens/prequalification/LandingParts.tsx')).landingParts;
  const partner = preloadedPartner();
  const Partner = () => partner && <PartnerLogo {...partner} />;
  const experience = experienceOf(window.location.search);
  return (
    <EnvironmentContext value={browserEnvironment()}>
      <LandingApp>
        <Landing {...{ experience, Form, Partner, parts, Notices }} />
      </LandingApp>
    </EnvironmentContext>
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
