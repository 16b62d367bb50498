// The core system is offline. Only where it is known that no form was sent can it be sent again.
import { getOutage } from '#contract/outage.ts';
import { pathOf } from '#contract/screens.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { useBranchZone } from '../../shared/use-day-text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { outageSentences } from '../../wording/maintenance.ts';
import { captureOnlyText, offlineText as words } from '../../wording/prequalification.ts';
import { Notice } from '../notices/Notice.tsx';

export default function OfflineError() {
  const { now } = useEnvironment();
  const timeZone = useBranchZone();
  const journey = useJourney();
  const defaultScreen = journey?.defaultScreen;
  const { data, isPending } = useServerQuery(getOutage, getOutage.path);
  const outage = data?.outage ?? (data ? undefined : { kind: 'unplanned' as const });
  const [what, ...back] = outage ? outageSentences(outage, { now: now(), timeZone }) : [];
  return (
    <Notice
      screen="offline-error"
      heading={isPending || outage ? words.heading : words.isBack}
      lead={isPending ? undefined : what}
      next={isPending ? words.checking : back.join(' ')}
    >
      {defaultScreen && <p>{captureOnlyText.lead}</p>}
      {defaultScreen === 'capture-only' && <p>{captureOnlyText.next}</p>}
      {defaultScreen && defaultScreen !== 'capture-only' && (
        <ButtonLink href={pathOf(defaultScreen)}>{words.resume}</ButtonLink>
      )}
      {journey && !defaultScreen && (
        <>
          <p>
            {words.next} {outage?.kind === 'unplanned' && <span>{words.later}</span>}
          </p>
          <ButtonLink href={pathOf('landing')}>{words.button}</ButtonLink>
        </>
      )}
    </Notice>
  );
}
