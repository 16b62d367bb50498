// The notices above the form of the landing page: an outage, or a session that ended. Each is loaded only when it is shown.
import { lazy, useEffect, useState } from 'react';
import { getOutage, type Outage } from '#contract/outage.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { OutageNotice } from '../../shared/outage/OutageNotice.tsx';
import { outageText } from '../../wording/maintenance.ts';

const SessionEnded = lazy(() => import('./SessionEnded.tsx'));

export interface LandingNoticesProps {
  readonly formId: string;
  readonly hasSessionEnded: boolean;
  /** The applicant starts over. */
  readonly onClose: () => void;
}

export default function LandingNotices({ formId, hasSessionEnded, onClose }: LandingNoticesProps) {
  const { call } = useEnvironment();
  const [outage, setOutage] = useState<Outage>();
  useEffect(() => {
    const stop = new AbortController();
    call(getOutage, undefined, { signal: stop.signal })
      .then((answer) => setOutage(answer.outage))
      .catch(() => {});
    return () => stop.abort();
  }, [call]);
  return (
    <>
      {hasSessionEnded && <SessionEnded formId={formId} onClose={onClose} />}
      {outage && <OutageNotice outage={outage} kept={outageText.beforeForm} />}
    </>
  );
}
