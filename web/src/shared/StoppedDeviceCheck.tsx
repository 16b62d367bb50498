// Says that the check of the applicant's device was stopped, and tries it again. It comes before what is sent without it.
import { useRef, useState, useSyncExternalStore } from 'react';
import { stoppedCheck } from '../journey/third-party-scripts.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { stoppedCheckText as words } from '../wording/stopped-check.ts';
import { uiText } from '../wording/ui-text.ts';

export default function StoppedDeviceCheck() {
  const stopped = useSyncExternalStore(stoppedCheck.subscribe, stoppedCheck.get, () => undefined);
  const [tries, setTries] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!stopped) return tries > 0 && <Alert kind="success" live title={words.done} />;
  const retry = async () => {
    setBusy(true);
    const next = button.current?.form?.querySelector<HTMLElement>('[type=submit]');
    await stopped.retry();
    setBusy(false);
    setTries(tries + 1);
    // The button is gone.
    if (!stoppedCheck.get()) next?.focus();
  };
  return (
    <Alert live title={words.title}>
      <p>{tries > 0 ? words.stoppedAgain : words.what}</p>
      <Button ref={button} kind="secondary" busy={isBusy} onClick={() => void retry()}>
        {uiText.tryAgain}
      </Button>
    </Alert>
  );
}
