import { useRef } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { getFastPathStatus } from '#contract/fast-path.ts';
import type { ScreenName } from '#contract/screens.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { useStagedPolling } from '../../journey/use-polling.ts';
import { JobPage } from '../../shared/JobWaiting.tsx';
import { fastPathText } from '../../wording/fast-path.ts';

export default function Loading() {
  const { call, journey } = useEnvironment();
  const navigate = useNavigateTo();
  const now = useJourney();
  const href = useRef(now?.links.fastPathStatus);
  const done = useStagedPolling({
    first: now?.stages,
    read: (options) => call(getFastPathStatus, href.current, options),
    isFinal: ({ status }) => status !== 'FAST_PATH_PENDING',
    next: ({ status, createPlaidLinkToken, exchangePlaidToken, directEntryAccounts }) => {
      journey.merge({
        links: {
          ...(createPlaidLinkToken && { linkToken: createPlaidLinkToken }),
          ...(exchangePlaidToken && { exchange: exchangePlaidToken }),
          ...(directEntryAccounts && { directEntry: directEntryAccounts }),
        },
      });
      navigate(screenAfter[status], { replace: true });
    },
  });
  return <JobPage screen="fast-path-loading" {...fastPathText.loading} done={done} />;
}

const screenAfter: Readonly<Record<ResponseOf<typeof getFastPathStatus>['status'], ScreenName>> = {
  FAST_PATH_APPROVED: 'fast-path-select-payment',
  FAST_PATH_DECLINED: 'fast-path-declined',
  FAST_PATH_COUNTEROFFER: 'fast-path-counteroffer',
  FAST_PATH_REJECTED: 'error',
  FAST_PATH_REFER: 'error',
  // Polling never ends with this status.
  FAST_PATH_PENDING: 'error',
};
