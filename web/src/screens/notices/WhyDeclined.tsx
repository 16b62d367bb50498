import { getAdverseAction } from '#contract/notices.ts';
import { pathOf } from '#contract/screens.ts';
import { useJourney } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { BookCall } from '../../shared/branches/BookCall.tsx';
import { Actions, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Figures } from '../../ui/Figures.tsx';
import { declinedText as words } from '../../wording/declined.ts';
import { AdverseAction } from './AdverseAction.tsx';
import styles from './WhyDeclined.module.css';

/** One card: why, what helps, and when to apply again. The branch's card has the phone. */
export function WhyDeclined() {
  const href = useJourney()?.links.adverseAction;
  const { data } = useServerQuery(getAdverseAction, href);
  if (!data) return <AdverseAction />;
  const { reasons, nextStep, bureau, score } = data;
  const { title, what, again } = words.advice(nextStep, bureau);
  const isFrozen = nextStep === 'lift-freeze';
  return (
    <Card title={words.reasons}>
      <ul className={styles.reasons}>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {score && (
        <div>
          <Figures figures={[words.score(score)]} />
          <p className={styles.range}>{words.score(score).range}</p>
        </div>
      )}
      <AdverseAction />
      <section className={styles.part}>
        <h3>{title}</h3>
        <p>{what}</p>
      </section>
      <section className={styles.part}>
        <h3>{words.again}</h3>
        <p>{again}</p>
      </section>
      {(isFrozen || nextStep === 'start-file') && (
        <Actions>
          {isFrozen && <ButtonLink href={pathOf('landing')}>{words.tryAgain}</ButtonLink>}
          {bureau && (
            <ButtonLink href={bureau.site} kind="secondary" target="_blank" rel="noopener noreferrer">
              {words.bureauSite(bureau)}
            </ButtonLink>
          )}
        </Actions>
      )}
      <BookCall ifBooked />
    </Card>
  );
}
