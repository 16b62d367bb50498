// The landing page with the prequalification form. It is prerendered, so its first render uses no browser API.
import { type ComponentType, Suspense, useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { Experience } from '#contract/experiences.ts';
import type { getAllowedSteps } from '#contract/journey.ts';
import { pathOf } from '#contract/screens.ts';
import { titleOf } from '../../shared/screen-title.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Content } from '../../ui/Page.tsx';
import { landingText } from '../../wording/landing.ts';
import firstView from './FirstView.module.css';
import styles from './Landing.module.css';

const formId = 'prequalification';

/** The parts that only show something, by the id of their element. */
export const landingPartIds = {
  Offer: 'first-view',
  License: 'license',
  Scene: 'scene',
  Apply: 'apply',
  Beside: 'beside-form',
  After: 'about-loans',
} as const;

export type LandingParts = Readonly<
  Record<keyof typeof landingPartIds, ComponentType<{ readonly experience: Experience }>>
>;

export interface LandingFormProps {
  readonly id: string;
  readonly experience: Experience;
  /** Called with this browser's session: an application to return to, or that it ended. */
  readonly onSession: (session: BrowserSession) => void;
}

type BrowserSession = Pick<ResponseOf<typeof getAllowedSteps>, 'defaultPath' | 'ended'>;

interface LandingProps {
  readonly experience: Experience;
  readonly Form: ComponentType<LandingFormProps>;
  readonly Partner: ComponentType;
  /** What it only shows. In the browser it is the markup that the build rendered. */
  readonly parts: LandingParts;
  readonly Notices: ComponentType;
}

export default function Landing({ experience, Form, Partner, parts, Notices }: LandingProps) {
  const { Offer, License, Scene, Apply, Beside, After } = parts;
  const [session, setSession] = useState<BrowserSession>({});
  return (
    <>
      <title>{titleOf('landing')}</title>
      <Suspense fallback={null}>
        <Notices />
      </Suspense>
      <div className={firstView.first}>
        <div className={firstView.words}>
          <Offer experience={experience} />
          <Action {...session} />
          <Partner />
          <License experience={experience} />
        </div>
        <Scene experience={experience} />
      </div>
      <Apply experience={experience} />
      <Content side={<Beside experience={experience} />}>
        <Form id={formId} experience={experience} onSession={setSession} />
      </Content>
      <div className={styles.more}>
        <After experience={experience} />
        {experience === 'ppc' && <Button onClick={toForm}>{landingText.submit}</Button>}
      </div>
    </>
  );
}

/** The default screens of an application whose loan was made. */
const loanPaths = [pathOf('docusign-success'), pathOf('success'), pathOf('other-account')];

/** The first view's one button. It has the same room for both, so nothing moves when an application turns out to be open. */
export function Action({ defaultPath, ended }: BrowserSession) {
  const back = defaultPath ?? (ended && pathOf('session-ended'));
  return (
    <div className={firstView.action}>
      {back ? (
        <ButtonLink href={back}>
          {loanPaths.includes(back) ? landingText.toLoan : landingText.backToApplication}
        </ButtonLink>
      ) : (
        <ButtonLink href={`#${landingPartIds.Apply}`}>{landingText.toForm}</ButtonLink>
      )}
      <p className={firstView.note}>{landingText.noEffect}</p>
    </div>
  );
}

function toForm(): void {
  const form = document.getElementById(formId);
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  form?.scrollIntoView({ behavior: calm ? 'instant' : 'smooth', block: 'start' });
  form?.querySelector('input')?.focus({ preventScroll: true });
}
