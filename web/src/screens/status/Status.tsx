// Where the application stands: what was done when, what is next, and the way out. Shows nothing to a stranger.
import { type ApplicationStatus, getApplicationStatus } from '#contract/application-status.ts';
import { ApiFailure } from '../../api/failures.ts';
import { useEnvironment, useJourney, useJourneyLoading } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { usePolling } from '../../journey/use-polling.ts';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { statusText as words } from '../../wording/status.ts';
import { CodeFirst, Stranger } from './ComeBack.tsx';
import { Standing } from './Standing.tsx';

export default function Status() {
  const { journey } = useEnvironment();
  const now = useJourney();
  const isLoading = useJourneyLoading();
  const status = useServerQuery(getApplicationStatus, now?.links.status);
  // What is open may go on meanwhile, here or in another tab.
  usePolling<ApplicationStatus | undefined>({
    read: async (signal) => {
      await journey.refresh(signal).catch(() => {});
      return (await status.refetch()).data;
    },
    isFinal: (answer) => answer?.course !== 'waiting',
    next: () => {},
    pace: 'background',
  });
  // A session that has ended shows nothing anymore, whatever was read before.
  const hasEnded = status.error instanceof ApiFailure && [401, 404, 409].includes(status.error.status);
  if (now?.isReturning) return <CodeFirst />;
  if (hasEnded || (now?.rest === undefined && !isLoading)) return <Stranger />;
  if (status.data && now?.rest) return <Standing status={status.data} rest={now.rest} />;
  return (
    <ScreenPage screen="status" heading={words.loading}>
      {status.isError ? (
        <>
          <Alert kind="error">{words.failed}</Alert>
          <div>
            <Button onClick={() => void journey.refresh().finally(() => status.refetch())}>
              {words.again}
            </Button>
          </div>
        </>
      ) : (
        <Waiting messages={[words.loading]} />
      )}
    </ScreenPage>
  );
}
