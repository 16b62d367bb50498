// Waits for a job: its real stages, and after a while what the applicant may do instead of waiting.
import { useEffect, useState } from 'react';
import { type JobStage, promiseAfterSeconds } from '#contract/jobs.ts';
import { useEnvironment } from '../journey/environment.ts';
import { Alert } from '../ui/Alert.tsx';
import { StagedWaiting } from '../ui/Waiting.tsx';
import { waitingText } from '../wording/waiting.ts';
import { ScreenPage, type ScreenPageProps } from './ScreenPage.tsx';

/** A stage with a page's texts. The one without a name is the end of the job. */
interface StageText {
  readonly stage?: JobStage;
  readonly title: string;
  readonly messages: readonly string[];
}

interface JobWaitingProps {
  readonly stages: readonly StageText[];
  readonly done: readonly JobStage[];
  /** The page's own message when the wait gets long. */
  readonly promise?: string;
}

export function JobWaiting({ stages, done, promise = waitingText.promise }: JobWaitingProps) {
  const { timers } = useEnvironment();
  const [isLong, setLong] = useState(false);
  useEffect(() => timers.after(promiseAfterSeconds * 1000, () => setLong(true)), [timers]);
  return (
    <>
      <StagedWaiting
        label={waitingText.label}
        stages={stages.map(({ stage, title, messages }) => ({
          title,
          isDone: stage !== undefined && done.includes(stage),
          messages,
        }))}
        note={isLong ? undefined : waitingText.note}
        timers={timers}
      />
      {/* The region is rendered before its text, so that screen readers announce it. */}
      <div role="status">{isLong && <Alert>{promise}</Alert>}</div>
    </>
  );
}

type JobPageProps = JobWaitingProps & Pick<ScreenPageProps, 'screen' | 'heading' | 'children'>;

export function JobPage({ screen, heading, stages, done, children }: JobPageProps) {
  return (
    <ScreenPage screen={screen} heading={heading} width="narrow">
      {children}
      <JobWaiting stages={stages} done={done} />
    </ScreenPage>
  );
}
