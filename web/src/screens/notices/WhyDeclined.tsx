import { getAdverseAction } from '#contract/notices.ts';
import { pathOf } from '#contract/screens.ts';
import { useJourney } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { BookCall } from '../../shared/branches/BookCall.tsx';
import { CallBranch } from '../../shared/branches/CallBranch.tsx';
import { Actions, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Figures } from '../../ui/Figures.tsx';
import { declinedText as words } from '../../wording/declined.ts';
import { AdverseAction } from './AdverseAction.tsx';
import styles from './WhyDeclined.module.css';

export function WhyDeclined() {
  const href = useJourney()?.links.adverseAction;
  const { data } = useServerQuery(getAdverseAction, href);
  if (!data) {
    return (
      <>
        <Actions>
          <CallBranch />
        </Actions>
        <AdverseAction />
      </>
    );
  }
  const { reasons, nextStep, bureau, score } = data;
  const { title, what, again } = words.advice(nextStep, bureau);
  const isFrozen = nextStep === 'lift-freeze';
  return (
    <>
      <Card title={words.reasons}>
        <ul className={styles.reasons}>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
        {score && <Score {...words.score(score)} />}
        <AdverseAction />
      </Card>
      <Card title={title} chosen>
        <p>{what}</p>
        <p className={styles.again}>
          <strong>{words.again}</strong>
          {again}
        </p>
        <Actions>
          {isFrozen && <ButtonLink href={pathOf('landing')}>{words.tryAgain}</ButtonLink>}
          {(isFrozen || nextStep === 'start-file') && bureau && (
            <ButtonLink href={bureau.site} kind="secondary" target="_blank" rel="noopener noreferrer">
              {words.bureauSite(bureau)}
            </ButtonLink>
          )}
          {!isFrozen && <CallBranch />}
        </Actions>
        {!isFrozen && <BookCall />}
      </Card>
      {isFrozen && (
        <>
          <Actions>
            <CallBranch kind="secondary" />
          </Actions>
          <BookCall />
        </>
      )}
    </>
  );
}

function Score({ label, value, range }: ReturnType<typeof words.score>) {
  return (
    <div>
      <Figures figures={[{ label, value }]} />
      <p className={styles.range}>{range}</p>
    </div>
  );
}
