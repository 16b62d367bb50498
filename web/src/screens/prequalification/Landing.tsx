// The landing page with the prequalification form. It is prerendered, so its first render uses no browser API.
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import type { Experience } from '#contract/experiences.ts';
import { titleOf } from '../../shared/screen-title.ts';
import { Guarantees } from '../../ui/Card.tsx';
import { Content, PageHeading, Stack } from '../../ui/Page.tsx';
import { appText } from '../../wording/app.ts';
import { brand, servedStates } from '../../wording/lender.ts';
import { disclaimers, landingText } from '../../wording/prequalification.ts';
import styles from './Landing.module.css';

const formId = 'prequalification';

export interface LandingFormProps {
  readonly id: string;
  readonly experience: Experience;
  /** Called with the current path of an application that this browser already has. */
  readonly onApplication: (path: string | undefined) => void;
}

interface LandingProps {
  readonly experience: Experience;
  readonly Form: ComponentType<LandingFormProps>;
  /** The partner that sent the visitor. */
  readonly Partner: ComponentType;
  /** The additional content of the longer variant, around the disclaimers. */
  readonly More?: ComponentType<{ readonly formId: string; readonly children: ReactNode }>;
  /** A notice for an applicant who was redirected here. */
  readonly note?: ReactNode;
}

export default function Landing({ experience, Form, Partner, More, note }: LandingProps) {
  const guarantees = appText.guarantees;
  const [application, setApplication] = useState<string>();
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
          {note}
          <Partner />
          <div className={styles.form}>
            {application && (
              <p className={styles.back}>
                <a href={application}>{landingText.backToApplication}</a>
              </p>
            )}
            <Suspense fallback={null}>
              <Form id={formId} experience={experience} onApplication={setApplication} />
            </Suspense>
          </div>
        </Stack>
      </Content>
      <div className={styles.more}>{More ? <More formId={formId}>{whatToKnow}</More> : whatToKnow}</div>
    </>
  );
}
