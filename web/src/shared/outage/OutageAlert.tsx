// The notice of an outage of the core system, and what to do.
import type { CoreOutage } from '#contract/outage.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { outageSentences, outageText } from '../../wording/maintenance.ts';
import { useBranchZone } from '../use-day-text.ts';

interface OutageAlertProps {
  readonly outage: CoreOutage;
  /** What was saved, or what can be done meanwhile: by default, to try again. */
  readonly kept?: string;
  /** Checks again. Without it, the button beside the notice does. */
  readonly again?: { readonly busy: boolean; readonly onPress: () => void };
}

export default function OutageAlert({ outage, kept = outageText.kept, again }: OutageAlertProps) {
  const { now } = useEnvironment();
  const timeZone = useBranchZone();
  return (
    <Alert title={outageText.title} live>
      {outageSentences(outage, { now: now(), timeZone }).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p>{kept}</p>
      {again && (
        <Button kind="secondary" compact busy={again.busy} onClick={again.onPress}>
          {outageText.again}
        </Button>
      )}
    </Alert>
  );
}
