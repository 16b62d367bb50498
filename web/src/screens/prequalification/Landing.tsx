// The landing page with the prequalification form. It is prerendered, so its first render uses no browser API.
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { Experience } from '#contract/experiences.ts';
import type { getAllowedSteps } from '#contract/journey.ts';
import { cameAfterSessionEnd } from '../../journey/session-end-mark.ts';
import { titleOf } from '../../shared/screen-title.ts';
import { Guarantees } from '../../ui/Card.tsx';
import { Content, PageHeading, Stack } from '../../ui/Page.tsx';
import { appText } from '../../wording/app.ts';
import { brand, servedStates } from '../../wording/lender.ts';
import { disclaimers, landingText } from '../../wording/prequalification.ts';
import styles from './Landing.module.css';
import type { LandingNoticesProps } from './LandingNotices.tsx';

const formId = 'prequalification';

export interface LandingFormProps {
  readonly id: string;
  readonly experience: Experience;
  /** Called with what the server knows about this browser: an application to go back to, or a session that ended. */
  readonly onSession: (session: BrowserSession) => void;
}

type BrowserSession = Pick<AnswerOf<typeof getAllowedSteps>, 'rest' | 'ended'>;

interface LandingProps {
  readonly experience: Experience;
  readonly Form: ComponentType<LandingFormProps>;
  /** The partner that sent the visitor. */
  readonly Partner: ComponentType;
  /** The additional content of the longer variant, around the disclaimers. */
  readonly More?: ComponentType<{ readonly formId: string; readonly children: ReactNode }>;
  readonly Notices: ComponentType<LandingNoticesProps>;
}

export default function Landing({ experience, Form, Partner, More, Notices }: LandingProps) {
  const guarantees = appText.guarantees;
  const [session, setSession] = useState<BrowserSession>({});
  const [notice, setNotice] = useState<'by server' | 'shown' | 'closed'>('by server');
  // A call was refused for want of a session. Only the history entry knows, so it is read after hydration.
  useEffect(() => {
    if (cameAfterSessionEnd()) setNotice('shown');
  }, []);
  const whatToKnow = (
    <section className={styles.disclaimers}>
      <h2>{landingText.disclaimerTitle}</h2>
      {disclaimers.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </section>
  );
  return (
    <>
      <Content
        side={
          <Guarantees
            title={guarantees.title}
            items={guarantees.items(brand.branchCount, servedStates.length)}
          />
        }
      >
        <Stack>
          <PageHeading title={titleOf('landing')} lead={landingText.lead} hero>
            {landingText.heading}
          </PageHeading>
          <Suspense fallback={null}>
            <Notices
              formId={formId}
              hasSessionEnded={notice === 'shown' || (notice === 'by server' && session.ended === true)}
              onClose={() => setNotice('closed')}
            />
          </Suspense>
          <Partner />
          <div className={styles.form}>
            {session.rest && (
              <p className={styles.back}>
                <a href={session.rest}>{landingText.backToApplication}</a>
              </p>
            )}
            <Suspense fallback={null}>
              <Form id={formId} experience={experience} onSession={setSession} />
            </Suspense>
          </div>
        </Stack>
      </Content>
      <div className={styles.more}>{More ? <More formId={formId}>{whatToKnow}</More> : whatToKnow}</div>
    </>
  );
}
