// The notices above the form of the landing page: an outage. Loaded only when it is shown.
import { useEffect, useState } from 'react';
import { type CoreOutage, getOutage } from '#contract/outage.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { OutageNotice } from '../../shared/outage/OutageNotice.tsx';
import { outageText } from '../../wording/maintenance.ts';

export default function LandingNotices() {
  const { call } = useEnvironment();
  const [outage, setOutage] = useState<CoreOutage>();
  useEffect(() => {
    const stop = new AbortController();
    call(getOutage, undefined, { signal: stop.signal })
      .then((answer) => setOutage(answer.outage))
      .catch(() => {});
    return () => stop.abort();
  }, [call]);
  return outage && <OutageNotice outage={outage} kept={outageText.beforeForm} />;
}
