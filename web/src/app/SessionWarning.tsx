// Says before the session ends that it will, with one action to stay.
import { useEffect, useState } from 'react';
import { extendSession } from '#contract/prequalification.ts';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Dialog.tsx';
import { appWords } from '../wording/app.ts';
import { useEnvironment, useJourney } from './environment.tsx';
import { useGo } from './go.ts';

const words = appWords.session;
const warnBefore = 120_000;
/** A browser cannot be trusted with a longer wait than this. */
const longestWait = 2_000_000_000;

type Phase = 'live' | 'soon' | 'ended';

export function SessionWarning() {
  const { call, now, timers, journey } = useEnvironment();
  const go = useGo();
  const ends = useJourney()?.sessionEnds;
  const [phase, setPhase] = useState<Phase>('live');
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    setPhase('live');
    if (!ends) return;
    const left = Date.parse(ends) - now().getTime();
    if (Number.isNaN(left)) return;
    const cancelSoon = timers.after(Math.min(Math.max(left - warnBefore, 0), longestWait), () =>
      setPhase('soon'),
    );
    const cancelEnd = timers.after(Math.min(Math.max(left, 0), longestWait), () => setPhase('ended'));
    return () => {
      cancelSoon();
      cancelEnd();
    };
  }, [ends, now, timers]);

  const stay = async () => {
    setBusy(true);
    try {
      await call(extendSession, undefined, { body: {} });
      await journey.refresh();
      setPhase('live');
    } catch {
      setPhase('ended');
    } finally {
      setBusy(false);
    }
  };

  if (phase === 'live') return null;
  if (phase === 'soon') {
    return (
      <Modal
        open
        onClose={() => void stay()}
        title={words.title}
        actions={
          <Button onClick={() => void stay()} busy={busy}>
            {words.stay}
          </Button>
        }
      >
        <p>{words.soon}</p>
        <p>{words.kept}</p>
      </Modal>
    );
  }
  return (
    <Modal
      open
      onClose={() => go('landing')}
      title={words.ended}
      actions={<Button onClick={() => go('landing')}>{words.endedButton}</Button>}
    >
      <p>{words.endedWhat}</p>
    </Modal>
  );
}
