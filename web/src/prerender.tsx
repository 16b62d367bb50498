// The landing page as markup, drawn once when the product is built. Nothing in its first drawing asks the browser.
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { experiences } from '#contract/prequalification.ts';
import { browserEnvironment } from './app/environment.tsx';
import { LandingApp } from './app/LandingApp.tsx';
import Landing from './screens/prequalification/Landing.tsx';
import MoreAboutLoans from './screens/prequalification/MoreAboutLoans.tsx';
import PrequalificationForm from './screens/prequalification/PrequalificationForm.tsx';
import './ui/look.css';

export const variants = experiences;

export function renderLanding(experience: (typeof variants)[number]): string {
  return renderToString(
    <StrictMode>
      <LandingApp environment={browserEnvironment({})}>
        <Landing
          experience={experience}
          Form={PrequalificationForm}
          {...(experience === 'ppc' && { More: MoreAboutLoans })}
        />
      </LandingApp>
    </StrictMode>,
  );
}
