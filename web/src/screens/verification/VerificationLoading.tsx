// Waits while the bank's data is compared.
import { useRef } from 'react';
import { getVerification } from '#contract/verification.ts';
import { longPollHeaders } from '../../api/polling.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { usePolling } from '../../journey/use-polling.ts';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { AmountBadge } from '../../ui/Card.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { usd } from '../../wording/format.ts';
import { verificationText } from '../../wording/verification.ts';
import { afterVerification } from './outcome.ts';

const words = verificationText.loading;

export default function VerificationLoading() {
  const { call } = useEnvironment();
  const navigate = useNavigateTo();
  const journey = useJourney();
  const prequalifiedAmount = journey?.prequalifiedAmount;
  const address = useRef(journey?.links.verification);
  usePolling({
    read: (signal) => call(getVerification, address.current, { headers: longPollHeaders, signal }),
    isFinal: (record) => afterVerification(record) !== undefined,
    next: (record) => navigate(afterVerification(record) ?? 'error', { replace: true }),
  });
  return (
    <ScreenPage screen="verification-loading" heading={words.heading} width="narrow">
      {prequalifiedAmount !== undefined && <AmountBadge amount={usd(prequalifiedAmount)} />}
      <Waiting messages={words.messages} note={words.note} />
    </ScreenPage>
  );
}
