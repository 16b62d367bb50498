// The application's status: what was done when, what is next, and the exits. Without a session, it shows nothing of one.
import { type ReactNode, useState } from 'react';
import { type ApplicationStatus, getApplicationStatus } from '#contract/application-status.ts';
import { pathOf } from '#contract/screens.ts';
import { ApiFailure } from '../../api/failures.ts';
import { useEnvironment, useJourney, useJourneyLoading } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { usePolling } from '../../journey/use-polling.ts';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { WaitForRead } from '../../shared/WaitForRead.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { statusText as words } from '../../wording/status.ts';
import { NoApplication } from './NoApplication.tsx';
import { LoanBeside, StatusDetails, Turn } from './StatusDetails.tsx';

interface Look {
  readonly heading: string;
  readonly lead?: string;
  readonly above?: ReactNode;
  readonly side?: ReactNode;
  readonly children: ReactNode;
}

export default function Status() {
  const { journey, memory } = useEnvironment();
  const now = useJourney();
  const isLoadingNow = useJourneyLoading();
  // A page that was rendered without an application keeps its form, and what was typed in it, while the browser looks for one.
  const [beganLoading] = useState(isLoadingNow);
  const isLoading = isLoadingNow && beganLoading;
  const status = useServerQuery(getApplicationStatus, now?.links.status);
  // An open application may continue meanwhile, here or in another tab.
  usePolling<ApplicationStatus | undefined>({
    read: async (signal) => {
      await journey.refresh(signal).catch(() => {});
      return journey.get()?.links.status === undefined ? undefined : (await status.refetch()).data;
    },
    isFinal: (answer) => answer?.phase !== 'waiting',
    next: () => {},
    pace: 'background',
  });
  // A session that has ended shows nothing anymore, whatever was read before.
  const hasEnded = status.error instanceof ApiFailure && [401, 404].includes(status.error.status);
  // One page with several appearances: its heading keeps the focus.
  return <ScreenPage screen="status" {...look()} />;

  function look(): Look {
    if (now?.isReturning) {
      const { heading, lead } = words.code;
      return {
        heading,
        lead,
        children: (
          // A link began the session: the text code must be entered first.
          <ButtonLink href={pathOf('phone-check')} onClick={() => memory.set('opening', 'status')}>
            {words.code.button}
          </ButtonLink>
        ),
      };
    }
    if (hasEnded || (now?.defaultScreen === undefined && !isLoading)) {
      const { heading, lead } = words.noApplication;
      return {
        heading,
        lead,
        children: <NoApplication />,
      };
    }
    if (status.data && now?.defaultScreen) {
      const { heading, text, phase } = status.data;
      return {
        heading,
        lead: text,
        ...(phase !== 'ended' && { above: <Turn phase={phase} /> }),
        side: <LoanBeside />,
        children: <StatusDetails status={status.data} defaultScreen={now.defaultScreen} />,
      };
    }
    return {
      heading: words.loading,
      children: <WaitForRead read={status} loading={words.loading} failed={words.failed} />,
    };
  }
}
