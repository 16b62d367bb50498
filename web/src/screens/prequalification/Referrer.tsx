// Fetches the partner that sent the visitor, for a landing page without it. Shows nothing when it is unknown.
import { useEffect, useState } from 'react';
import { getReferrer } from '#contract/partners.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { marketingNow } from '../../journey/marketing.ts';
import { type Partner, PartnerLogo } from '../../shared/PartnerLogo.tsx';

export default function Referrer() {
  const { call } = useEnvironment();
  const [partner, setPartner] = useState<Partner>();
  useEffect(() => {
    const { subId } = marketingNow();
    if (!subId) return;
    const stop = new AbortController();
    call(getReferrer, undefined, { query: { sub_id: subId }, signal: stop.signal })
      .then((answer) => setPartner(answer.partner))
      .catch(() => {});
    return () => stop.abort();
  }, [call]);
  return partner ? <PartnerLogo {...partner} /> : null;
}
