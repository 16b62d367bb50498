// The landing page: what the lender offers, and the prequalification form. It is drawn once at build time, so nothing in its
// first drawing asks the browser.
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
  /** Where the application stands that this browser has already. */
  readonly onApplication: (path: string | undefined) => void;
}

export interface LandingProps {
  readonly experience: Experience;
  readonly Form: ComponentType<LandingFormProps>;
  /** The partner the visit comes from. */
  readonly Partner: ComponentType;
  /** What the longer variant shows besides, around the disclaimers. */
  readonly More?: ComponentType<{ readonly formId: string; readonly children: ReactNode }>;
  /** What an applicant who was led here has to know before anything else. */
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
