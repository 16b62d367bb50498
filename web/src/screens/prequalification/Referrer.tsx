// The partner an applicant comes from. Where it is not known, nothing is shown.
import { useEffect, useState } from 'react';
import type { AnswerOf } from '#contract/endpoint.ts';
import { getReferrer } from '#contract/partners.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { marketingNow } from '../../app/marketing.ts';
import { landingWords } from '../../wording/prequalification.ts';
import styles from './Referrer.module.css';

type Partner = NonNullable<AnswerOf<typeof getReferrer>['partner']>;

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

export function PartnerLogo({ name, logo }: Partner) {
  return (
    <div className={styles.partner}>
      <h2 className={styles.heading}>{landingWords.comingFrom}</h2>
      <img className={styles.logo} src={logo} alt={name} />
    </div>
  );
}
