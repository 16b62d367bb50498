// The notices above the form of the landing page: an outage. Loaded only when it is shown.
import { useState } from 'react';
import { type CoreOutage, getOutage } from '#contract/outage.ts';
import { useReadOnce } from '../../journey/use-read-once.ts';
import { OutageNotice } from '../../shared/outage/OutageNotice.tsx';
import { outageText } from '../../wording/maintenance.ts';

export default function LandingNotices() {
  const [outage, setOutage] = useState<CoreOutage>();
  useReadOnce(
    (call, signal) => call(getOutage, undefined, { signal }),
    (response) => setOutage(response.outage),
  );
  return outage && <OutageNotice outage={outage} kept={outageText.beforeForm} />;
}
