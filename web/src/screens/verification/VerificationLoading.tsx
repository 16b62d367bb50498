import { useRef } from 'react';
import { getVerification } from '#contract/verification.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { useStagedPolling } from '../../journey/use-polling.ts';
import { useRedirectToState } from '../../journey/use-redirect-to-state.ts';
import { JobPage } from '../../shared/JobWaiting.tsx';
import { AmountBadge } from '../../ui/Card.tsx';
import { verificationText } from '../../wording/verification.ts';
import { afterVerification } from './outcome.ts';

export default function VerificationLoading() {
  const { call } = useEnvironment();
  const navigate = useNavigateTo();
  const { toCurrentScreen } = useRedirectToState();
  const journey = useJourney();
  const address = useRef(journey?.links.verification);
  const done = useStagedPolling({
    first: journey?.stages,
    read: (options) => call(getVerification, address.current, options),
    isFinal: (record) => record.status !== 'PENDING',
    next: (record) => {
      const screen = afterVerification(record);
      // A step-up has no verification of its own: its bank led to a decision, or back.
      return screen ? navigate(screen, { replace: true }) : toCurrentScreen();
    },
  });
  return (
    <JobPage screen="verification-loading" {...verificationText.loading} done={done}>
      <AmountBadge amount={journey?.prequalifiedAmount} />
    </JobPage>
  );
}
