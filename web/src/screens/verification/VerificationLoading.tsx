// Waiting while what the bank shared is compared.
import { useRef } from 'react';
import { getVerification } from '#contract/verification.ts';
import { holdHeaders } from '../../api/polling.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useGo } from '../../journey/navigate.ts';
import { usePolling } from '../../journey/use-polling.ts';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { AmountBadge } from '../../ui/Card.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { usd } from '../../wording/format.ts';
import { verificationWords } from '../../wording/verification.ts';
import { afterVerification } from './outcome.ts';

const words = verificationWords.loading;

export default function VerificationLoading() {
  const { call } = useEnvironment();
  const go = useGo();
  const journey = useJourney();
  const prequalifiedAmount = journey?.prequalifiedAmount;
  const address = useRef(journey?.links.verification);
  usePolling({
    read: (signal) => call(getVerification, address.current, { headers: holdHeaders, signal }),
    isFinal: (record) => afterVerification(record) !== undefined,
    next: (record) => go(afterVerification(record) ?? 'error', { replace: true }),
  });
  return (
    <ScreenPage screen="verification-loading" heading={words.heading} width="narrow">
      {prequalifiedAmount !== undefined && <AmountBadge amount={usd(prequalifiedAmount)} />}
      <Waiting messages={words.messages} note={words.note} />
    </ScreenPage>
  );
}
